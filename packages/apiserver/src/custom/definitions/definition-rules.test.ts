import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDefinition, testVersion } from '../test-definitions.ts';
import { definitionStatusStrategy, definitionStrategy } from './definition-rules.ts';
import { CLEANUP_FINALIZER, type Definition, type DefinitionSpec } from './definition.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const CONTEXT = { user: { name: '', groups: [], extra: {} }, now: () => NOW, dryRun: false };
const strategy = definitionStrategy(() => NOW);

function created(changes: Partial<DefinitionSpec> = {}): Definition {
  const draft = testDefinition(changes) as Definition;
  strategy.applyDefaults(draft);
  strategy.prepareForCreate(draft, CONTEXT);
  return draft;
}

function updated(old: Definition, changes: Partial<DefinitionSpec>): Definition {
  const draft = { ...structuredClone(old), spec: { ...old.spec, ...changes } };
  strategy.applyDefaults(draft);
  strategy.prepareForUpdate(draft, old, CONTEXT);
  return draft;
}

const V2 = testVersion({ name: 'v2', storage: false });

test('names follow from the kind, and objects are not converted by a webhook', () => {
  const { spec, status, metadata } = created({ names: { plural: 'things', kind: 'BigThing' } });
  assert.equal(spec.names.singular, 'bigthing');
  assert.equal(spec.names.listKind, 'BigThingList');
  assert.deepEqual(spec.conversion, { strategy: 'None' });
  assert.deepEqual(status, {
    conditions: null,
    acceptedNames: { plural: '', kind: '' },
    storedVersions: ['v1'],
  });
  assert.equal(metadata.generation, 1);
});

test('a webhook is reached at port 443 unless it says otherwise', () => {
  const clientConfig = { service: { namespace: 'a', name: 'b' } };
  const webhook = { clientConfig, conversionReviewVersions: ['v1'] };
  const { spec } = created({ conversion: { strategy: 'Webhook', webhook } });
  assert.equal(spec.conversion?.webhook?.clientConfig?.service?.port, 443);
});

test('a status that a client sends is not taken', () => {
  const draft = testDefinition() as Definition;
  draft.status = {
    conditions: [{ type: 'Established', status: 'True' }],
    acceptedNames: { plural: 'x', kind: 'X' },
    storedVersions: ['v7'],
  };
  strategy.applyDefaults(draft);
  strategy.prepareForCreate(draft, CONTEXT);
  assert.deepEqual(draft.status.storedVersions, ['v1']);
  assert.equal(draft.status.conditions, null);
});

test('a version that objects are written in is remembered, and cannot go', () => {
  const old = created({ versions: [testVersion(), V2] });
  Object.assign(old.metadata, { uid: 'u', resourceVersion: '1' });
  const moved = updated(old, {
    versions: [
      { ...testVersion(), storage: false },
      { ...V2, storage: true },
    ],
  });
  assert.deepEqual(moved.status.storedVersions, ['v1', 'v2']);
  assert.equal(moved.metadata.generation, 2);
  assert.deepEqual(strategy.validateUpdate(moved, old), []);
  const gone = updated(moved, { versions: [{ ...V2, storage: true }] });
  const fields = strategy.validateUpdate(gone, moved).map(({ field }) => field);
  assert.deepEqual(fields, ['status.storedVersions[0]']);
});

test('what is established keeps its kind and scope; what is not may change them', () => {
  const old = created();
  Object.assign(old.metadata, { uid: 'u', resourceVersion: '1' });
  const changes = { scope: 'Cluster', names: { ...old.spec.names, kind: 'Other' } };
  assert.deepEqual(strategy.validateUpdate(updated(old, changes), old), []);
  old.status.conditions = [{ type: 'Established', status: 'True' }];
  const fields = strategy.validateUpdate(updated(old, changes), old).map(({ field }) => field);
  assert.deepEqual(fields, ['spec.scope', 'spec.names.kind']);
});

test('a deletion marks it for what deletes its objects, whatever else was asked for', () => {
  const old = created();
  const draft = structuredClone(old);
  draft.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
  draft.metadata.deletionGracePeriodSeconds = 0;
  draft.metadata.generation = 2;
  draft.metadata.finalizers = ['foregroundDeletion'];
  strategy.marksDeletion?.(draft, old);
  assert.deepEqual(draft.metadata.finalizers, [CLEANUP_FINALIZER]);
  assert.equal(draft.metadata.generation, 1);
  assert.equal(draft.metadata.deletionGracePeriodSeconds, undefined);
  assert.equal(draft.status.conditions?.[0]?.reason, 'InstanceDeletionPending');
  assert.equal(old.status.conditions, null, 'what is kept is not changed');
});

test('formats that nobody checks are told once', () => {
  const withFormat = (format: string) => {
    const spec = { type: 'object', properties: { a: { type: 'string', format } } };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
    return created({ versions: [testVersion({ schema })] });
  };
  const odd = withFormat('odd');
  assert.deepEqual(strategy.warnings?.(odd, undefined), ['unrecognized format "odd"']);
  assert.deepEqual(strategy.warnings?.(odd, odd), []);
  assert.deepEqual(strategy.warnings?.(withFormat('date-time'), undefined), []);
});

test('through /status names must be names', () => {
  const old = created();
  Object.assign(old.metadata, { uid: 'u', resourceVersion: '1' });
  const draft = structuredClone(old);
  draft.status.acceptedNames = { plural: 'Things', kind: 'Thing' };
  const status = definitionStatusStrategy();
  status.prepareForUpdate(draft, old, CONTEXT);
  const fields = status.validateUpdate(draft, old).map(({ field }) => field);
  assert.deepEqual(fields, ['status.acceptedNames.plural']);
});
