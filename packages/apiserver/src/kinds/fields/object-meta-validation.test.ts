import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ObjectMeta } from '@banyan/api';
import { subdomainName } from './name-format.ts';
import { validateImmutable, validateObjectMeta, validateObjectMetaUpdate } from './object-meta-validation.ts';

const rules = { namespaced: true, name: subdomainName };
const valid: ObjectMeta = { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '1' };
const owner = { apiVersion: 'v1', kind: 'Pod', name: 'o', uid: 'u' };

function fields(causes: readonly { field?: string }[]): (string | undefined)[] {
  return causes.map(({ field }) => field);
}

describe('new metadata is refused for', () => {
  const table: Record<string, [ObjectMeta, string[]]> = {
    nothing: [{}, []],
    'no name': [{ name: '' }, ['metadata.name']],
    'a name that is none': [{ name: 'Upper' }, ['metadata.name']],
    'a prefix that is none, and its name': [
      { generateName: 'Up-', name: 'Up-x' },
      ['metadata.generateName', 'metadata.name'],
    ],
    'no namespace': [{ namespace: '' }, ['metadata.namespace']],
    'labels and annotations': [
      { labels: { 'a b': 'c d' }, annotations: { '/x': '' } },
      ['metadata.labels', 'metadata.labels', 'metadata.annotations'],
    ],
    'too many annotations': [{ annotations: { a: 'x'.repeat(262_144) } }, ['metadata.annotations']],
    'two controllers': [
      {
        ownerReferences: [
          { ...owner, controller: true },
          { ...owner, controller: true },
        ],
      },
      ['metadata.ownerReferences'],
    ],
    'an owner without a uid': [
      { ownerReferences: [{ ...owner, uid: '' }] },
      ['metadata.ownerReferences.uid'],
    ],
    'an event as owner': [{ ownerReferences: [{ ...owner, kind: 'Event' }] }, ['metadata.ownerReferences']],
    'a finalizer without a domain': [{ finalizers: ['mine'] }, ['metadata.finalizers[0]']],
    'finalizers at odds': [{ finalizers: ['orphan', 'foregroundDeletion'] }, ['metadata.finalizers']],
    'a negative generation': [{ generation: -1 }, ['metadata.generation']],
  };
  for (const [what, [change, expected]] of Object.entries(table))
    it(what, () => assert.deepEqual(fields(validateObjectMeta({ ...valid, ...change }, rules)), expected));

  it('a namespace where there are none', () => {
    const causes = validateObjectMeta(valid, { ...rules, namespaced: false });
    assert.deepEqual(fields(causes), ['metadata.namespace']);
  });
});

describe('an update of metadata is refused for', () => {
  const table: Record<string, [ObjectMeta, string[]]> = {
    nothing: [{ labels: { a: 'b' } }, []],
    'another name': [{ name: 'b' }, ['metadata.name']],
    'another uid': [{ uid: 'v' }, ['metadata.uid']],
    'no version': [{ resourceVersion: '' }, ['metadata.resourceVersion']],
  };
  for (const [what, [change, expected]] of Object.entries(table))
    it(what, () =>
      assert.deepEqual(fields(validateObjectMetaUpdate({ ...valid, ...change }, valid)), expected),
    );

  it('a new finalizer on what is being deleted', () => {
    const old = { ...valid, deletionTimestamp: 't', finalizers: ['a/b'] };
    const [cause] = validateObjectMetaUpdate({ ...old, finalizers: ['a/b', 'c/d'] }, old);
    assert.equal(
      cause?.message,
      'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"c/d"}',
    );
  });
});

describe('a field that cannot change', () => {
  it('is compared by value, and printed as it should be', () => {
    assert.deepEqual(validateImmutable({ a: 1 }, { a: 1 }, 'f'), []);
    const [cause] = validateImmutable(2, 1, 'f', (value) => `<${value}>`);
    assert.equal(cause?.message, 'Invalid value: "<2>": field is immutable');
  });
});

it('thousands of controllers are refused without showing all of them each time', { timeout: 60_000 }, () => {
  const ownerReferences = Array.from({ length: 20_000 }, () => ({ ...owner, controller: true }));
  assert.equal(validateObjectMeta({ ...valid, ownerReferences }, rules).length, 10);
});
