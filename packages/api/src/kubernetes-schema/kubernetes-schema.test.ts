import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { kubernetesResources, kubernetesVersion } from './kubernetes-resources.ts';
import { kubernetesDefinition, kubernetesSchema, kubernetesStoredDefinition } from './kubernetes-schema.ts';
import type { KubernetesSchema } from './schema-linker.ts';

const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' };

test('a field has the facts of its type and its own', () => {
  const strategy = kubernetesSchema(DEPLOYMENT)?.properties?.['spec']?.properties?.['strategy'];
  assert.equal(strategy?.title, 'DeploymentStrategy');
  assert.equal(strategy?.['x-kubernetes-patch-strategy'], 'retainKeys');
  assert.deepEqual(strategy?.default, {});
  assert.ok(strategy?.properties?.['rollingUpdate']?.properties?.['maxSurge']);
});

test('references are followed across groups, with list and merge keys', () => {
  const podSpec = at(kubernetesSchema(DEPLOYMENT), 'spec', 'template', 'spec');
  const ports = podSpec.properties?.['containers']?.items?.properties?.['ports'];
  assert.deepEqual(ports?.['x-kubernetes-list-map-keys'], ['containerPort', 'protocol']);
  assert.equal(ports?.['x-kubernetes-patch-merge-key'], 'containerPort');
  assert.equal(ports?.items?.properties?.['protocol']?.default, 'TCP');
  assert.deepEqual(ports?.items?.required, ['containerPort']);
});

test('a stored definition names what it refers to; there is none of a name that is nobody’s', () => {
  const deployment = kubernetesStoredDefinition('io.k8s.api.apps.v1.Deployment');
  const spec = { $ref: 'io.k8s.api.apps.v1.DeploymentSpec', default: {} };
  assert.deepEqual(deployment?.properties?.['spec'], spec);
  assert.equal(kubernetesStoredDefinition('toString'), undefined);
});

test('one type is one object, however many fields are of it', () => {
  const [container, again] = ['containers', 'initContainers'].map(
    (field) =>
      at(kubernetesSchema({ group: '', version: 'v1', kind: 'Pod' }), 'spec').properties?.[field]?.items,
  );
  assert.ok(container);
  assert.equal(container.properties, again?.properties);
});

test('a type that holds itself is a cycle', () => {
  const props = kubernetesDefinition(
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps',
  );
  assert.ok(props);
  assert.equal(props.properties?.['not'], props);
  assert.deepEqual(props.properties?.['properties']?.additionalProperties, { ...props, default: {} });
});

for (const gvk of [
  { group: 'apps', version: 'v2', kind: 'Deployment' },
  { group: '', version: 'v1', kind: 'Deployment' },
  { group: '', version: 'v1', kind: '__proto__' },
  { group: 'example.dev', version: 'v1', kind: 'Thing' },
]) {
  test(`${gvk.group}/${gvk.version} ${gvk.kind} has no schema`, () => {
    assert.equal(kubernetesSchema(gvk), undefined);
  });
}

test('what is no definition is undefined', () => {
  assert.equal(kubernetesDefinition('constructor'), undefined);
});

test('every resource has the schema of its kind', () => {
  for (const { group, version, kind, resource } of kubernetesResources()) {
    assert.ok(kubernetesSchema({ group, version, kind }), `${group}/${version} ${resource}`);
  }
});

test('every kind that a list verb answers with has its list kind', () => {
  for (const { group, version, kind, verbs } of kubernetesResources()) {
    if (!verbs.includes('list')) continue;
    const list = kubernetesSchema({ group, version, kind: `${kind}List` });
    assert.deepEqual(list?.properties?.['items']?.items?.title, kind);
  }
});

test('resources are as in discovery', () => {
  const find = (name: string) => kubernetesResources().find(({ resource }) => resource === name);
  const { subresources = [], ...pods } = find('pods') ?? {};
  assert.deepEqual(pods, {
    group: '',
    version: 'v1',
    resource: 'pods',
    kind: 'Pod',
    singular: 'pod',
    namespaced: true,
    verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
    shortNames: ['po'],
    categories: ['all'],
    storageVersionHash: 'xPOwRZ+Yhw8=',
  });
  assert.deepEqual(
    subresources.find(({ subresource }) => subresource === 'eviction'),
    { subresource: 'eviction', kind: 'Eviction', kindGroup: 'policy', kindVersion: 'v1', verbs: ['create'] },
  );
  assert.equal(find('nodes')?.namespaced, false);
});

test('the preferred version of a group comes first', () => {
  const versions = kubernetesResources().filter(({ group }) => group === 'autoscaling');
  assert.deepEqual([...new Set(versions.map(({ version }) => version))], ['v2', 'v1']);
});

test('the facts are those of one release, without prose', () => {
  assert.match(kubernetesVersion(), /^v1\.\d+\.\d+$/);
  assert.equal(
    JSON.stringify(kubernetesSchema(DEPLOYMENT)?.properties?.['status']).includes('description'),
    false,
  );
});

test('what every process loads stays small', () => {
  const bytes = ['definitions.json', 'resources.json']
    .map((name) => statSync(new URL(`../../generated/kubernetes/${name}`, import.meta.url)).size)
    .reduce((total, size) => total + size);
  // 260 KiB are parsed in about three milliseconds.
  assert.ok(bytes < 512 * 1024, `${bytes} bytes`);
});

function at(schema: KubernetesSchema | undefined, ...fields: string[]): KubernetesSchema {
  const found = fields.reduce((inner, field) => inner?.properties?.[field], schema);
  assert.ok(found, fields.join('.'));
  return found;
}
