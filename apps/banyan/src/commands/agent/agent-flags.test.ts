import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAgentFlags } from './agent-flags.ts';

const URL = '--cluster-reg-parent-url=https://hub:6443';

test("the flags of Clusternet's agent are taken as they are in its manifests", () => {
  const flags = readAgentFlags(
    [
      URL,
      '--cluster-reg-token=abcdef.0123456789abcdef',
      '--cluster-sync-mode=Dual',
      '--cluster-labels=region=eu,tier=1',
      '--cluster-status-update-frequency=1m30s',
      '--feature-gates=SocketConnection=true,AppPusher=true',
      '--use-metrics-server=true',
      '--predictor-port=8080',
      '--leader-elect=true',
      '--leader-elect-lease-duration=30s',
      '-v=4',
    ],
    {},
  );
  assert.equal(flags.parentUrl, 'https://hub:6443');
  assert.equal(flags.token, 'abcdef.0123456789abcdef');
  assert.equal(flags.syncMode, 'Dual');
  assert.deepEqual(flags.clusterLabels, { region: 'eu', tier: '1' });
  assert.equal(flags.heartbeatPeriodMs, 90_000);
  assert.equal(flags.featureGates, 'SocketConnection=true,AppPusher=true');
  assert.equal(flags.usesMetricsServer, true);
  assert.equal(flags.leaseTimes.leaseDurationMs, 30_000);
  assert.deepEqual(flags.dropped, ['--predictor-port=8080', '--leader-elect=true']);
  assert.equal(flags.log.v, '4');
});

test('what the environment says counts where no flag does', () => {
  const env = { PARENT_URL: 'https://env', REG_TOKEN: 't', REG_CA_HASH: '', SERVICE_CIDR: '10.96.0.0/12' };
  const flags = readAgentFlags([], env);
  assert.deepEqual([flags.parentUrl, flags.token, flags.caHash], ['https://env', 't', undefined]);
  assert.equal(flags.serviceCidr, '10.96.0.0/12');
  assert.equal(readAgentFlags([URL], env).parentUrl, 'https://hub:6443');
});

const wrong: readonly [args: string[], words: RegExp][] = [
  [[], /which hub\? give --cluster-reg-parent-url/],
  [[URL, '--cluster-sync-mode=Both'], /--cluster-sync-mode is Push or Pull or Dual/],
  [[URL, '--cluster-labels=a'], /--cluster-labels is a list of labels such as/],
  [[URL, '--cluster-status-collect-frequency=often'], /a duration such as/],
  [[URL, '--metrics-port=x'], /--metrics-port is a whole number/],
];
for (const [args, words] of wrong)
  test(`banyan agent ${args.join(' ')} is wrong use`, () => {
    assert.throws(() => readAgentFlags(args, {}), { name: 'WrongUse', message: words });
  });
