import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Container, Pod } from '@banyan/api/objects';
import { podRequests } from './pod-requests.ts';

const asking = (name: string, cpu: string, restartPolicy?: 'Always'): Container => ({
  name,
  resources: { requests: { cpu } },
  ...(restartPolicy && { restartPolicy }),
});

it('counts containers together, init containers alone, and sidecars beside all that comes after', () => {
  const table: [Container[], Container[], number][] = [
    [[], [asking('a', '100m'), asking('b', '200m')], 0.3],
    [[asking('i', '500m')], [asking('a', '100m')], 0.5],
    [[asking('s', '100m', 'Always'), asking('i', '500m')], [asking('a', '300m')], 0.6],
    [[asking('i', '500m'), asking('s', '400m', 'Always')], [asking('a', '300m')], 0.7],
  ];
  for (const [initContainers, containers, cpu] of table) {
    const pod: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: {}, spec: { initContainers, containers } };
    const requests = podRequests(pod);
    assert.ok(Math.abs((requests['cpu'] ?? 0) - cpu) < 1e-9, JSON.stringify(requests));
    assert.equal(requests['pods'], 1);
  }
});
