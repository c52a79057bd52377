import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../json-value.ts';
import { deepFreeze } from '../../recorded/deep-freeze.ts';
import { apply } from '../apply.ts';
import { update } from '../update.ts';
import { managedFieldsOf, metadataOf } from './object-metadata.ts';

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';
const now = '2026-01-01T00:00:01Z';

function config(data: JsonObject, annotations?: JsonObject): JsonObject {
  const metadata = { name: 'x', ...(annotations && { annotations }) };
  return deepFreeze({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data });
}

/** As `kubectl apply` made it, before it applied on the server. */
function clientSideApplied(data: JsonObject, extra: JsonObject = {}): JsonObject {
  const lastApplied = JSON.stringify(config(data));
  const updated = config({ ...data, ...extra }, { [ANNOTATION]: lastApplied });
  return update({ live: undefined, updated, manager: 'kubectl-client-side-apply', now, schema: undefined });
}

function applied(live: JsonObject, data: JsonObject, manager = 'kubectl'): JsonObject {
  return apply({ live, applied: config(data), manager, now, schema: undefined });
}

function annotation(object: JsonObject): unknown {
  return (metadataOf(object)['annotations'] as JsonObject)[ANNOTATION];
}

test('kubectl takes over what it applied from the client', () => {
  const live = applied(clientSideApplied({ a: '1', b: '1' }), { a: '2', b: '1' });
  assert.deepEqual(live['data'], { a: '2', b: '1' });
  assert.deepEqual(
    managedFieldsOf(live)?.map(({ manager }) => manager),
    ['kubectl', 'kubectl-client-side-apply'],
  );
});

test('the annotation follows, with sorted keys, escaped as Go does, and a newline', () => {
  const live = applied(clientSideApplied({ a: '1' }), { b: '<', a: '1' });
  assert.equal(
    annotation(live),
    '{"apiVersion":"v1","data":{"a":"1","b":"\\u003c"},"kind":"ConfigMap","metadata":{"name":"x"}}\n',
  );
});

test('another manager gets the conflict, and leaves the annotation alone', () => {
  const before = clientSideApplied({ a: '1' });
  assert.throws(() => applied(before, { a: '2' }, 'other'), { message: /kubectl-client-side-apply/ });
  assert.equal(annotation(applied(before, { b: '2' }, 'other')), annotation(before));
});

test('what was changed since is a conflict for kubectl too, and the only one', () => {
  const before = clientSideApplied({ a: '1', b: '1' });
  const changed = update({
    live: before,
    updated: { ...before, data: { a: '5', b: '1' } },
    manager: 'editor',
    now,
    schema: undefined,
  });
  assert.throws(() => applied(changed, { a: '2', b: '2' }), {
    message: 'Apply failed with 1 conflict: conflict with "editor" using v1: .data.a',
  });
});

for (const [name, text] of [
  ['is no JSON', 'nonsense'],
  ['is of another version', JSON.stringify({ ...config({ a: '1' }), apiVersion: 'v2' })],
] as const) {
  test(`an annotation that ${name} takes nothing over`, () => {
    const updated = config({ a: '1' }, { [ANNOTATION]: text });
    const live = update({ live: undefined, updated, manager: 'u', now, schema: undefined });
    assert.throws(() => applied(live, { a: '2' }), { message: /conflict with "u"/ });
  });
}

test('an annotation that would be over the limit is dropped', () => {
  const live = applied(clientSideApplied({ a: '1' }), { a: '1', big: 'x'.repeat(256 * 1024) });
  assert.equal(annotation(live), undefined);
});
