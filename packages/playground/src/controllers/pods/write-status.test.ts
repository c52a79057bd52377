import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameStatus } from './write-status.ts';

test('what is zero or empty is as if it were not said', () => {
  assert.ok(isSameStatus({ replicas: 1 }, { replicas: 1, readyReplicas: 0, currentRevision: '' }));
  assert.ok(isSameStatus(undefined, { replicas: 0 }));
  assert.ok(!isSameStatus({ replicas: 1 }, { replicas: 2 }));
  assert.ok(!isSameStatus({ conditions: [{ status: 'True' }] }, { conditions: [{ status: 'False' }] }));
});
