import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { startCluster } from '@banyan/testing';
import { staticCredentials } from '../kubeconfig/static-credentials.ts';
import { KubeClient } from './kube-client.ts';

/** About one answer in 1,500 came that way: with so many the defect was seen in every run. */
const REQUESTS = 12_000;
const AT_ONCE = 8;

test('a body that Node gives out before its headers is not lost', async () => {
  await using cluster = await startCluster();
  const { certificate, key } = cluster.pki.client('admin', ['system:masters']);
  const client = new KubeClient({
    name: cluster.name,
    server: cluster.server,
    ca: cluster.pki.ca.certificate,
    credentials: staticCredentials({ clientCertificate: { cert: certificate, key } }),
  });
  const lengths = new Map<number, number>();
  const lane = async () => {
    for (let i = 0; i < REQUESTS / AT_ONCE; i += 1) {
      const path = '/api/v1/namespaces/default';
      const { body } = await client.request({ method: 'GET', path, pool: 'stream' });
      const { length } = await buffer(body);
      lengths.set(length, (lengths.get(length) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  assert.deepEqual([...lengths.values()], [REQUESTS]);
  await client.close();
});
