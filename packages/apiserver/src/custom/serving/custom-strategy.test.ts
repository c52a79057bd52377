import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { Definition, DefinitionVersion } from '../definitions/definition.ts';
import { testDefinition, testVersion, thing } from '../test-definitions.ts';
import { compiledVersions } from './compiled-version.ts';
import { customStatusStrategy, customStrategy, type CustomKind } from './custom-strategy.ts';

const CONTEXT = { user: { name: '', groups: [], extra: {} }, now: () => new Date(0), dryRun: false };

function kindOf(version: Partial<DefinitionVersion> = {}, isTerminating = false): CustomKind {
  const definition = testDefinition({ versions: [testVersion(version)] }) as Definition;
  const compiled = compiledVersions(definition).get('example.test/v1');
  assert.ok(compiled);
  const names = { group: 'example.test', resource: 'things', kind: 'Thing', namespaced: true };
  return { ...names, version: compiled, isTerminating: () => isTerminating };
}

function kept(rest: Record<string, unknown>, generation = 1): KubeObject {
  const object = thing('a', rest);
  Object.assign(object.metadata, { uid: 'u', resourceVersion: '1', generation });
  return object;
}

const STATUS = { subresources: { status: {} } };

test('only what is not metadata raises the generation, and status only where it has no endpoint', () => {
  const old = kept({ spec: { a: 1 }, status: { b: 1 } });
  const drafts: [Partial<DefinitionVersion>, Record<string, unknown>, number][] = [
    [{}, { spec: { a: 1 }, status: { b: 1 } }, 1],
    [{}, { spec: { a: 2 }, status: { b: 1 } }, 2],
    [{}, { spec: { a: 1 }, status: { b: 2 } }, 2],
    [STATUS, { spec: { a: 1 }, status: { b: 2 } }, 1],
    [STATUS, { spec: { a: 1 } }, 1],
    [STATUS, { spec: { a: 1 }, other: true }, 2],
  ];
  for (const [version, content, generation] of drafts) {
    const draft = kept(content);
    draft.metadata.labels = { x: 'y' };
    customStrategy(kindOf(version)).prepareForUpdate(draft, old, CONTEXT);
    assert.equal(draft.metadata.generation, generation, JSON.stringify(content));
    if (version === STATUS) assert.deepEqual(draft['status'], { b: 1 });
  }
});

test('a new object has no status where that has an endpoint of its own', () => {
  const draft = thing('a', { status: { b: 1 } });
  customStrategy(kindOf(STATUS)).prepareForCreate(draft, CONTEXT);
  assert.ok(!('status' in draft));
  assert.equal(draft.metadata.generation, 1);
});

test('nothing is created while the definition is on its way out', () => {
  const strategy = customStrategy(kindOf({}, true));
  assert.throws(() => strategy.prepareForCreate(thing('a'), CONTEXT), {
    message:
      'things.example.test "a" is forbidden: create not allowed while custom resource definition is terminating',
  });
});

test('through /status nothing but status and who owns it changes', () => {
  const kind = kindOf(STATUS);
  const old = kept({ spec: { a: 1 }, status: { b: 1 } }, 3);
  const draft = kept({ spec: { a: 2 }, status: { b: 2 } }, 3);
  draft.metadata.labels = { x: 'y' };
  draft.metadata.managedFields = [{ manager: 'm' }];
  customStatusStrategy(kind, customStrategy(kind)).prepareForUpdate(draft, old, CONTEXT);
  const metadata = { ...old.metadata, managedFields: [{ manager: 'm' }] };
  assert.deepEqual(draft, { ...old, metadata, status: { b: 2 } });
  const without = kept({ spec: { a: 1 } }, 3);
  customStatusStrategy(kind, customStrategy(kind)).prepareForUpdate(without, old, CONTEXT);
  assert.ok(!('status' in without));
});

test('a body of another kind is refused in its own name', () => {
  const strategy = customStrategy(kindOf());
  assert.throws(() => strategy.validateCreate({ ...thing('a'), kind: 'Other' }), {
    message: 'Other.example.test "a" is invalid: kind: Invalid value: "Other": must be Thing',
  });
});

test('finalizers that come new and say too little about whose they are get a warning', () => {
  const strategy = customStrategy(kindOf());
  const object = thing('a');
  object.metadata.finalizers = ['example.com/a', 'plain', 'with.dot', 'orphan', 'old'];
  const old = thing('a');
  old.metadata.finalizers = ['old'];
  const advice = 'to avoid accidental conflicts with other finalizer writers';
  assert.deepEqual(strategy.warnings?.(object, old), [
    `metadata.finalizers: "plain": prefer a domain-qualified finalizer name ${advice}`,
    `metadata.finalizers: "with.dot": prefer a domain-qualified finalizer name including a path (/) ${advice}`,
  ]);
});

test('selectable fields are texts, empty where there is none', () => {
  const selectableFields = ['.spec.a', '.spec.b', '.spec.c'].map((jsonPath) => ({ jsonPath }));
  const strategy = customStrategy(kindOf({ selectableFields }));
  assert.deepEqual(strategy.selectableFields?.(thing('x', { spec: { a: 'text', b: 5 } })), {
    'spec.a': 'text',
    'spec.b': '5',
    'spec.c': '',
  });
  assert.ok(!('selectableFields' in customStrategy(kindOf())));
});
