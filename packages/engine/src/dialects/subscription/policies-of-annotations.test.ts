import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policiesOfAnnotations } from './policies-of-annotations.ts';

test('without annotations the policies are the safe ones', () => {
  assert.deepEqual(policiesOfAnnotations(), {
    policies: { drift: 'repair', conflict: 'refuse', immutable: 'report', allowDeletion: undefined },
    problems: [],
  });
});

test('annotations choose', () => {
  const { policies, problems } = policiesOfAnnotations({
    'banyan.dev/drift': 'ignore',
    'banyan.dev/conflict': 'take-over',
    'banyan.dev/immutable': 'recreate',
    'banyan.dev/allow-deletion': '12',
  });
  assert.deepEqual(policies, {
    drift: 'ignore',
    conflict: 'take-over',
    immutable: 'recreate',
    allowDeletion: 12,
  });
  assert.deepEqual(problems, []);
});

test('a word that is none is told, and the safe policy holds', () => {
  const { policies, problems } = policiesOfAnnotations({
    'banyan.dev/conflict': 'yes',
    'banyan.dev/allow-deletion': 'true',
  });
  assert.equal(policies.conflict, 'refuse');
  assert.equal(policies.allowDeletion, undefined);
  assert.deepEqual(problems, [
    'banyan.dev/allow-deletion is "true", not a generation',
    'banyan.dev/conflict is "yes", not one of refuse, take-over',
  ]);
});
