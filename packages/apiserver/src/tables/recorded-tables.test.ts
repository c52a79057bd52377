import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kubernetesResources, type KubeObject } from '@banyan/api';
import { readTables } from '@banyan/testing/tables';
import { builtInColumns } from './built-in-columns.ts';
import { compareTable } from './compare-table.ts';

describe('objects are shown as a real server showed them', () => {
  for (const table of readTables()) test(table.collection, () => compareTable(table));
});

test('every built-in kind can be shown, however little of it there is', () => {
  const now = new Date();
  for (const resource of kubernetesResources()) {
    const empty: KubeObject = { apiVersion: 'v1', kind: resource.kind, metadata: {} };
    for (const object of [empty, { ...empty, spec: {}, status: {} }])
      for (const column of builtInColumns(resource))
        assert.doesNotThrow(() => column.value(object, now), `${resource.resource}: ${column.name}`);
  }
});
