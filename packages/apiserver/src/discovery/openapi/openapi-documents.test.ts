import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { builtInResources, storeEnvironment } from '../../registry/built-in-resources.ts';
import { ResourceCatalogue } from '../../registry/resource-catalogue.ts';
import type { ServedResource } from '../../registry/served-resource.ts';
import { ObjectStore } from '../../storage/object-store.ts';
import { memoryPersistence } from '../../storage/persistence.ts';
import { OpenApiDocuments } from './openapi-documents.ts';

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly 'x-kubernetes-group-version-kind': object;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

let catalogue: ResourceCatalogue;
let documents: OpenApiDocuments;
let seconds: number;

beforeEach(async () => {
  const store = await ObjectStore.open(memoryPersistence());
  catalogue = new ResourceCatalogue();
  const environment = storeEnvironment(store, () => 'suffix');
  for (const resource of builtInResources(store, environment)) catalogue.add(resource);
  seconds = 0;
  documents = new OpenApiDocuments(catalogue, () => new Date(1000 * (seconds += 1)));
});

function document(path: string): Document {
  const found = documents.find(path);
  assert.ok(found, path);
  return JSON.parse(found.body) as Document;
}

function widgets(): ServedResource {
  const configMaps = catalogue.find({ group: '', version: 'v1', resource: 'configmaps' });
  assert.ok(configMaps);
  const names = { resource: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };
  const schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
  } as const;
  return {
    ...configMaps,
    ...names,
    group: 'things.example.test',
    version: 'v1',
    schema,
    custom: { hasStatus: false },
  };
}

test('every reference in a document leads to a schema in it', () => {
  for (const [path, { body }] of documents.all()) {
    const { schemas } = document(path).components;
    for (const [, name = ''] of body.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      assert.ok(Object.hasOwn(schemas, name), `${path}: ${name}`);
    }
  }
});

test('every resource that can be patched says that unknown fields can be told of, and that it can be only tried', () => {
  const patchable = catalogue.all().filter(({ verbs }) => verbs.includes('patch'));
  assert.ok(patchable.length > 40);
  for (const { group, version, kind, resource, namespaced } of patchable) {
    const base = group === '' ? `api/${version}` : `apis/${group}/${version}`;
    const scope = namespaced ? 'namespaces/{namespace}/' : '';
    const patch = document(base).paths[`/${base}/${scope}${resource}/{name}`]?.['patch'];
    assert.deepEqual(patch?.['x-kubernetes-group-version-kind'], { group, version, kind }, resource);
    const names = patch.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    assert.ok(names.includes('fieldValidation') && names.includes('dryRun'), resource);
  }
});

test('a resource has only the operations of its verbs', () => {
  const { paths } = document('apis/authorization.k8s.io/v1');
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  assert.deepEqual(Object.keys(paths[path] ?? {}), ['post', 'parameters']);
  assert.equal(paths[`${path}/{name}`], undefined);
});

test('what a field adds to a type that it refers to stands beside the reference', () => {
  const schemas = document('apis/apps/v1').components.schemas as Record<
    string,
    { properties: Record<string, object> }
  >;
  const properties = schemas['io.k8s.api.apps.v1.Deployment']?.properties;
  const spec = { $ref: '#/components/schemas/io.k8s.api.apps.v1.DeploymentSpec' };
  assert.deepEqual(properties?.['spec'], { default: {}, allOf: [spec] });
});

test('a custom resource’s schema is there under the reversed name of its group, with its paths alone', () => {
  catalogue.add(widgets());
  const { components, paths } = document('apis/things.example.test/v1');
  const schema = components.schemas['test.example.things.v1.Widget'] as Record<string, unknown>;
  const kind = { group: 'things.example.test', version: 'v1', kind: 'Widget' };
  assert.deepEqual(schema['x-kubernetes-group-version-kind'], [kind]);
  assert.deepEqual((schema['properties'] as Record<string, unknown>)['spec'], {
    type: 'object',
    properties: { size: { type: 'integer' } },
  });
  const base = '/apis/things.example.test/v1';
  assert.deepEqual(Object.keys(paths), [
    `${base}/namespaces/{namespace}/widgets`,
    `${base}/namespaces/{namespace}/widgets/{name}`,
    `${base}/widgets`,
  ]);
  assert.equal(documents.find('apis/things.example.test'), undefined);
});

test('only built-in kinds say that they understand a strategic merge patch', () => {
  catalogue.add(widgets());
  const understands = (base: string, path: string) => {
    const patch = document(base).paths[`/${base}/namespaces/{namespace}/${path}/{name}`]?.['patch'];
    return JSON.stringify(patch).includes('application/strategic-merge-patch+json');
  };
  assert.ok(understands('apis/apps/v1', 'deployments'));
  assert.ok(!understands('apis/things.example.test/v1', 'widgets'));
});

test('a document changes when its resources do, and only then', () => {
  catalogue.add(widgets());
  const [apps, before] = [documents.find('apis/apps/v1'), documents.find('apis/things.example.test/v1')];
  catalogue.add({ ...widgets(), schema: undefined });
  const after = documents.find('apis/things.example.test/v1');
  assert.notEqual(after?.hash, before?.hash);
  assert.ok(after && before && after.modified > before.modified);
  assert.equal(documents.find('apis/apps/v1'), apps);
  catalogue.remove({ group: 'things.example.test', version: 'v1', resource: 'widgets' });
  assert.equal(documents.find('apis/things.example.test/v1'), undefined);
});
