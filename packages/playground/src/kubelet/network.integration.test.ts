import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { startPlaygroundCluster } from '../cluster/playground-cluster.ts';
import { ENDPOINT_SLICES, SERVICES } from '../cluster/resources.ts';
import { script, server, TestPods } from './test-pods.ts';

const ASKED: readonly [script: string, words: string, code?: number][] = [
  ['wget -qO- http://web/x', 'pod:       web'],
  ['curl -s web.default.svc.cluster.local:80/x', 'path:      /x'],
  ['curl web.default', 'port:      8080'],
  ['nslookup web.default.svc.cluster.local', 'Name:\tweb.default.svc.cluster.local'],
  ['nc -z web 80', ''],
  ['nc -z web 81', '', 1],
  ['wget -qO- http://nosuch', "wget: bad address 'nosuch'", 1],
  ['wget -qO- http://web:81', 'Connection refused', 1],
  ['curl http://nosuch', 'curl: (6) Could not resolve host: nosuch', 6],
  ['curl https://web', 'curl: (7) Failed to connect to web port 443', 7],
  ['curl http://example.com', 'Could not resolve host: example.com', 6],
  ['curl http://127.0.0.1:6443', 'Failed to connect', 7],
  ['nslookup nosuch', "** server can't find nosuch: NXDOMAIN", 1],
  ['wget -q http://web/page && cat page', 'path:      /page'],
];

test('programs reach the Services and pods of their cluster, and nothing else', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'one', nodes: 1, kubeletEndpoint: false });
  t.after(() => cluster.stop());
  const pods = new TestPods(cluster);
  await eventually('pods can be created', () => pods.isReady);
  await pods.create({ containers: [server({ ports: [{ containerPort: 8080 }] })] }, { name: 'web' });
  await pods.update(({ metadata }) => void (metadata.labels = { app: 'web' }), 'web');
  await cluster.objects.create(SERVICES, {
    metadata: { namespace: 'default', name: 'web' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] },
  });
  await eventually('the Service leads to the pod', () =>
    [...cluster.objects.list(ENDPOINT_SLICES, 'default')].some(
      ({ metadata, endpoints }) =>
        metadata.labels?.['kubernetes.io/service-name'] === 'web' &&
        endpoints?.[0]?.conditions?.ready === true,
    ),
  );
  for (const [i, [text, words, code = 0]] of ASKED.entries()) {
    const name = `asks-${i}`;
    const container = script(`${text} > /dev/termination-log 2>&1`);
    await pods.create({ restartPolicy: 'Never', containers: [container] }, { name });
    await eventually(`${text} ends`, () => pods.container('c', name)?.state?.terminated !== undefined);
    const { exitCode, message = '' } = pods.container('c', name)?.state?.terminated ?? {};
    assert.equal(exitCode, code, `${text}: ${message}`);
    assert.ok(message.includes(words), `${text}: ${message}`);
  }
});
