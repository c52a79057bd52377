import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Pod } from '@banyan/api/objects';
import { byWorthToDelete } from './pod-ranking.ts';

interface Sample {
  readonly node?: string;
  readonly phase?: 'Pending' | 'Running';
  readonly readySince?: string;
  readonly cost?: string;
  readonly restarts?: number;
  readonly created?: string;
}

function pod(name: string, sample: Sample): Pod {
  const { node = name, phase = 'Running', readySince = '01', cost, restarts = 0, created = '01' } = sample;
  const status = readySince === '' ? 'False' : 'True';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      creationTimestamp: `2030-01-01T00:00:${created}Z`,
      ...(cost !== undefined && { annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } }),
    },
    spec: { containers: [], ...(node !== '' && { nodeName: node }) },
    status: {
      phase,
      conditions: [{ type: 'Ready', status, lastTransitionTime: `2030-01-01T00:00:${readySince || '01'}Z` }],
      containerStatuses: [{ name: 'c', ready: true, restartCount: restarts, image: '', imageID: '' }],
    },
  };
}

describe('of two pods the first goes', () => {
  const cases: readonly (readonly [string, Sample, Sample])[] = [
    ['that is on no node', { node: '' }, {}],
    ['that does not run yet', { phase: 'Pending' }, {}],
    ['that is not ready', { readySince: '' }, {}],
    ['that costs less', { cost: '-5' }, {}],
    ['that became ready later', { readySince: '09' }, {}],
    ['that was restarted more often', { restarts: 3 }, { restarts: 1 }],
    ['that is younger', { created: '09' }, {}],
    ['that is not ready, though it is dear', { readySince: '', cost: '9' }, {}],
  ];
  for (const [name, first, second] of cases) {
    test(name, () => {
      const ranked = byWorthToDelete([pod('second', second), pod('first', first)]);
      assert.deepEqual(
        ranked.map(({ metadata }) => metadata.name),
        ['first', 'second'],
      );
    });
  }

  test('that shares its node with another of the same work', () => {
    const [alone, beside] = [pod('alone', { node: 'a' }), pod('beside', { node: 'b' })];
    const related = [alone, beside, pod('other', { node: 'b' })];
    const ranked = byWorthToDelete([alone, beside], related);
    assert.deepEqual(
      ranked.map(({ metadata }) => metadata.name),
      ['beside', 'alone'],
    );
  });
});
