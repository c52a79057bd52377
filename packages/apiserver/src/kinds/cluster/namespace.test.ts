import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { statusStrategyOf, strategyOf } from '../kind-strategy.ts';
import { namespaceRules } from './namespace.ts';

const CONTEXT = {
  user: { name: 'admin', groups: [], extra: {} },
  now: () => new Date('2026-01-01T00:00:00Z'),
  dryRun: false,
};

function namespace(metadata: KubeObject['metadata'], phase?: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata, ...(phase && { status: { phase } }) };
}

test('a namespace whose name is made up has it in its label', () => {
  const strategy = strategyOf(namespaceRules);
  const draft = namespace({ generateName: 'a-' });
  strategy.applyDefaults(draft);
  assert.equal(draft.metadata.labels, undefined);
  draft.metadata.name = 'a-xxxxx';
  strategy.prepareForCreate(draft, CONTEXT);
  assert.deepEqual(draft.metadata.labels, { 'kubernetes.io/metadata.name': 'a-xxxxx' });
});

const DELETED = '2026-01-01T00:00:00Z';
const PHASES: [deletionTimestamp: string | undefined, phase: string, why: string | undefined][] = [
  [undefined, 'Active', undefined],
  [undefined, 'Terminating', "may only be 'Active' if `deletionTimestamp` is empty"],
  [DELETED, 'Terminating', undefined],
  [DELETED, 'Active', "may only be 'Terminating' if `deletionTimestamp` is not empty"],
];

for (const [deletionTimestamp, phase, why] of PHASES) {
  const state = deletionTimestamp === undefined ? 'lives' : 'is being deleted';
  test(`a namespace that ${state} ${why === undefined ? 'is' : 'cannot be'} ${phase}`, () => {
    const metadata = {
      name: 'a',
      uid: 'u',
      resourceVersion: '1',
      ...(deletionTimestamp && { deletionTimestamp }),
    };
    const causes = statusStrategyOf(namespaceRules).validateUpdate(
      namespace(metadata, phase),
      namespace(metadata, 'Active'),
    );
    const expected = why && { reason: 'FieldValueInvalid', message: `Invalid value: "${phase}": ${why}` };
    assert.deepEqual(causes, expected ? [{ ...expected, field: 'status.Phase' }] : []);
  });
}
