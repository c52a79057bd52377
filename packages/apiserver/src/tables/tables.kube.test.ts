import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from '@banyan/testing';
import { recordTables, shownObjects } from '@banyan/testing/tables';
import { compareTable } from './compare-table.ts';

/** Another seed than that of the recording: other pods. */
const SEED = Number(process.env['BANYAN_SEED'] ?? 2);
const PODS = 200;

test('objects are shown as a real server shows them', async () => {
  await using cluster = await startCluster({ name: 'tables' });
  await cluster.json('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  const tables = await recordTables(cluster, shownObjects(SEED, PODS));
  assert.ok(tables.length > 40);
  for (const table of tables) compareTable(table);
});
