import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { decideCollection, type Collection } from './decide-collection.ts';
import type { OwnerStanding } from './owner-standing.ts';

const NONE = { hasDependents: false, hasWaitingDependent: false };

function decide(standings: readonly OwnerStanding[], facts = NONE, finalizers: string[] = []): Collection {
  const object: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', finalizers } };
  const owners = standings.map((standing, i) => ({
    standing,
    reference: { apiVersion: 'v1', kind: 'ConfigMap', name: `owner-${i}`, uid: `${standing}-${i}` },
  }));
  return decideCollection(object, owners, facts);
}

const deleted = (propagationPolicy: 'Foreground' | 'Background' | 'Orphan', unblocksOwners = false) => ({
  type: 'delete' as const,
  propagationPolicy,
  unblocksOwners,
});

test('an object goes when none of its owners is left, and only then', () => {
  const table: [OwnerStanding[], Collection][] = [
    [[], { type: 'keep' }],
    [['solid'], { type: 'keep' }],
    [['solid', 'dangling'], { type: 'drop-references', uids: ['dangling-1'] }],
    [['waiting', 'solid'], { type: 'drop-references', uids: ['waiting-0'] }],
    [['dangling', 'dangling'], deleted('Background')],
    [['waiting'], deleted('Background')],
    [['dangling', 'unknown'], { type: 'look-again' }],
    [['dangling', 'impossible'], { type: 'keep' }],
  ];
  for (const [standings, expected] of table) assert.deepEqual(decide(standings), expected, standings.join());
});

test('one with dependents goes after them if its owner waits for it, and a circle is cut', () => {
  const facts = { hasDependents: true, hasWaitingDependent: false };
  assert.deepEqual(decide(['waiting'], facts), deleted('Foreground'));
  assert.deepEqual(decide(['dangling'], facts), deleted('Background'));
  const circle = { hasDependents: true, hasWaitingDependent: true };
  assert.deepEqual(decide(['waiting'], circle), deleted('Foreground', true));
});

test('what was asked for its dependents before is done', () => {
  assert.deepEqual(decide(['dangling'], NONE, ['orphan']), deleted('Orphan'));
  assert.deepEqual(decide(['dangling'], NONE, ['foregroundDeletion']), deleted('Foreground'));
});
