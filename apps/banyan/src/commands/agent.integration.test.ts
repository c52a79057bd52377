import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { runBanyan } from './demo-folder/banyan-process-fixture.ts';
import { startMember, startServer, temporaryFolder } from './hub/hub-fixture.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

const wrong: readonly [args: string[], words: RegExp][] = [
  [[], /^banyan agent: which hub\? give --cluster-reg-parent-url; see banyan agent --help\n$/],
  [
    ['--cluster-reg-parent-url=http://hub'],
    /^banyan agent: --cluster-reg-parent-url: has to be an https:\/\/ URL/,
  ],
  [
    ['--cluster-reg-parent-url=https://hub', '--feature-gates=Magic=true'],
    /^banyan agent: --feature-gates: there is no gate "Magic"; there are SocketConnection/,
  ],
  [
    ['--cluster-reg-parent-url=https://hub', '--cluster-reg-token=hunter2'],
    /^banyan agent: --cluster-reg-token: /,
  ],
  [
    ['--cluster-reg-parent-url=https://hub', '--cluster-reg-ca=/none/ca.crt'],
    /^banyan agent: --cluster-reg-ca: \/none\/ca\.crt cannot be read \(ENOENT\)/,
  ],
];
for (const [args, words] of wrong)
  test(`banyan agent ${args.join(' ')} is wrong use, said in one line`, async () => {
    const { code, output } = await runBanyan(['agent', ...args]);
    assert.equal(code, 2);
    assert.match(output, words);
    assert.equal(output.trim().split('\n').length, 1);
    assert.doesNotMatch(output, /hunter2/);
  });

test('an agent whose hub does not answer says so at /readyz, lives on, and ends at once when asked to', async (t) => {
  const dir = await temporaryFolder(t);
  const member = await startMember(t, dir, 'berlin');
  const metadata = { name: 'clusternet-system' };
  await member.client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata });
  const flags = [
    '--cluster-reg-parent-url=https://127.0.0.1:1',
    '--cluster-reg-token=abcdef.0123456789abcdef',
  ];
  const agent = await startServer(
    t,
    ['agent', '--kubeconfig', member.kubeconfig, '--metrics-port=0', ...flags],
    'agent started',
  );
  const observe = `http://127.0.0.1:${String(agent.field('metricsPort'))}`;
  await eventually('it is not ready', async () => (await fetch(`${observe}/readyz`)).status === 503);
  assert.equal((await fetch(`${observe}/healthz`)).status, 200);
  assert.match(await (await fetch(`${observe}/metrics`)).text(), /^banyan_agent_registered 0$/m);
  assert.equal(await agent.stop(), 0);
  assert.doesNotMatch(agent.output(), /0123456789abcdef/);
});
