import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardDeletion, type DeletionRequest } from './guard-deletion.ts';

const REQUEST: DeletionRequest = {
  objects: 10,
  members: 2,
  generation: 4,
  allowDeletion: undefined,
  limits: { objects: 10, members: 2 },
};

const ROWS: readonly (readonly [string, Partial<DeletionRequest>, boolean])[] = [
  ['up to the limits nobody is asked', {}, false],
  ['more objects are held', { objects: 11 }, true],
  ['more clusters are held', { members: 3 }, true],
  ['what was allowed for this generation goes on', { objects: 11, allowDeletion: 4 }, false],
  ['what was allowed for another generation is held', { objects: 11, allowDeletion: 3 }, true],
];

for (const [name, facts, isHeld] of ROWS) {
  test(name, () => assert.equal(guardDeletion({ ...REQUEST, ...facts }) !== undefined, isHeld));
}

test('who is held is told how to go on', () => {
  assert.equal(
    guardDeletion({ ...REQUEST, objects: 11, members: 1 }),
    'this would delete 11 objects and leave 1 cluster, more than 10 objects or 2 clusters: ' +
      'nothing is deleted until the annotation banyan.dev/allow-deletion is "4"',
  );
});
