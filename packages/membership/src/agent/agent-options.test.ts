import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isAgentError } from './agent-error.ts';
import { checkAgentOptions, DEFAULT_AGENT_OPTIONS, type AgentOptions } from './agent-options.ts';

const GOOD: AgentOptions = { ...DEFAULT_AGENT_OPTIONS, parentUrl: 'https://hub', version: 'v1', env: {} };

suite("an agent's options", () => {
  for (const [what, setting] of [
    ['the least that is needed', {}],
    ['a bootstrap token', { token: 'abcdef.0123456789abcdef' }],
    ["a service account's token", { token: 'eyJh.eyJz.c2ln' }],
    ['a name of 60 characters', { clusterName: 'a'.repeat(60) }],
    ['labels', { clusterLabels: { team: 'shop', 'example.com/tier_1': '', Zone: 'A.1' } }],
    ['a list of targets', { tunnelAllow: ['web.shop.svc:80', '*.monitoring.svc', '10.0.0.5:443'] }],
    ['another address for the tunnel', { tunnelAddress: 'https://tunnel:8443' }],
  ] as const) {
    test(`may be ${what}`, () => checkAgentOptions({ ...GOOD, ...setting }));
  }

  for (const [what, flag, setting] of [
    ['a hub without TLS', 'cluster-reg-parent-url', { parentUrl: 'http://hub:8080' }],
    ['a URL with a password', 'cluster-reg-parent-url', { parentUrl: 'https://a:secret@hub' }],
    ['no URL', 'cluster-reg-parent-url', { parentUrl: 'hub:6443' }],
    ['a token of no known form', 'cluster-reg-token', { token: 'secret' }],
    ['a hash of another sort', 'cluster-reg-ca-hash', { caHash: 'md5:00' }],
    ['a tunnel without TLS', 'tunnel-address', { tunnelAddress: 'http://hub' }],
    ['a name in capitals', 'cluster-reg-name', { clusterName: 'Edge' }],
    ['a name of 61 characters', 'cluster-reg-name', { clusterName: 'a'.repeat(61) }],
    ['a prefix that leaves no room', 'cluster-reg-name-prefix', { clusterNamePrefix: 'a'.repeat(55) }],
    ['a namespace with a dot', 'cluster-reg-namespace', { clusterNamespace: 'a.b' }],
    ['a type that does not exist', 'cluster-reg-type', { clusterType: 'Cloud' }],
    ['a label with a space', 'cluster-labels', { clusterLabels: { team: 'a b' } }],
    ['a label without a key', 'cluster-labels', { clusterLabels: { '': 'a' } }],
    ['a threshold above 1', 'labels-aggregate-threshold', { labelThreshold: 1.5 }],
    ['a period of nothing', 'cluster-status-collect-frequency', { collectPeriodMs: 0 }],
    ['a list that cannot be read', 'tunnel-allow', { tunnelAllow: ['*'] }],
  ] as const) {
    test(`may not be ${what}: one line names the flag`, () => {
      assert.throws(
        () => checkAgentOptions({ ...GOOD, ...setting }),
        (error) =>
          isAgentError(error, 'bad-option') &&
          error.message.startsWith(`--${flag}: `) &&
          !/secret|\n/.test(error.message),
      );
    });
  }
});
