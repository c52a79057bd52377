import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { kubernetesSchema, parseApiVersion } from '@banyan/api';
import { emptyObject, resetFieldsOf, update, type JsonObject } from '@banyan/patch';
import { startCluster, type Cluster } from '@banyan/testing';
import { createdObjects, type CreatedObject } from './created-objects.ts';

let cluster: Cluster;

before(async () => {
  cluster = await startCluster({ name: 'created-objects' });
  await cluster.until('namespace default', async () => {
    return (await cluster.request({ path: '/api/v1/namespaces/default' })).status === 200;
  });
});
after(() => cluster.stop());

for (const created of createdObjects) {
  const { apiVersion, kind } = created;
  test(`who creates a ${kind} (${apiVersion}) owns what he owns on the real server`, async () => {
    const { metadata, ...object } = await create(created);
    const { managedFields, ...rest } = metadata;
    const schema = kubernetesSchema({ ...parseApiVersion(apiVersion), kind });
    assert.ok(schema);
    const ours = update({
      live: undefined,
      updated: { ...object, metadata: rest } as unknown as JsonObject,
      manager: 'creator',
      now: managedFields[0]?.time ?? '',
      schema,
      empty: emptyObject(schema),
      filter: resetFieldsOf({ apiVersion, kind }),
    });
    assert.deepEqual((ours['metadata'] as JsonObject)['managedFields'] ?? [], managedFields);
  });
}

interface Answer {
  readonly metadata: { readonly managedFields: readonly { readonly time?: string }[] };
}

/** Nothing is stored; a server without controllers could not take all of them down again. */
async function create({ apiVersion, kind, collection, fields }: CreatedObject): Promise<Answer> {
  const prefix = apiVersion.includes('/') ? 'apis' : 'api';
  const metadata = { name: kind.toLowerCase(), ...(fields['metadata'] as object | undefined) };
  const path = `/${prefix}/${apiVersion}/${collection}?dryRun=All&fieldManager=creator`;
  const answer = await cluster.json<Partial<Answer>>('POST', path, { ...fields, apiVersion, kind, metadata });
  return { ...answer, metadata: { managedFields: [], ...answer.metadata } };
}
