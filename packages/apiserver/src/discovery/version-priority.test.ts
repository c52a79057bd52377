import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions } from './version-priority.ts';

test('stable versions come before beta and alpha ones, newer before older, and other names last', () => {
  const preferred = ['v10', 'v2', 'v1', 'v3beta1', 'v1beta2', 'v1beta1', 'v2alpha1', 'a1', 'b1', 'v01'];
  assert.deepEqual(preferred.toReversed().toSorted(compareVersions), preferred);
});

test('a version is equal to itself', () => {
  for (const version of ['v1', 'v1beta1', 'other']) assert.equal(compareVersions(version, version), 0);
});
