import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '@banyan/patch';
import type { ServedResource } from '../../registry/served-resource.ts';
import { customSchemas } from './custom-schemas.ts';

const NAMES = { item: 'test.example.v1.Thing', list: 'test.example.v1.ThingList' };
const META = '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.';

interface Shown {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Shown & { allOf?: readonly object[] }>>;
}

function schemasOf(schema: Schema | undefined, selectable?: readonly string[]): Record<string, Shown> {
  const kinds = { group: 'example.test', version: 'v1', kind: 'Thing', listKind: 'ThingList' };
  const values = Object.fromEntries((selectable ?? []).map((field) => [field, '']));
  const strategy = selectable === undefined ? {} : { selectableFields: () => values };
  const resource = { ...kinds, schema, strategy } as unknown as ServedResource;
  return Object.fromEntries(customSchemas(resource, NAMES)) as unknown as Record<string, Shown>;
}

test('every kind has its identity, and its list the items', () => {
  const { [NAMES.item]: item, [NAMES.list]: list } = schemasOf({ type: 'object' });
  assert.deepEqual(item?.properties['metadata']?.allOf, [{ $ref: `${META}ObjectMeta` }]);
  assert.deepEqual(list?.properties['items'], {
    type: 'array',
    items: { $ref: `#/components/schemas/${NAMES.item}` },
  });
  assert.deepEqual(list.required, ['items']);
});

test('a kind without a schema takes everything', () => {
  assert.deepEqual(schemasOf(undefined)[NAMES.item], {
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
    'x-kubernetes-group-version-kind': [{ group: 'example.test', version: 'v1', kind: 'Thing' }],
  });
});

test('embedded objects have an identity too, wherever they are', () => {
  const spec: Schema = { type: 'object' };
  const embedded: Schema = { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec } };
  const { [NAMES.item]: item } = schemasOf({
    type: 'object',
    properties: { list: { type: 'array', items: embedded } },
  });
  const list = item?.properties['list'] as { items?: Shown } | undefined;
  assert.deepEqual(Object.keys(list?.items?.properties ?? {}), ['spec', 'apiVersion', 'kind', 'metadata']);
  assert.deepEqual(list?.items?.required, ['kind', 'apiVersion']);
});

test('fields that can be selected by are named', () => {
  const field = 'x-kubernetes-selectable-fields';
  const { [NAMES.item]: item } = schemasOf(undefined, ['spec.colour']);
  assert.deepEqual((item as unknown as Record<string, unknown>)[field], [{ fieldPath: 'spec.colour' }]);
  assert.ok(!(field in (schemasOf(undefined)[NAMES.item] ?? {})));
});
