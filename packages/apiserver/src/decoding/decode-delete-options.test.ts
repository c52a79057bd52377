import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDeleteOptions } from './decode-delete-options.ts';

for (const [body, options] of [
  ['{}', {}],
  ['{"kind":"DeleteOptions","apiVersion":"apps/v1"}', { kind: 'DeleteOptions', apiVersion: 'apps/v1' }],
  ['{"kind":"DeleteOptions","apiVersion":"no/v9"}', { kind: 'DeleteOptions', apiVersion: 'no/v9' }],
  [
    '{"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":0}',
    { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 },
  ],
  [
    '{"apiVersion":"meta.k8s.io/v1","unknown":1,"dryRun":["All"]}',
    { apiVersion: 'meta.k8s.io/v1', dryRun: ['All'] },
  ],
  ['{"preconditions":{"uid":"x"},"orphanDependents":null}', { preconditions: { uid: 'x' } }],
] as const) {
  test(`${body} is read`, () => {
    assert.deepEqual(decodeDeleteOptions(Buffer.from(body), 'json'), options);
  });
}

for (const [body, message] of [
  ['{"gracePeriodSeconds":', "couldn't get version/kind; json parse error: unexpected end of JSON input"],
  [
    '{"gracePeriodSeconds":"soon"}',
    'json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
  ],
  [
    '{"kind":"ConfigMap","apiVersion":"v1"}',
    /^no kind "ConfigMap" is registered for version "v1" in scheme "/,
  ],
] as const) {
  test(`${body} is refused`, () => {
    assert.throws(() => decodeDeleteOptions(Buffer.from(body), 'json'), { message, code: 400 });
  });
}

test('YAML is read too', () => {
  assert.deepEqual(decodeDeleteOptions(Buffer.from('propagationPolicy: Orphan'), 'yaml'), {
    propagationPolicy: 'Orphan',
  });
});
