import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Node } from '@banyan/api/objects';
import { aggregateLabels, labelChanges } from './aggregate-labels.ts';

const PREFIX = 'node.clusternet.io/';
const ZONE = `${PREFIX}zone`;
const RULE = { prefixes: [PREFIX], threshold: 0.8 };

function nodes(...labels: Record<string, string>[]): Node[] {
  return labels.map((own) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', labels: own } }));
}

suite('labels of nodes become labels of the member', () => {
  for (const [what, given, expected] of [
    ['if all agree', nodes({ [ZONE]: 'a' }, { [ZONE]: 'a' }), { [ZONE]: 'a' }],
    [
      'if just enough agree',
      nodes(...Array.from({ length: 4 }, () => ({ [ZONE]: 'a' })), { [ZONE]: 'b' }),
      { [ZONE]: 'a' },
    ],
    ['not if too few agree', nodes({ [ZONE]: 'a' }, { [ZONE]: 'a' }, { [ZONE]: 'b' }), {}],
    ['not if too few have it', nodes({ [ZONE]: 'a' }, {}), {}],
    ['only under the prefix', nodes({ zone: 'a', 'kubernetes.io/os': 'linux' }), {}],
    [
      'without the control plane',
      nodes(
        { [ZONE]: 'a' },
        { [ZONE]: 'b', 'node-role.kubernetes.io/control-plane': '' },
        { [ZONE]: 'b', 'node-role.kubernetes.io/master': '' },
      ),
      { [ZONE]: 'a' },
    ],
    ['not from the control plane alone', nodes({ [ZONE]: 'a', 'node-role.kubernetes.io/master': '' }), {}],
    ['not without nodes', [], {}],
    ['also with an empty value', nodes({ [ZONE]: '' }), { [ZONE]: '' }],
  ] as const) {
    test(what, () => assert.deepEqual(aggregateLabels(given, RULE), expected));
  }

  test('and of two that are equally common it is always the same', () => {
    const half = { prefixes: [PREFIX], threshold: 0.5 };
    assert.deepEqual(aggregateLabels(nodes({ [ZONE]: 'b' }, { [ZONE]: 'a' }), half), { [ZONE]: 'a' });
    assert.deepEqual(aggregateLabels(nodes({ [ZONE]: 'a' }, { [ZONE]: 'b' }), half), { [ZONE]: 'a' });
  });
});

suite("a member's labels change", () => {
  for (const [what, current, aggregated, changes] of [
    ['not if they are right', { [ZONE]: 'a', team: 'x' }, { [ZONE]: 'a' }, undefined],
    ['by a new one', { team: 'x' }, { [ZONE]: 'a' }, { [ZONE]: 'a' }],
    ['by another value', { [ZONE]: 'b' }, { [ZONE]: 'a' }, { [ZONE]: 'a' }],
    ['by one that is gone, and never by those of others', { [ZONE]: 'a', team: 'x' }, {}, { [ZONE]: null }],
  ] as const) {
    test(what, () => assert.deepEqual(labelChanges(current, aggregated, [PREFIX]), changes));
  }
});
