import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../json-value.ts';
import { deepFreeze } from '../recorded/deep-freeze.ts';
import type { Schema } from '../schema.ts';
import { apply } from './apply.ts';
import { fieldPathText } from './field-set/path-element.ts';
import { fieldsOf, withoutFields, onlyFields, changesBetween, mergedWith } from './fields-of-object.ts';
import { extractOwned, fieldsOwnedBy, ownedFieldsDigest } from './owned-fields.ts';
import { trackAllBut, trackOnly } from './ownership/field-filter.ts';
import { managedFieldsOf, withManagedFields } from './ownership/object-metadata.ts';
import { emptyObject } from './typed/empty-object.ts';
import { update } from './update.ts';

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`;

function object(fields: JsonObject, metadata: JsonObject = {}): JsonObject {
  return deepFreeze({
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: { name: 'x', uid: 'u', ...metadata },
    ...fields,
  });
}

/** Kinds without a schema are enough to see who owns what. */
function updated(live: JsonObject | undefined, manager: string, fields: JsonObject, now = at(1)): JsonObject {
  return deepFreeze(update({ live, updated: object(fields), manager, now, schema: undefined }));
}

function owns(live: JsonObject, manager: string, subresource = ''): string[] {
  const set = fieldsOwnedBy(live, { manager, operation: 'Update', subresource });
  return [...set.paths()].map(fieldPathText);
}

test('who creates an object owns all of it but the system fields', () => {
  const live = updated(undefined, 'a', { spec: { x: 1, y: { z: 2 } } });
  assert.deepEqual(owns(live, 'a'), ['.spec', '.spec.x', '.spec.y', '.spec.y.z']);
});

test('what changes moves to who changed it, what is deleted belongs to nobody', () => {
  const first = updated(undefined, 'a', { spec: { x: 1, y: 1, z: 1 } });
  const second = updated(first, 'b', { spec: { x: 2, y: 1, w: 1 } }, at(2));
  assert.deepEqual(owns(second, 'a'), ['.spec', '.spec.y']);
  assert.deepEqual(owns(second, 'b'), ['.spec.w', '.spec.x']);
  assert.deepEqual(
    managedFieldsOf(second)?.map(({ time }) => time),
    [at(1), at(2)],
  );
});

test('an update that changes nothing changes no entry and no time', () => {
  const live = updated(undefined, 'a', { spec: { x: 1 } });
  assert.deepEqual(updated(live, 'a', { spec: { x: 1 } }, at(9)), live);
  assert.deepEqual(updated(live, 'b', { spec: { x: 1 } }, at(9)), live);
});

test('a manager has an entry for each operation, version and subresource', () => {
  const created = updated(undefined, 'a', { spec: { x: 1 } });
  const request = { manager: 'a', now: at(2), schema: undefined };
  const other = { ...object({ spec: { x: 1, y: 1 } }), apiVersion: 'v2' };
  const inOther = update({ ...request, live: created, updated: other });
  const withStatus = { ...other, status: { z: 1 } };
  const withAll = update({ ...request, live: inOther, updated: withStatus, subresource: 'status' });
  const applied = { apiVersion: 'v2', kind: 'Thing', metadata: { name: 'x' }, spec: { y: 1 } };
  assert.deepEqual(
    managedFieldsOf(apply({ ...request, live: withAll, applied }))?.map((entry) => [
      entry.operation,
      entry.apiVersion,
      entry.subresource,
    ]),
    [
      ['Apply', 'v2', undefined],
      ['Update', 'v1', undefined],
      ['Update', 'v2', undefined],
      ['Update', 'v2', 'status'],
    ],
  );
});

test('an object that was never tracked stays so until the first apply', () => {
  const live = object({ spec: { x: 1 } });
  assert.equal(managedFieldsOf(updated(live, 'a', { spec: { x: 2 } })), undefined);
});

for (const cleared of [[], [{}]]) {
  test(`managedFields ${JSON.stringify(cleared)} clear them`, () => {
    const live = updated(undefined, 'a', { spec: { x: 1 } });
    const asked = object({ spec: { x: 1 } }, { managedFields: cleared });
    const next = update({ live, updated: asked, manager: 'b', now: at(2), schema: undefined });
    assert.equal(managedFieldsOf(next), undefined);
  });
}

test('through a subresource managedFields cannot be changed', () => {
  const live = updated(undefined, 'a', { spec: { x: 1 } });
  const asked = object({ spec: { x: 1 } }, { managedFields: [{}] });
  const request = { live, updated: asked, manager: 'b', now: at(2), schema: undefined };
  assert.deepEqual(managedFieldsOf(update({ ...request, subresource: 'status' })), managedFieldsOf(live));
});

test('managedFields of the request count if they can be read', () => {
  const live = updated(undefined, 'a', { spec: { x: 1 } });
  const renamed = (managedFieldsOf(live) ?? []).map((entry) => ({ ...entry, manager: 'renamed' }));
  const request = { live, manager: 'b', now: at(2), schema: undefined };
  assert.deepEqual(owns(update({ ...request, updated: withManagedFields(live, renamed) }), 'renamed'), [
    '.spec',
    '.spec.x',
  ]);
  const broken = withManagedFields(live, [{ manager: 'renamed' }]);
  assert.deepEqual(managedFieldsOf(update({ ...request, updated: broken })), managedFieldsOf(live));
});

test('an object that does not fit its schema gets no managedFields', () => {
  const schema: Schema = { type: 'object', properties: { apiVersion: { type: 'string' } } };
  const result = update({ live: undefined, updated: object({ spec: {} }), manager: 'a', now: at(1), schema });
  assert.equal(managedFieldsOf(result), undefined);
});

test('fields that the endpoint resets are not tracked', () => {
  const request = {
    live: undefined,
    updated: object({ spec: { x: 1 }, status: { y: 1 } }),
    manager: 'a',
    now: at(1),
    schema: undefined,
  };
  assert.deepEqual(owns(update({ ...request, filter: trackAllBut(['status']) }), 'a'), ['.spec', '.spec.x']);
  assert.deepEqual(owns(update({ ...request, filter: trackOnly(['*', 'y']) }), 'a'), [
    '.spec',
    '.status',
    '.status.y',
  ]);
});

test('what an object of a built-in kind always has, nobody owns', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object', default: {}, additionalProperties: true },
      spec: {
        type: 'object',
        default: {},
        required: ['items', 'size', 'name', 'on', 'when'],
        properties: {
          items: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
          size: { type: 'integer', default: 0 },
          name: { type: 'string', default: '' },
          on: { type: 'boolean' },
          when: { type: 'string', default: {} },
          tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        },
      },
    },
  };
  const empty = emptyObject(schema);
  assert.deepEqual(empty, { metadata: {}, spec: { items: null, size: 0, name: '', on: false, when: null } });
  const created = object({ spec: { items: ['a'], tags: ['b'], size: 0 } });
  const live = update({ live: undefined, updated: created, manager: 'a', now: at(1), schema, empty });
  assert.deepEqual(owns(live, 'a'), ['.spec.tags', '.spec.items[="a"]', '.spec.tags[="b"]']);
});

test('of more than ten updaters the oldest are folded into ancient-changes', () => {
  let live: JsonObject | undefined;
  const fields: Record<string, JsonValue> = {};
  for (let index = 1; index <= 13; index++) {
    fields[`f${index}`] = index;
    live = updated(live, `u${index}`, { ...fields }, at(index));
  }
  assert.ok(live);
  const entries = managedFieldsOf(live) ?? [];
  assert.deepEqual(
    entries.map(({ manager, time }) => [manager, time]),
    [['ancient-changes', at(4)], ...[5, 6, 7, 8, 9, 10, 11, 12, 13].map((index) => [`u${index}`, at(index)])],
  );
  assert.deepEqual(owns(live, 'ancient-changes'), ['.f1', '.f2', '.f3', '.f4']);
});

test('what a manager owns can be extracted, digested and taken away', () => {
  const applied = object({ spec: { x: 1, y: { z: 1 } } });
  const live = apply({ live: undefined, applied, manager: 'a', now: at(1), schema: undefined });
  const changed = updated(live, 'b', { spec: { x: 2, y: { z: 1 }, w: 1 } });
  assert.deepEqual(extractOwned(changed, { manager: 'a' }, undefined), {
    apiVersion: 'v1',
    kind: 'Thing',
    spec: { y: { z: 1 } },
  });
  assert.notEqual(ownedFieldsDigest(changed, { manager: 'a' }), ownedFieldsDigest(live, { manager: 'a' }));
  const theirs = fieldsOwnedBy(changed, { manager: 'b', operation: 'Update' });
  assert.deepEqual(withoutFields(changed, theirs, undefined)['spec'], { y: { z: 1 } });
});

test('objects can be looked at by field without writing', () => {
  const before = { spec: { x: 1, y: 2 } };
  const after = mergedWith(before, { spec: { x: 5 } }, undefined);
  assert.deepEqual(after, { spec: { x: 5, y: 2 } });
  const { modified } = changesBetween(before, after, undefined);
  assert.deepEqual([...modified.paths()].map(fieldPathText), ['.spec.x']);
  assert.deepEqual(onlyFields(after, modified, undefined), { spec: { x: 5 } });
  assert.deepEqual(withoutFields(after, fieldsOf({ spec: { x: 0 } }, undefined).leaves(), undefined), {
    spec: { y: 2 },
  });
});
