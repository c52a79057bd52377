import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonEqual, type JsonObject } from '../json-value.ts';
import { deepFreeze } from '../recorded/deep-freeze.ts';
import type { Schema } from '../schema.ts';
import { apply, type ApplyRequest } from './apply.ts';
import { extractOwned, fieldsOwnedBy } from './owned-fields.ts';
import { withoutSystemFields } from './ownership/field-filter.ts';
import { managedFieldsOf, withManagedFields } from './ownership/object-metadata.ts';
import { fieldTypeOf } from './typed/field-type.ts';
import { customResourceSchema } from './typed/object-meta-schema.ts';
import { toFieldSet } from './typed/to-field-set.ts';
import { update } from './update.ts';

const STRING: Schema = { type: 'string' };
const item: Schema = {
  type: 'object',
  properties: { name: STRING, value: STRING, more: { type: 'object', additionalProperties: STRING } },
};
const schema = customResourceSchema({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        leaf: STRING,
        map: { type: 'object', additionalProperties: STRING },
        set: { type: 'array', 'x-kubernetes-list-type': 'set', items: STRING },
        items: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: item,
        },
        atomic: { type: 'array', items: STRING },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
});
const type = fieldTypeOf(schema);

const text = fc.constantFrom('1', '2', '3');
const texts = fc.dictionary(fc.constantFrom('a', 'b', 'c'), text, { minKeys: 1 });
const spec = fc.record(
  {
    leaf: text,
    map: texts,
    set: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
    items: fc.uniqueArray(fc.record({ name: text, value: text, more: texts }, { requiredKeys: ['name'] }), {
      minLength: 1,
      selector: ({ name }) => name,
    }),
    atomic: fc.array(text),
    free: fc.dictionary(fc.constantFrom('x', 'y'), fc.oneof(text, texts), { minKeys: 1 }),
  },
  { requiredKeys: [] },
);
const configuration = spec.map((fields) =>
  deepFreeze({
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { name: 'x' },
    spec: fields,
  } as unknown as JsonObject),
);

function applied(
  live: JsonObject | undefined,
  config: JsonObject,
  manager: string,
  now = '2026-01-01T00:00:01Z',
): JsonObject {
  const request: ApplyRequest = { live, applied: config, manager, now, schema, force: true };
  return deepFreeze(apply(request));
}

const withoutManagers = (object: JsonObject) => withManagedFields(object, []);
const later = '2026-01-01T00:00:02Z';

test('applying twice is applying once', () => {
  fc.assert(
    fc.property(configuration, configuration, (theirs, mine) => {
      const once = applied(applied(undefined, theirs, 'other'), mine, 'me');
      assert.deepEqual(applied(once, mine, 'me', later), once);
    }),
  );
});

test('everything that is applied is there and owned', () => {
  fc.assert(
    fc.property(configuration, configuration, (theirs, mine) => {
      const live = applied(applied(undefined, theirs, 'other'), mine, 'me');
      const wanted = withoutSystemFields(toFieldSet(type, mine));
      assert.ok(fieldsOwnedBy(live, { manager: 'me' }).equals(wanted));
      const again = extractOwned(live, { manager: 'me' }, schema);
      assert.ok(withoutSystemFields(toFieldSet(type, again)).equals(wanted));
    }),
  );
});

test('who applies nothing any more leaves what he found, unless it was his alone', () => {
  fc.assert(
    fc.property(configuration, configuration, (theirs, mine) => {
      const before = applied(undefined, theirs, 'other');
      const empty = deepFreeze({ apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'x' } });
      const both = apply({ live: before, applied: mine, manager: 'me', now: later, schema, force: true });
      const after = applied(both, empty, 'me', later);
      assert.ok(fieldsOwnedBy(after, { manager: 'me' }).isEmpty);
      const left = withoutSystemFields(toFieldSet(type, withoutManagers(after)));
      assert.ok(left.difference(toFieldSet(type, before)).isEmpty, 'nothing of mine is left');
    }),
  );
});

test('adding and removing on an empty object leaves an empty object', () => {
  fc.assert(
    fc.property(configuration, (mine) => {
      const empty = deepFreeze({ apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'x' } });
      const after = applied(applied(applied(undefined, empty, 'me'), mine, 'me'), empty, 'me', later);
      assert.deepEqual(withoutManagers(after), empty);
      assert.equal(managedFieldsOf(after), undefined);
    }),
  );
});

test('after any update every field that changed has one owner, the updater', () => {
  fc.assert(
    fc.property(configuration, configuration, (before, after) => {
      const live = applied(undefined, before, 'me');
      const next = update({ live, updated: after, manager: 'u', now: later, schema });
      const mine = fieldsOwnedBy(next, { manager: 'me' });
      const theirs = fieldsOwnedBy(next, { manager: 'u', operation: 'Update' });
      assert.ok(mine.intersection(theirs).isEmpty);
      assert.ok(mine.difference(toFieldSet(type, after)).isEmpty, 'what is gone is owned by nobody');
      if (jsonEqual(before, after)) assert.ok(theirs.isEmpty);
    }),
  );
});
