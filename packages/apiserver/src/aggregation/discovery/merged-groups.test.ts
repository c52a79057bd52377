import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResourceCatalogue } from '../../registry/resource-catalogue.ts';
import { plainResource } from '../../registry/plain-resource.ts';
import { StoreStorage } from '../../registry/store-storage.ts';
import { ObjectStore } from '../../storage/object-store.ts';
import { memoryPersistence } from '../../storage/persistence.ts';
import { API_SERVICES_TABLE } from '../api-service.ts';
import type { BackendVersion } from './backend-discovery.ts';
import { MergedGroups } from './merged-groups.ts';

/** Of versions by their names: priorities of group and version, and whether it is served elsewhere. */
async function merged(
  apiServices: Readonly<Record<string, readonly [number, number, boolean?]>>,
  known: Readonly<Record<string, BackendVersion>> = {},
) {
  const store = await ObjectStore.open(memoryPersistence());
  for (const [name, [groupPriorityMinimum, versionPriority, isRemote = false]] of Object.entries(
    apiServices,
  )) {
    const [version = ''] = name.split('.');
    const spec = {
      group: name.slice(version.length + 1),
      version,
      groupPriorityMinimum,
      versionPriority,
      ...(isRemote && { service: { namespace: 'n', name: 's' } }),
    };
    const object = { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name }, spec };
    await store.write(API_SERVICES_TABLE, name, () => ({ type: 'put', object }));
  }
  const resources = new ResourceCatalogue();
  for (const group of ['here.test', 'new.test', 'apiregistration.k8s.io']) {
    const storage = new StoreStorage(store, group);
    resources.add(
      plainResource({ group, version: 'v1', resource: 'things', kind: 'Thing', namespaced: true, storage }),
    );
  }
  return new MergedGroups({
    resources,
    apiServices: store.table(API_SERVICES_TABLE),
    backendVersion: (name) => known[name],
  });
}

test('groups are in the order of their priorities, then of their names; versions likewise, then by age', async () => {
  const groups = await merged({
    'v1.': [18_000, 1],
    'v1.low.test': [10, 1],
    'v1.b.test': [2000, 1],
    'v1.a.test': [2000, 1],
    'v1beta1.high.test': [3000, 15],
    'v2.high.test': [1, 15],
    'v1.high.test': [1, 15],
    'v3.high.test': [1, 1],
    'v1.here.test': [1500, 1],
  });
  assert.deepEqual(
    groups.groups().map(({ name, versions }) => [name, ...versions]),
    [
      ['apiregistration.k8s.io', 'v1'],
      ['high.test', 'v2', 'v1', 'v1beta1', 'v3'],
      ['a.test', 'v1'],
      ['b.test', 'v1'],
      ['here.test', 'v1'],
      // Served already, registered in a moment.
      ['new.test', 'v1'],
      ['low.test', 'v1'],
    ],
  );
});

test('aggregated discovery has what is served here, and of others what they say; silence is stale', async () => {
  const entry = { version: 'v1', resources: [] };
  const fresh = { entry, isFresh: true, openApiHash: undefined };
  const groups = await merged(
    {
      'v1.here.test': [1500, 1],
      'v1.fresh.test': [1400, 1, true],
      'v1.silent.test': [1300, 1, true],
      'v1.stale.test': [1200, 1, true],
      'v1.nobody.test': [1100, 1],
    },
    { 'v1.fresh.test': fresh, 'v1.stale.test': { ...fresh, isFresh: false } },
  );
  const shown = groups.aggregated() as {
    metadata: { name: string };
    versions: { freshness: string; resources?: object[] }[];
  }[];
  assert.deepEqual(
    shown.map(({ metadata, versions: [version] }) => [
      metadata.name,
      version?.freshness,
      version?.resources?.length,
    ]),
    [
      ['apiregistration.k8s.io', 'Current', 1],
      ['here.test', 'Current', 1],
      ['fresh.test', 'Current', 0],
      ['silent.test', 'Stale', undefined],
      ['stale.test', 'Stale', 0],
      ['new.test', 'Current', 1],
    ],
  );
});
