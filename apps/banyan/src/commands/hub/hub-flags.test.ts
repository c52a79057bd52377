import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHubFlags } from './hub-flags.ts';

test('without flags a hub does everything, lets clusters in that have a token, and nobody anonymous', () => {
  const flags = readHubFlags([]);
  assert.deepEqual([...flags.roles], ['gateway', 'controllers', 'scheduler']);
  assert.equal(flags.approve, 'auto');
  assert.equal(flags.anonymousProxy, false);
  assert.equal(flags.agentTokenLifetimeMs, 7 * 86_400_000);
  assert.equal(flags.embedded, undefined);
  assert.equal(flags.install, undefined);
  assert.equal(flags.leaseTimes.leaseDurationMs, 15_000);
});

test('flags are taken as programs in Go take them', () => {
  const flags = readHubFlags(['--install=false', '-v=4', '--roles', 'gateway', '--metrics-port=0']);
  assert.equal(flags.install, false);
  assert.deepEqual([...flags.roles], ['gateway']);
  assert.equal(flags.log.v, '4');
  assert.equal(flags.metricsPort, 0);
});

const wrong: readonly [args: string[], words: RegExp][] = [
  [['--embedded'], /--embedded needs --data-dir/],
  [['--data-dir', 'd'], /--data-dir is for --embedded/],
  [['--embedded', '--data-dir', 'd', '--kubeconfig', 'k'], /do not go together/],
  [['--approve', 'maybe'], /--approve is auto or manual, not "maybe"/],
  [['--roles', 'gateway,king'], /--roles is gateway or controllers or scheduler, not "king"/],
  [['--agent-token-lifetime', '5m'], /at least 10m/],
  [['--agent-token-lifetime', 'long'], /a duration such as/],
  [['--advertise-url', 'http://hub'], /--advertise-url is an https:\/\/ URL/],
  [['--secure-port', '70000'], /--secure-port is a whole number/],
  [['--kube-api-qps', 'fast'], /--kube-api-qps is a number/],
  [['--leader-elect-lease-duration=5s'], /longer than the renew deadline/],
];
for (const [args, words] of wrong)
  test(`banyan hub ${args.join(' ')} is wrong use`, () => {
    assert.throws(() => readHubFlags(args), { name: 'WrongUse', message: words });
  });
