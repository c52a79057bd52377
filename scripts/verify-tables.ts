/** Fails if a real API server shows other tables than packages/testing/generated/tables.json. Writes nothing. */
import { startCluster } from '@banyan/testing';
import { readTables, recordTables, shownObjects, steadyTables } from '@banyan/testing/tables';

const SEED = 1;

await using cluster = await startCluster({ name: 'tables' });
await cluster.json('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
const real = steadyTables(await recordTables(cluster, shownObjects(SEED)));
const stored = steadyTables(readTables());
const found = real.filter((row) => !stored.includes(row));
for (const row of found) console.error(`not recorded: ${row}`);
if (found.length > 0 || real.length !== stored.length) {
  console.error('Run scripts/update-tables.ts and read what it changes.');
  process.exitCode = 1;
}
