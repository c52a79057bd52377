import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { test } from 'node:test';
import { KubeClient } from '../client/kube-client.ts';
import { kubeconfigConnection } from './kubeconfig-connection.ts';
import { parseKubeconfig } from './parse-kubeconfig.ts';

const SECRET = 's3cret-word';

function kubeconfig(cluster: Record<string, string>): string {
  return JSON.stringify({
    clusters: [{ name: 'c', cluster }],
    contexts: [{ name: 'c', context: { cluster: 'c' } }],
    'current-context': 'c',
  });
}

const cases: Record<string, () => unknown> = {
  'a proxy of an unknown scheme': () =>
    connect(kubeconfig({ server: 'https://host', 'proxy-url': `socks9://user:${SECRET}@proxy` })),
  'a server of an unknown scheme': () => connect(kubeconfig({ server: `ftp://admin:${SECRET}@host` })),
  'broken YAML': () => connect(`users:\n- user: {token: ${SECRET}\n  bad: [`),
};

for (const [what, fail] of Object.entries(cases)) {
  test(`${what} is refused without showing a secret`, () => {
    assert.throws(fail, (error) => {
      assert.ok(!inspect(error, { depth: 9 }).includes(SECRET), inspect(error));
      return true;
    });
  });
}

test('errors of a cluster do not show the password in its address', async () => {
  const client = new KubeClient({ name: 'c', server: `https://admin:${SECRET}@127.0.0.1:1` });
  const asked = client.get({ group: '', version: 'v1', resource: 'nodes' }, { name: 'x' });
  await assert.rejects(asked, (error: Error) => !inspect(error, { depth: 9 }).includes(SECRET));
  await client.close();
});

function connect(text: string): unknown {
  return kubeconfigConnection(parseKubeconfig(text, 'test-file'), { env: {} });
}
