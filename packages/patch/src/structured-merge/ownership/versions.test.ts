import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../../json-value.ts';
import { deepFreeze } from '../../recorded/deep-freeze.ts';
import type { Schema } from '../../schema.ts';
import { apply } from '../apply.ts';
import { fieldPathText } from '../field-set/path-element.ts';
import { fieldsOwnedBy } from '../owned-fields.ts';
import { customResourceSchema } from '../typed/object-meta-schema.ts';
import { update } from '../update.ts';
import { managedFieldsOf } from './object-metadata.ts';
import type { ConvertObject } from './versioned-object.ts';

const now = '2026-01-01T00:00:01Z';
const STRING: Schema = { type: 'string' };

function withSpec(properties: Record<string, Schema>): Schema {
  return customResourceSchema({ type: 'object', properties: { spec: { type: 'object', properties } } });
}

/** v1 has `size`, v2 calls it `replicas`; v0 is no longer served. */
const schemas: Record<string, Schema> = {
  'g/v1': withSpec({ size: { type: 'integer' }, image: STRING }),
  'g/v2': withSpec({ replicas: { type: 'integer' }, image: STRING }),
};
const NAMES: Record<string, string> = { 'g/v1': 'size', 'g/v2': 'replicas' };

const convert: ConvertObject = (object, apiVersion) => {
  const schema = schemas[apiVersion];
  if (schema === undefined) return undefined;
  const { size, replicas, ...rest } = (object['spec'] ?? {}) as Record<string, JsonValue>;
  const count = size ?? replicas;
  const spec = { ...rest, ...(count !== undefined && { [NAMES[apiVersion] ?? '']: count }) };
  return { object: { ...object, apiVersion, spec }, schema };
};

function thing(apiVersion: string, spec: JsonObject): JsonObject {
  return deepFreeze({ apiVersion, kind: 'Thing', metadata: { name: 'x' }, spec });
}

function applied(
  live: JsonObject | undefined,
  apiVersion: string,
  manager: string,
  spec: JsonObject,
): JsonObject {
  const converted = live && convert(live, apiVersion)?.object;
  const schema = schemas[apiVersion];
  return deepFreeze(
    apply({ live: converted, applied: thing(apiVersion, spec), manager, now, schema, convert }),
  );
}

const owned = (object: JsonObject, manager: string) =>
  [...fieldsOwnedBy(object, { manager }).paths()].map(fieldPathText);

test('a conflict is found and named in the version of the owner', () => {
  const live = applied(undefined, 'g/v1', 'a', { size: 1 });
  assert.throws(() => applied(live, 'g/v2', 'b', { replicas: 2 }), {
    message: /conflict with "a": \.spec\.size$/,
  });
});

test('who applies in another version takes along what he applied before', () => {
  const live = applied(applied(undefined, 'g/v1', 'a', { size: 1, image: 'x' }), 'g/v2', 'a', { image: 'x' });
  assert.deepEqual(live['spec'], { image: 'x' });
  assert.deepEqual(
    managedFieldsOf(live)?.map(({ apiVersion }) => apiVersion),
    ['g/v2'],
  );
  assert.deepEqual(owned(live, 'a'), ['.spec.image']);
});

test('what another owns in another version is not removed', () => {
  const first = applied(undefined, 'g/v1', 'a', { size: 1 });
  const second = applied(first, 'g/v2', 'b', { replicas: 1 });
  const third = applied(second, 'g/v1', 'a', {});
  assert.deepEqual(third['spec'], { size: 1 });
  assert.deepEqual(owned(third, 'b'), ['.spec.replicas']);
});

test('managers of a version that is no longer served are forgotten', () => {
  const live = applied(undefined, 'g/v1', 'a', { size: 1 });
  const entries = (managedFieldsOf(live) ?? []).map((entry) => ({ ...entry, apiVersion: 'g/v0' }));
  const old = deepFreeze({
    ...live,
    metadata: { name: 'x', managedFields: entries as unknown as JsonValue },
  });
  assert.deepEqual(owned(applied(old, 'g/v1', 'b', { size: 2 }), 'a'), []);
});

test('without a conversion versions have the same fields', () => {
  const first = apply({
    live: undefined,
    applied: thing('g/v1', { image: 'x' }),
    manager: 'a',
    now,
    schema: undefined,
  });
  const second = { ...first, apiVersion: 'g/v2' };
  const third = update({
    live: second,
    updated: thing('g/v2', { image: 'y' }),
    manager: 'u',
    now,
    schema: undefined,
  });
  assert.deepEqual(owned(third, 'a'), ['.spec']);
});

test('who owned something in a list that has become atomic owns the list', () => {
  const list = (kind: 'set' | 'atomic') =>
    withSpec({ tags: { type: 'array', 'x-kubernetes-list-type': kind, items: STRING } });
  const configuration = thing('g/v1', { tags: ['a'] });
  const live = apply({ live: undefined, applied: configuration, manager: 'a', now, schema: list('set') });
  assert.deepEqual(owned(live, 'a'), ['.spec.tags[="a"]']);
  const changed = { ...thing('g/v1', { tags: ['a'] }), status: {} };
  const schema = { ...list('atomic'), additionalProperties: true };
  assert.deepEqual(owned(update({ live, updated: changed, manager: 'u', now, schema }), 'a'), ['.spec.tags']);
});

test('an object that does not fit the version of an owner is not tracked any longer', () => {
  const live = applied(undefined, 'g/v1', 'a', { image: 'x' });
  const moved = convert(live, 'g/v2')?.object ?? live;
  const alien: ConvertObject = (object, apiVersion) => ({
    object: { ...object, apiVersion },
    schema: schemas[apiVersion],
  });
  const updated = { ...moved, spec: { image: 'x', replicas: 1 } };
  const request = { live: moved, manager: 'b', now, schema: schemas['g/v2'], convert: alien };
  assert.equal(managedFieldsOf(update({ ...request, updated })), undefined);
  assert.throws(() => apply({ ...request, applied: thing('g/v2', { replicas: 1 }) }), {
    message: '.spec.replicas: field not declared in schema',
  });
});
