import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConfigMap } from '@banyan/api/objects';
import { eventually, httpsExchange } from '@banyan/testing';
import { startPlaygroundCluster } from '../../cluster/playground-cluster.ts';

test('who does not know the cluster yet can read where it is and by which CA to know it', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'known', nodes: 0 });
  t.after(() => cluster.stop());
  const { server, certificates } = cluster;
  const path = '/api/v1/namespaces/kube-public/configmaps/cluster-info';
  let info: ConfigMap | undefined;
  await eventually('it can be read', async () => {
    const { status, body } = await httpsExchange({ server, ca: certificates.ca }, { path });
    if (status !== 200) return false;
    info = JSON.parse(body.toString()) as ConfigMap;
    return true;
  });
  const kubeconfig = info?.data?.['kubeconfig'] ?? '';
  assert.match(kubeconfig, new RegExp(`^    server: ${server}$`, 'm'));
  assert.ok(kubeconfig.includes(Buffer.from(certificates.ca).toString('base64')));
});
