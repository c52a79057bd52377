import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ObjectMeta } from '@banyan/api';
import { adoptionOf } from './adoption-of.ts';

const OURS: ObjectMeta = { labels: { 'banyan.dev/owned': 'hub-1' } };
const THEIRS: ObjectMeta = { labels: { 'banyan.dev/owned': 'hub-2' } };
const CLUSTERNET: ObjectMeta = { annotations: { 'apps.clusternet.io/owned-by-description': 'n.d' } };
const KARMADA: ObjectMeta = { labels: { 'karmada.io/managed': 'true' } };

const ROWS: readonly (readonly [string, ObjectMeta, 'refuse' | 'take-over', string])[] = [
  ['our own is applied', OURS, 'refuse', 'apply'],
  ['what Clusternet made is taken over', CLUSTERNET, 'refuse', 'take-over'],
  ['what Karmada made is taken over', KARMADA, 'refuse', 'take-over'],
  ["what nobody's mark is on is refused", {}, 'refuse', 'refuse'],
  ['unless the intent says so', {}, 'take-over', 'take-over'],
  ["another hub's is refused", THEIRS, 'refuse', 'refuse'],
  [
    "another hub's is refused, though Clusternet made it once",
    { ...CLUSTERNET, ...THEIRS },
    'refuse',
    'refuse',
  ],
  ["another hub's is taken over if the intent says so", THEIRS, 'take-over', 'take-over'],
];

for (const [name, metadata, conflict, expected] of ROWS) {
  test(`an object that is there: ${name}`, () => {
    const live = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
    assert.equal(adoptionOf({ live, hubId: 'hub-1', conflict }).action, expected);
  });
}

test('a Namespace that is there is used, never owned, whatever the intent says', () => {
  const live = { apiVersion: 'v1', kind: 'Namespace', metadata: {} };
  assert.equal(adoptionOf({ live, hubId: 'hub-1', conflict: 'take-over' }).action, 'use');
});

test('who is refused is told what to do', () => {
  const live = { apiVersion: 'v1', kind: 'ConfigMap', metadata: THEIRS };
  const adoption = adoptionOf({ live, hubId: 'hub-1', conflict: 'refuse' });
  assert.match(
    'message' in adoption ? adoption.message : '',
    /belongs to the hub hub-2: delete it, or annotate/,
  );
});
