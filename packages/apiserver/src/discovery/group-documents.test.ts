import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { kubernetesResources } from '@banyan/api';
import { builtInResources, storeEnvironment } from '../registry/built-in-resources.ts';
import type { ServedResource } from '../registry/served-resource.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { aggregatedDocument, aggregatedGroup } from './aggregated-document.ts';
import { apiGroups } from './api-groups.ts';
import { namedGroup } from './group-directory.ts';
import { groupDocument, groupListDocument, resourceListDocument } from './group-documents.ts';

let builtIn: ServedResource[];
let widgets: ServedResource;

before(async () => {
  const store = await ObjectStore.open(memoryPersistence());
  builtIn = builtInResources(
    store,
    storeEnvironment(store, () => 'suffix'),
  );
  const [configMaps] = builtIn.filter(({ kind }) => kind === 'ConfigMap');
  assert.ok(configMaps);
  const names = { resource: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };
  const place = { group: 'example.test', version: 'v1', custom: { hasStatus: false } };
  widgets = { ...configMaps, ...place, ...names, shortNames: ['wd'], categories: ['all'] };
});

test('built-in groups come in the order of the real server, whatever the order in which they were added', () => {
  const expected = [...new Set(builtIn.map(({ group }) => group))];
  const shuffled = builtIn.toReversed();
  assert.deepEqual(
    apiGroups(shuffled).map(({ name }) => name),
    expected,
  );
});

test('other groups come after the built-in ones, by name', () => {
  const others = ['b.test', 'a.test'].map((group) => ({ ...widgets, group }));
  const names = apiGroups([...others, ...builtIn]).map(({ name }) => name);
  assert.deepEqual(names.slice(-2), ['a.test', 'b.test']);
});

test('a version’s resources are by name, each with its subresources after it', () => {
  const core = apiGroups(builtIn.toReversed())[0]?.versions[0];
  assert.ok(core);
  const { resources } = resourceListDocument('', core) as { resources: { name: string }[] };
  const expected = kubernetesResources()
    .filter(({ group }) => group === '')
    .flatMap(({ resource, subresources = [] }) => [
      resource,
      ...subresources.map(({ subresource }) => `${resource}/${subresource}`),
    ]);
  assert.deepEqual(
    resources.map(({ name }) => name),
    expected,
  );
});

test('the preferred version of a group is its newest stable one', () => {
  const versions = ['v1beta1', 'v1', 'v2alpha1'].map((version) => ({ ...widgets, version }));
  const [group] = apiGroups(versions);
  assert.ok(group);
  const named = ['v1', 'v1beta1', 'v2alpha1'].map((version) => ({
    groupVersion: `example.test/${version}`,
    version,
  }));
  assert.deepEqual(groupDocument(namedGroup(group)), {
    kind: 'APIGroup',
    apiVersion: 'v1',
    name: 'example.test',
    versions: named,
    preferredVersion: named[0],
  });
});

test('the list of groups leaves out the core group, which has no name', () => {
  const { groups } = groupListDocument(apiGroups(builtIn).map(namedGroup)) as { groups: { name: string }[] };
  assert.ok(groups.length > 10);
  assert.ok(groups.every(({ name }) => name !== ''));
});

test('a subresource of another group says which one that is', () => {
  const apps = apiGroups(builtIn).find(({ name }) => name === 'apps')?.versions[0];
  assert.ok(apps);
  const { resources } = resourceListDocument('apps', apps) as { resources: { name: string }[] };
  const found = resources.filter(({ name }) => ['deployments/scale', 'deployments/status'].includes(name));
  const common = { singularName: '', namespaced: true, verbs: ['get', 'patch', 'update'] };
  assert.deepEqual(found, [
    { name: 'deployments/scale', ...common, group: 'autoscaling', version: 'v1', kind: 'Scale' },
    { name: 'deployments/status', ...common, kind: 'Deployment' },
  ]);
});

test('in aggregated discovery custom resources repeat their group and version, built-in ones do not', () => {
  const leases = builtIn.filter(({ resource }) => resource === 'leases');
  const { items } = aggregatedDocument(apiGroups([widgets, ...leases]).map(aggregatedGroup)) as {
    items: { versions: { resources: { responseKind: object }[] }[] }[];
  };
  assert.deepEqual(
    items.map(({ versions }) => versions[0]?.resources[0]?.responseKind),
    [
      { group: '', version: '', kind: 'Lease' },
      { group: 'example.test', version: 'v1', kind: 'Widget' },
    ],
  );
});
