import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ManagedFieldsEntry } from '@banyan/api';
import { inherited } from './take-over.ts';

const entry = (manager: string, more: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry => ({
  manager,
  operation: 'Update',
  fieldsV1: { [`f:${manager}`]: {} },
  ...more,
});
const ours: ManagedFieldsEntry = { ...entry('clusternet-hub'), manager: 'banyan', operation: 'Apply' };

const ROWS: readonly (readonly [string, ManagedFieldsEntry[], ManagedFieldsEntry[] | undefined])[] = [
  [
    'the entry of a former owner becomes ours',
    [entry('kubectl'), entry('clusternet-hub')],
    [entry('kubectl'), ours],
  ],
  ['of several the newest', [entry('karmada'), entry('clusternet-hub')], [ours]],
  ['none: nothing to do', [entry('kubectl')], undefined],
  ['we have one: it was done', [entry('clusternet-hub'), entry('banyan', { operation: 'Apply' })], undefined],
  [
    'what it told as a status is no ownership',
    [entry('clusternet-hub', { subresource: 'status' })],
    undefined,
  ],
];

for (const [name, before, expected] of ROWS) {
  test(`taking over: ${name}`, () => assert.deepEqual(inherited(before), expected));
}
