/** Writes packages/testing/generated/tables.json: what a real API server shows of many objects. */
import { startCluster } from '@banyan/testing';
import { recordTables, shownObjects, writeTables } from '@banyan/testing/tables';

const SEED = 1;

await using cluster = await startCluster({ name: 'tables' });
await cluster.json('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
console.log(await writeTables(await recordTables(cluster, shownObjects(SEED))));
