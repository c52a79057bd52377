import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Pod, Taint, Toleration } from '@banyan/api/objects';
import { toleratedForMs } from './taint-eviction.ts';

const ADDED = '2026-01-01T00:00:00Z';
const ADDED_MS = Date.parse(ADDED);
const taint: Taint = { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute', timeAdded: ADDED };

it('a pod stays as long as its toleration of every taint lasts', () => {
  const forAMinute: Toleration = { key: taint.key, operator: 'Exists', tolerationSeconds: 60 };
  const table: [Toleration[], Taint[], number][] = [
    [[], [], Infinity],
    [[], [taint], 0],
    [[{ operator: 'Exists' }], [taint], Infinity],
    [[forAMinute], [taint], 50_000],
    [[forAMinute], [taint, { key: 'other', effect: 'NoExecute' }], 0],
    [[{ ...forAMinute, tolerationSeconds: 5 }], [taint], 0],
  ];
  for (const [tolerations, taints, expected] of table) {
    const pod: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: {}, spec: { containers: [], tolerations } };
    assert.equal(toleratedForMs(pod, taints, ADDED_MS + 10_000), expected);
  }
});
