import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../json-value.ts';
import type { Schema } from '../../schema.ts';
import { recordedSchemas } from '../recorded/recorded-runs.ts';
import { emptyObject } from './empty-object.ts';

const schemas = recordedSchemas();

const published: [string, JsonObject][] = [
  ['v1 ConfigMap', { metadata: {} }],
  ['v1 Service', { metadata: {}, spec: {}, status: { loadBalancer: {} } }],
  [
    'apps/v1 Deployment',
    {
      metadata: {},
      spec: { selector: null, strategy: {}, template: { metadata: {}, spec: { containers: null } } },
      status: {},
    },
  ],
  ['autoscaling/v1 Scale', { metadata: {}, spec: {}, status: { replicas: 0 } }],
];
for (const [kind, expected] of published) {
  test(`a new ${kind} has only what it cannot be without`, () => {
    const schema = schemas.get(kind);
    assert.ok(schema);
    assert.deepEqual(emptyObject(schema), expected);
  });
}

test('zeros that are always written and times that are written as null are there', () => {
  const time: Schema = { type: 'string', format: 'date-time' };
  const event: Schema = {
    title: 'Event',
    type: 'object',
    properties: {
      reportingInstance: { type: 'string', default: '' },
      eventTime: time,
      reason: { type: 'string' },
    },
  };
  assert.deepEqual(emptyObject(event), { reportingInstance: '', eventTime: null });
  assert.deepEqual(emptyObject({ ...event, title: 'Other' }), { reportingInstance: '' });
});

test('it is made once for a schema', () => {
  const schema: Schema = { type: 'object', properties: { spec: { type: 'object', default: {} } } };
  assert.equal(emptyObject(schema), emptyObject(schema));
});
