import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { mirroredCustom } from './mirrored-custom.ts';
import type { ResourceStorage } from './resource-storage.ts';

const STORAGE: ResourceStorage = {
  get: () => Promise.resolve(undefined),
  list: () => Promise.resolve({ items: [], resourceVersion: '1' }),
  write: () => Promise.resolve(undefined),
  watch: () => Promise.resolve(),
};

function definition(established: 'True' | 'False', over: Partial<KubeObject['metadata']> = {}): KubeObject {
  const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };
  const version = (name: string, served: boolean, storage: boolean) => ({
    name,
    served,
    storage,
    schema: { openAPIV3Schema: { type: 'object' } },
    subresources: { status: {} },
  });
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com', ...over },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names,
      versions: [version('v1beta1', true, true), version('v1', true, false), version('v2', false, false)],
    },
    status: { acceptedNames: names, conditions: [{ type: 'Established', status: established }] },
  } as KubeObject;
}

test('objects are kept in the version that is preferred of those that are served', () => {
  const mirrored = mirroredCustom(definition('True'));
  assert.deepEqual([mirrored?.resource, mirrored?.version, mirrored?.namespaced], ['widgets', 'v1', true]);
  const resources = mirrored?.resources(STORAGE, new AbortController().signal) ?? [];
  assert.deepEqual(resources.map(({ version }) => version).toSorted(), ['v1', 'v1beta1']);
  for (const { subresources } of resources) assert.equal(subresources.has('status'), false);
});

test('a definition that is not in force, or going, is none', () => {
  assert.equal(mirroredCustom(definition('False')), undefined);
  assert.equal(mirroredCustom(definition('True', { deletionTimestamp: '2026-01-01T00:00:00Z' })), undefined);
  const { status: _, ...fresh } = definition('True');
  assert.equal(mirroredCustom(fresh as KubeObject), undefined);
});
