import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peerUrl } from './peers-part.ts';

const addressOf = (address: string, internal: boolean) => ({
  address,
  internal,
  family: 'IPv4' as const,
  netmask: '',
  mac: '',
  cidr: null,
});
const pod = { lo: [addressOf('127.0.0.1', true)], eth0: [addressOf('10.1.2.3', false)] };

const cases: readonly [what: string, told: string | undefined, bound: string, expected: string][] = [
  ['where it is told', 'hub-0.hub', '0.0.0.0', 'https://hub-0.hub:8443'],
  ['in a pod, by its address', undefined, '0.0.0.0', 'https://10.1.2.3:8443'],
  ['where it listens on one address, there', undefined, '127.0.0.1', 'https://127.0.0.1:8443'],
  ['by IPv6', 'fd00::1', '::', 'https://[fd00::1]:8443'],
];
for (const [what, told, bound, expected] of cases)
  test(`other replicas reach it ${what}`, () => {
    assert.equal(peerUrl({ told, bound, port: 8443 }, pod), expected);
  });
