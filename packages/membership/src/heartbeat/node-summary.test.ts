import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Node } from '@banyan/api/objects';
import { countNodes, sumQuantities, sumResources } from './node-summary.ts';

function node(ready: string | undefined): Node {
  const conditions = ready === undefined ? [] : [{ type: 'Ready', status: ready as 'True' }];
  return { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, status: { conditions } };
}

suite('nodes are counted', () => {
  test('by their Ready condition, and as lost without one', () => {
    const nodes = [node('True'), node('True'), node('False'), node('Unknown'), node(undefined)];
    assert.deepEqual(countNodes(nodes), { readyNodes: 2, notReadyNodes: 1, unknownNodes: 1, lostNodes: 1 });
  });

  test('as none where there is none', () => {
    assert.deepEqual(countNodes([]), { readyNodes: 0, notReadyNodes: 0, unknownNodes: 0, lostNodes: 0 });
  });

  test('as lost where there is no status at all', () => {
    assert.equal(countNodes([{ apiVersion: 'v1', kind: 'Node', metadata: {} }]).lostNodes, 1);
  });
});

suite('resources are summed', () => {
  test('cpu, memory and GPUs, and nothing else', () => {
    const lists: (Record<string, string> | undefined)[] = [
      { cpu: '4', memory: '16Gi', pods: '110', 'nvidia.com/gpu': '2' },
      { cpu: '1500m', memory: '512Mi', 'ephemeral-storage': '1Gi' },
      undefined,
    ];
    assert.deepEqual(sumResources(lists), { cpu: '5500m', memory: '16896Mi', 'nvidia.com/gpu': '2' });
  });

  for (const [texts, sum] of [
    [[], undefined],
    [[undefined, 'nonsense'], undefined],
    [['nonsense', '1'], '1'],
    [['100m', '900m'], '1'],
    [['16393244Ki', '16393244Ki'], '32786488Ki'],
    [['1Ki', '1000'], '2024'],
  ] as const) {
    test(`${JSON.stringify(texts)} is ${sum}`, () => assert.equal(sumQuantities(texts), sum));
  }
});
