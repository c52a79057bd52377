import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mirroredGroups } from './endpoints-mirror.ts';

test('addresses of both kinds are told of apart, those that are not ready as such', () => {
  const groups = mirroredGroups({
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'away' },
    subsets: [
      {
        addresses: [{ ip: '192.0.2.1', nodeName: 'node' }, { ip: '2001:db8::1' }],
        notReadyAddresses: [{ ip: '192.0.2.2', hostname: 'two' }],
        ports: [{ port: 80, protocol: 'TCP' }],
      },
    ],
  });
  const ports = [{ name: '', port: 80, protocol: 'TCP' }];
  assert.deepEqual(groups, [
    {
      addressType: 'IPv4',
      ports,
      endpoints: [
        { addresses: ['192.0.2.1'], conditions: { ready: true }, nodeName: 'node' },
        { addresses: ['192.0.2.2'], conditions: { ready: false }, hostname: 'two' },
      ],
    },
    {
      addressType: 'IPv6',
      ports,
      endpoints: [{ addresses: ['2001:db8::1'], conditions: { ready: true } }],
    },
  ]);
});
