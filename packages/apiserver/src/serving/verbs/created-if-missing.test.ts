import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createdIfMissing } from './created-if-missing.ts';

const DRAFT = { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} };
const KEPT = { key: 'x', revision: 1, object: DRAFT, json: '{}' };

test('what is deleted in the meantime is created only after it was asked whether it may be', async () => {
  const steps: string[] = [];
  let isThere = true;
  const { created } = await createdIfMissing({
    isMissing: async () => !isThere,
    admit: async () => void steps.push('admit'),
    create: (draft) => {
      steps.push('create');
      return draft;
    },
    write: async (create) => {
      isThere = false;
      create(DRAFT);
      return { kept: KEPT, created: true };
    },
  });
  assert.deepEqual([steps, created], [['admit', 'create'], true]);
});

test('who may not create what was deleted in the meantime is told so', async () => {
  const answers = [false, true];
  const outcome = createdIfMissing({
    isMissing: async () => answers.shift() ?? true,
    admit: () => Promise.reject(new Error('forbidden')),
    create: () => assert.fail('created'),
    write: async (create) => {
      create(DRAFT);
      return assert.fail('written');
    },
  });
  await assert.rejects(outcome, /forbidden/);
});
