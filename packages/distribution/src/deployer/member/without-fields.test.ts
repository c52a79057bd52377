import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { withoutFields } from './without-fields.ts';

const OBJECT: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { a: 'b' } },
  spec: { replicas: 3, paused: false, template: { containers: [{ name: 'c' }] } },
};
const { apiVersion, kind, metadata } = OBJECT;

const ROWS: readonly (readonly [string, Record<string, unknown>, object])[] = [
  ['nothing is left out for an empty set', {}, OBJECT],
  [
    'a field',
    { 'f:spec': { 'f:replicas': {} } },
    { apiVersion, kind, metadata, spec: { paused: false, template: { containers: [{ name: 'c' }] } } },
  ],
  ['a field that is not there', { 'f:spec': { 'f:other': {} }, 'f:status': {} }, OBJECT],
  ['its name and labels stay', { 'f:metadata': { 'f:labels': { 'f:a': {} } }, 'f:kind': {} }, OBJECT],
  [
    'elements of lists stay',
    { 'f:spec': { 'f:template': { 'f:containers': { 'k:{"name":"c"}': {} } } } },
    OBJECT,
  ],
];

for (const [name, fields, expected] of ROWS) {
  test(`fields left to others: ${name}`, () => {
    const before = structuredClone(OBJECT);
    assert.deepEqual(withoutFields(OBJECT, fields), expected);
    assert.deepEqual(OBJECT, before);
  });
}
