import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, urlOf, type Node } from './kubelet-connections.ts';

const node = (addresses: Record<string, string>, Port?: number): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n' },
  status: {
    addresses: Object.entries(addresses).map(([type, address]) => ({ type, address })),
    ...(Port !== undefined && { daemonEndpoints: { kubeletEndpoint: { Port } } }),
  },
});

test('a kubelet is at the address of the type that comes first, and at the port that it says or the usual one', () => {
  const addresses = { Hostname: 'h', ExternalIP: '192.0.2.1', InternalIP: '10.0.0.1' };
  const types = ['InternalIP', 'ExternalIP'];
  assert.deepEqual(addressOf(node(addresses, 1234), types), { host: '10.0.0.1', port: 1234 });
  assert.deepEqual(addressOf(node(addresses), ['InternalDNS', 'Hostname']), { host: 'h', port: 10_250 });
  assert.deepEqual(addressOf(node(addresses, 0), types).port, 10_250);
});

test('a node that has no such address is told with those it has', () => {
  assert.throws(() => addressOf(node({ Hostname: 'h', ExternalDNS: 'x' }), ['InternalIP']), {
    message: 'no preferred addresses found; known addresses: [{Hostname h} {ExternalDNS x}]',
  });
});

test('an address of either family can stand in a URL', () => {
  assert.equal(urlOf('https', { host: '10.0.0.1', port: 1 }).href, 'https://10.0.0.1:1/');
  assert.equal(urlOf('https', { host: 'fd00::1', port: 1 }).href, 'https://[fd00::1]:1/');
});

for (const host of ['', 'a b', 'a/b', 'user@host', 'a:1', 'fe80::1%eth0/x']) {
  test(`${JSON.stringify(host)} is no address`, () => {
    assert.throws(() => urlOf('https', { host, port: 1 }), {
      code: 500,
      message: `dial tcp: lookup ${host}: no such host`,
    });
  });
}
