import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../json-value.ts';
import { deepFreeze } from '../recorded/deep-freeze.ts';
import type { Schema } from '../schema.ts';
import { apply } from './apply.ts';
import { fieldPathText } from './field-set/path-element.ts';
import { fieldsOwnedBy } from './owned-fields.ts';
import { ApplyConflictError, isApplyConflict, isApplyError } from './ownership/apply-error.ts';
import { managedFieldsOf, withManagedFields } from './ownership/object-metadata.ts';
import { customResourceSchema } from './typed/object-meta-schema.ts';
import { update } from './update.ts';

const STRING: Schema = { type: 'string' };
const schema = customResourceSchema({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        image: STRING,
        labels: { type: 'object', additionalProperties: STRING },
        tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: STRING },
        steps: { type: 'array', items: STRING },
        items: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: { type: 'object', properties: { name: STRING, value: STRING } },
        },
        inner: { type: 'object', properties: { a: STRING, b: STRING } },
      },
    },
  },
});

const at = (second: number) => `2026-01-01T00:00:0${second}Z`;

function object(spec: JsonValue, metadata: JsonObject = {}): JsonObject {
  return deepFreeze({
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { name: 'x', ...metadata },
    spec,
  });
}

function applied(
  live: JsonObject | undefined,
  manager: string,
  spec: JsonValue,
  options: { force?: boolean; now?: string } = {},
): JsonObject {
  const { force = false, now = at(1) } = options;
  return deepFreeze(apply({ live, applied: object(spec), manager, force, now, schema }));
}

function updated(live: JsonObject | undefined, manager: string, spec: JsonValue, now = at(2)): JsonObject {
  return deepFreeze(update({ live, updated: object(spec), manager, now, schema }));
}

function owns(live: JsonObject, manager: string, operation: 'Apply' | 'Update' = 'Apply'): string[] {
  return [...fieldsOwnedBy(live, { manager, operation }).paths()].map(fieldPathText);
}

test('who applies owns every field of his configuration, and nothing of the system', () => {
  const live = applied(undefined, 'a', { replicas: 1, tags: ['x'], inner: {} });
  assert.deepEqual(owns(live, 'a'), ['.spec.inner', '.spec.replicas', '.spec.tags[="x"]']);
  assert.deepEqual(managedFieldsOf(live), [
    {
      manager: 'a',
      operation: 'Apply',
      apiVersion: 'example.com/v1',
      time: at(1),
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': { 'f:inner': {}, 'f:replicas': {}, 'f:tags': { 'v:"x"': {} } } },
    },
  ]);
});

test('a field that another owns with another value is a conflict, in the words of Kubernetes', () => {
  const live = updated(applied(undefined, 'a', { replicas: 1 }), 'scaler', { replicas: 2 });
  assert.throws(
    () => applied(live, 'a', { replicas: 1 }),
    (error) => {
      assert.ok(isApplyConflict(error));
      assert.equal(
        error.message,
        'Apply failed with 1 conflict: conflict with "scaler" using example.com/v1: .spec.replicas',
      );
      assert.deepEqual(error.status.causes, [
        {
          reason: 'FieldManagerConflict',
          message: 'conflict with "scaler" using example.com/v1',
          field: '.spec.replicas',
        },
      ]);
      assert.deepEqual(error.conflicts, [
        {
          manager: 'scaler',
          operation: 'Update',
          apiVersion: 'example.com/v1',
          time: at(2),
          fieldPath: '.spec.replicas',
        },
      ]);
      return true;
    },
  );
});

test('several conflicts are listed manager by manager', () => {
  const one = applied(undefined, 'b', { image: 'b', inner: { a: 'b' } });
  const both = applied(one, 'a', { replicas: 1, tags: ['x'] });
  assert.throws(() => applied(both, 'c', { replicas: 2, image: 'c', inner: { a: 'c' } }), {
    message:
      'Apply failed with 3 conflicts: conflicts with "a":\n- .spec.replicas\nconflicts with "b":\n- .spec.image\n- .spec.inner.a',
  });
});

test('an item of a list is named by its key in a conflict, a subresource by its name', () => {
  const first = deepFreeze(
    apply({
      live: applied(undefined, 'a', {}),
      applied: object({ items: [{ name: 'n', value: '1' }] }),
      manager: 'b',
      now: at(1),
      schema,
      subresource: 'status',
    }),
  );
  assert.throws(() => applied(first, 'a', { items: [{ name: 'n', value: '2' }] }), {
    message:
      'Apply failed with 1 conflict: conflict with "b" with subresource "status": .spec.items[name="n"].value',
  });
});

test('force takes the field, and the other manager who has nothing left is gone', () => {
  const live = applied(applied(undefined, 'a', { replicas: 1 }), 'b', { replicas: 2 }, { force: true });
  assert.deepEqual(live['spec'], { replicas: 2 });
  assert.deepEqual(owns(live, 'a'), []);
  assert.deepEqual(
    managedFieldsOf(live)?.map(({ manager }) => manager),
    ['b'],
  );
});

test('an equal value is owned together, and stays until both let go of it', () => {
  const shared = applied(applied(undefined, 'a', { replicas: 1 }), 'b', { replicas: 1 });
  assert.deepEqual([owns(shared, 'a'), owns(shared, 'b')], [['.spec.replicas'], ['.spec.replicas']]);
  const one = applied(shared, 'a', {});
  assert.deepEqual(one['spec'], { replicas: 1 });
  assert.equal(applied(one, 'b', null)['spec'] === null, true);
});

const dropped: [string, JsonValue, JsonValue, JsonValue][] = [
  ['a leaf', { replicas: 1, image: 'x' }, { image: 'x' }, { image: 'x' }],
  ['a key of a map', { labels: { a: '1', b: '2' } }, { labels: { b: '2' } }, { labels: { b: '2' } }],
  ['a map with its last key', { image: 'x', labels: { a: '1' } }, { image: 'x' }, { image: 'x' }],
  [
    'an item of a list-map',
    { items: [{ name: 'a' }, { name: 'b' }] },
    { items: [{ name: 'b' }] },
    { items: [{ name: 'b' }] },
  ],
  [
    'a field of an item',
    { items: [{ name: 'a', value: '1' }] },
    { items: [{ name: 'a' }] },
    { items: [{ name: 'a' }] },
  ],
  ['an item of a set', { tags: ['a', 'b'] }, { tags: ['a'] }, { tags: ['a'] }],
  ['an atomic list', { image: 'x', steps: ['a'] }, { image: 'x' }, { image: 'x' }],
  ['a struct with all that was in it', { image: 'x', inner: { a: '1' } }, { image: 'x' }, { image: 'x' }],
  // A container that loses all it had becomes null on the real server too.
  ['the last field of a struct that is still wanted', { inner: { a: '1' } }, { inner: {} }, { inner: null }],
];
for (const [name, first, second, expected] of dropped) {
  test(`what is no longer applied goes: ${name}`, () => {
    assert.deepEqual(applied(applied(undefined, 'a', first), 'a', second)['spec'], expected);
  });
}

test('what another put into a removed map or item stays', () => {
  const mine = applied(undefined, 'a', { labels: { a: '1' }, items: [{ name: 'n', value: '1' }] });
  const theirs = applied(mine, 'b', { labels: { b: '2' }, items: [{ name: 'n' }] });
  assert.deepEqual(applied(theirs, 'a', {})['spec'], { labels: { b: '2' }, items: [{ name: 'n' }] });
});

test('what nobody owns stays when its parent is removed', () => {
  const live = updated(applied(undefined, 'a', { inner: { a: '1' } }), 'u', { inner: { a: '1', b: '2' } });
  assert.deepEqual(applied(live, 'a', {})['spec'], { inner: { b: '2' } });
});

test('applying the same again changes nothing, not even the time', () => {
  const live = applied(undefined, 'a', { replicas: 1, tags: ['x', 'y'] });
  assert.deepEqual(applied(live, 'a', { replicas: 1, tags: ['x', 'y'] }, { now: at(5) }), live);
});

test('another order of a set is a change, though not of what is owned', () => {
  const live = applied(undefined, 'a', { tags: ['x', 'y'] });
  const next = applied(live, 'a', { tags: ['y', 'x'] }, { now: at(5) });
  assert.deepEqual(next['spec'], { tags: ['y', 'x'] });
  assert.equal(managedFieldsOf(next)?.[0]?.time, at(5));
});

test('who joins without changing a value has an entry without a time', () => {
  const live = applied(applied(undefined, 'a', { replicas: 1 }), 'b', { replicas: 1 }, { now: at(5) });
  assert.deepEqual(
    managedFieldsOf(live)?.map(({ manager, time }) => [manager, time]),
    [
      ['b', undefined],
      ['a', at(1)],
    ],
  );
});

test('defaults are filled in after the merge and belong to nobody', () => {
  const request = { live: undefined, applied: object({}), manager: 'a', now: at(1), schema };
  const live = apply({ ...request, default: (merged) => ({ ...merged, spec: { replicas: 1 } }) });
  assert.deepEqual(live['spec'], { replicas: 1 });
  assert.deepEqual(owns(live, 'a'), ['.spec']);
});

test('a change that defaulting undoes leaves the times as they are', () => {
  const live = applied(undefined, 'a', { replicas: 1 });
  const request = { live, applied: object({ replicas: 2 }), manager: 'a', now: at(5), schema };
  assert.deepEqual(apply({ ...request, default: (merged) => ({ ...merged, spec: { replicas: 1 } }) }), live);
});

test('an object without managedFields belongs to before-first-apply', () => {
  const live = object({ replicas: 1, image: 'x' }, { uid: 'u' });
  assert.throws(() => applied(live, 'a', { replicas: 2 }), ApplyConflictError);
  const next = applied(live, 'a', { replicas: 1 }, { now: at(3) });
  assert.deepEqual(owns(next, 'before-first-apply', 'Update'), ['.spec', '.spec.image', '.spec.replicas']);
  assert.deepEqual(owns(next, 'a'), ['.spec.replicas']);
});

test('a configuration that does not fit is refused with the object and the field named', () => {
  assert.throws(
    () => applied(undefined, 'a', { bogus: 1 }),
    (error) => {
      assert.ok(isApplyError(error));
      assert.equal(error.code, 'invalid-configuration');
      assert.equal(
        error.message,
        'failed to create typed patch object (/x; example.com/v1, Kind=Thing): .spec.bogus: field not declared in schema',
      );
      return true;
    },
  );
});

test('a configuration with managedFields is refused', () => {
  const request = { live: undefined, manager: 'a', now: at(1), schema };
  assert.throws(() => apply({ ...request, applied: withManagedFields(object({}), [{}]) }), {
    message: 'metadata.managedFields must be nil',
  });
});

test('an object whose managedFields cannot be read cannot be applied to', () => {
  const live = object({}, { uid: 'u', managedFields: [{ manager: 'a', operation: 'Apply' }] });
  assert.throws(() => applied(live, 'a', {}), { message: /apiVersion must not be empty/ });
});
