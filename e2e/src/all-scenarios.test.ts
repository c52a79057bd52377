import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { LIVING_SCENARIOS, LOSING_SCENARIOS } from './all-scenarios.ts';

const ALL = [...LIVING_SCENARIOS, ...LOSING_SCENARIOS];

test('scenarios have names of their own', () => {
  const ids = ALL.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
});

test('there is a transcript of every scenario that real Kubernetes can run, and no other', () => {
  const compared = ALL.filter(({ needs = [] }) => !needs.includes('programs')).map(({ id }) => `${id}.txt`);
  const recorded = readdirSync(new URL('../generated/', import.meta.url));
  assert.deepEqual(recorded.toSorted(), compared.toSorted());
});

test('every file in the folder of scenarios is run', () => {
  const files = readdirSync(new URL('scenarios/', import.meta.url)).filter((name) => name !== 'manifests.ts');
  assert.deepEqual(files.toSorted(), ALL.map(({ id }) => `${id}.ts`).toSorted());
});
