import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyJsonPatch } from './json-patch/apply-json-patch.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';
import { applyMergePatch } from './merge-patch/apply-merge-patch.ts';
import { createMergePatch } from './merge-patch/create-merge-patch.ts';
import type { Schema } from './schema.ts';
import { applyStrategicMergePatch } from './strategic-merge/apply-strategic-merge-patch.ts';

/** What the README promises. */
const LEVELS = 1000;

const schema: Schema & { properties: Record<string, Schema> } = { properties: {} };
schema.properties['a'] = schema;

for (const [name, apply] of [
  ['merge patch', applyMergePatch],
  ['strategic merge patch', (object, patch) => applyStrategicMergePatch(object, patch, schema)],
  [
    'the patch between two objects',
    (object, patch) => applyMergePatch(object, createMergePatch(object, patch)),
  ],
  [
    'JSON patch',
    (object, value) =>
      applyJsonPatch(object, [
        { op: 'test', path: '', value: object },
        { op: 'replace', path: '/a'.repeat(LEVELS), value: innermost(value) },
      ]),
  ],
] satisfies [string, (object: JsonObject, patch: JsonObject) => JsonValue][]) {
  test(`${name}: ${LEVELS} levels are no problem`, () => {
    assert.equal(innermost(apply(nested(1), nested(2))), 2);
  });
}

function nested(value: number): JsonObject {
  return JSON.parse(`${'{"a":'.repeat(LEVELS)}${value}${'}'.repeat(LEVELS)}`) as JsonObject;
}

function innermost(value: JsonValue): JsonValue {
  let inner = value;
  while (isJsonObject(inner)) inner = inner['a'] ?? null;
  return inner;
}
