import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FieldSet } from '../field-set/field-set.ts';
import { fieldPath, fieldPathText } from '../field-set/path-element.ts';
import { decodeManagedFields, encodeManagedFields, type ManagedFieldsEntry } from './managed-fields.ts';
import { resetFieldsOf, type Endpoint } from './reset-fields.ts';

const valid: ManagedFieldsEntry = {
  manager: 'm',
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-01-01T00:00:05Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:a': {} },
};

const broken: [string, ManagedFieldsEntry, RegExp][] = [
  [
    'an unknown operation',
    { ...valid, operation: 'Merge' as never },
    /operation must be `Apply` or `Update`/,
  ],
  ['no version', { ...valid, apiVersion: '' }, /apiVersion must not be empty/],
  ['no type', { ...valid, fieldsType: undefined as never }, /missing fieldsType in managed fields entry 0/],
  ['another type', { ...valid, fieldsType: 'FieldsV2' as never }, /invalid fieldsType "FieldsV2"/],
  ['bad fields', { ...valid, fieldsV1: { bad: {} } }, /"bad" is no path element/],
];
for (const [name, entry, message] of broken) {
  test(`an entry with ${name} cannot be read`, () => {
    assert.throws(() => decodeManagedFields([entry]), {
      name: 'ApplyError',
      code: 'bad-managed-fields',
      message,
    });
  });
}

test('entries are written who applies first, then by time, name, version and subresource', () => {
  const sorted: ManagedFieldsEntry[] = [
    { ...valid, operation: 'Apply', time: '2026-01-01T00:00:09Z' },
    { ...valid, time: undefined as never },
    { ...valid, manager: 'a' },
    valid,
    { ...valid, subresource: 'status' },
    { ...valid, apiVersion: 'v2' },
    { ...valid, manager: 'a', apiVersion: 'v2', time: '2026-01-01T00:00:06Z' },
  ].map((entry) => JSON.parse(JSON.stringify(entry)) as ManagedFieldsEntry);
  // The second differs from the fourth by its time alone, so it is the same manager.
  const distinct = sorted.filter((_, index) => index !== 1);
  assert.deepEqual(encodeManagedFields(decodeManagedFields(distinct.toReversed())), distinct);
});

test('one who applies has one entry, in whichever version he applied last', () => {
  const entries: ManagedFieldsEntry[] = [
    { ...valid, operation: 'Apply' },
    { ...valid, operation: 'Apply', apiVersion: 'v2' },
  ];
  assert.deepEqual(encodeManagedFields(decodeManagedFields(entries)), [entries[1]]);
});

const written = FieldSet.of(
  fieldPath('metadata', 'labels', 'a'),
  fieldPath('spec', 'x'),
  fieldPath('status', 'y'),
);
const tracked: [Endpoint, string[]][] = [
  [{ apiVersion: 'v1', kind: 'Pod' }, ['.metadata.labels.a', '.spec.x']],
  [{ apiVersion: 'v1', kind: 'Pod', subresource: 'status' }, ['.metadata.labels.a', '.status.y']],
  [{ apiVersion: 'apps/v1', kind: 'Deployment', subresource: 'status' }, ['.status.y']],
  [
    { apiVersion: 'apps/v1', kind: 'Deployment', subresource: 'scale' },
    ['.metadata.labels.a', '.spec.x', '.status.y'],
  ],
  [{ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', subresource: 'status' }, ['.status.y']],
  [{ apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest' }, ['.metadata.labels.a']],
  [{ apiVersion: 'g/v1', kind: 'Pod', custom: { hasStatus: true } }, ['.metadata.labels.a', '.spec.x']],
  [
    { apiVersion: 'g/v1', kind: 'Pod', custom: { hasStatus: false } },
    ['.metadata.labels.a', '.spec.x', '.status.y'],
  ],
  [{ apiVersion: 'g/v1', kind: 'Pod', custom: { hasStatus: true }, subresource: 'status' }, ['.status.y']],
];
for (const [endpoint, expected] of tracked) {
  const { kind, subresource = 'main resource', custom } = endpoint;
  test(`the ${subresource} of ${custom ? 'a custom ' : ''}${kind} tracks ${expected.join(' ')}`, () => {
    assert.deepEqual([...resetFieldsOf(endpoint)(written).paths()].map(fieldPathText), expected);
  });
}
