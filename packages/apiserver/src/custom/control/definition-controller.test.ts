import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { TestDefinitions, testDefinition, testVersion, thing } from '../test-definitions.ts';

const THINGS = 'things.example.test';
const THING = { apiVersion: 'example.test/v1', kind: 'Thing', namespace: 'default' };

test('a definition is served when it says that it is established', async (t) => {
  const definitions = await TestDefinitions.open(t);
  await definitions.define(testDefinition());
  const { status } = definitions.find(THINGS) ?? {};
  assert.deepEqual(
    status?.conditions?.map(({ type, status: value, reason }) => [type, value, reason]),
    [
      ['NamesAccepted', 'True', 'NoConflicts'],
      ['Established', 'True', 'InitialNamesAccepted'],
    ],
  );
  assert.deepEqual(status?.storedVersions, ['v1']);
  assert.equal(definitions.served()?.listKind, 'ThingList');
  assert.deepEqual(definitions.defects, []);
});

test('what was established before is served at once after a restart', async (t) => {
  const before = await TestDefinitions.open(t);
  await before.define(testDefinition());
  await before.stop();
  const after = await TestDefinitions.open(t, before.store);
  assert.ok(after.served());
});

test('a name that another has is not given, and is when the other goes', async (t) => {
  const definitions = await TestDefinitions.open(t);
  await definitions.define(testDefinition());
  const names = { plural: 'items', kind: 'Thing', listKind: 'ItemList' };
  await definitions.writes.ensure(testDefinition({ names }));
  const name = 'items.example.test';
  await eventually('judged', () => definitions.condition(name, 'NamesAccepted') !== undefined);
  assert.equal(definitions.condition(name, 'NamesAccepted')?.reason, 'KindConflict');
  assert.equal(definitions.served('v1', 'items'), undefined);
  await definitions.remove(THINGS);
  await eventually('taken', () => definitions.condition(name, 'Established')?.status === 'True');
  assert.equal(definitions.served('v1', 'items')?.kind, 'Thing');
});

test('a definition goes with its objects, and waits for those that something holds', async (t) => {
  const definitions = await TestDefinitions.open(t);
  await definitions.define(testDefinition());
  const held = thing('held');
  held.metadata.finalizers = ['example.test/hold'];
  await definitions.writes.ensure(held);
  await definitions.writes.ensure(thing('free'));
  await definitions.remove(THINGS);
  await eventually('the free one gone', () => definitions.store.table(THINGS).size === 1);
  assert.equal(definitions.condition(THINGS, 'Terminating')?.reason, 'InstanceDeletionInProgress');
  assert.ok(definitions.served(), 'what is left can be reached');
  await assert.rejects(definitions.writes.ensure(thing('late')), /create not allowed while custom resource/);
  await definitions.writes.change({ ...THING, name: 'held' }, (draft) => delete draft.metadata.finalizers);
  await eventually('the definition gone', () => definitions.find(THINGS) === undefined);
  assert.equal(definitions.served(), undefined);
  assert.deepEqual(definitions.defects, []);
});

test('a deletion that was under way goes on after a restart', async (t) => {
  const before = await TestDefinitions.open(t);
  await before.define(testDefinition());
  const held = thing('held');
  held.metadata.finalizers = ['example.test/hold'];
  await before.writes.ensure(held);
  await before.remove(THINGS);
  await eventually('begun', () => before.condition(THINGS, 'Terminating') !== undefined);
  await before.stop();
  const after = await TestDefinitions.open(t, before.store);
  await after.writes.change({ ...THING, name: 'held' }, (draft) => delete draft.metadata.finalizers);
  await eventually('gone', () => after.find(THINGS) === undefined);
});

test('one that was never established goes at once', async (t) => {
  const definitions = await TestDefinitions.open(t);
  await definitions.define(testDefinition());
  await definitions.writes.ensure(testDefinition({ names: { plural: 'items', kind: 'Thing' } }));
  const name = 'items.example.test';
  await eventually('judged', () => definitions.condition(name, 'NamesAccepted') !== undefined);
  await definitions.remove(name);
  await eventually('gone', () => definitions.find(name) === undefined);
});

test('a change of the definition is served from its write on, and versions come and go', async (t) => {
  const definitions = await TestDefinitions.open(t);
  await definitions.define(testDefinition());
  const old = definitions.served();
  await definitions.change(THINGS, (draft) => {
    draft.spec = {
      ...draft.spec,
      versions: [testVersion(), testVersion({ name: 'v2', storage: false })],
    };
  });
  assert.notEqual(definitions.served(), old);
  assert.ok(definitions.served('v2'));
  await definitions.change(THINGS, (draft) => {
    draft.spec = { ...draft.spec, versions: [testVersion()] };
  });
  assert.equal(definitions.served('v2'), undefined);
});

test('a definition that says nothing new keeps what is served, watches and all', async (t) => {
  const definitions = await TestDefinitions.open(t);
  await definitions.define(testDefinition());
  const served = definitions.served();
  await definitions.change(THINGS, (draft) => {
    draft.metadata.labels = { some: 'label' };
  });
  assert.equal(definitions.served(), served);
});

test('what is built in stays so, and its objects outlive a definition of the same name', async (t) => {
  const definitions = await TestDefinitions.open(t);
  const group = 'networking.k8s.io';
  const definition = testDefinition({ group, names: { plural: 'ingresses', kind: 'Ingress' } });
  definition.metadata.annotations = { 'api-approved.kubernetes.io': 'unapproved, trying' };
  await definitions.define(definition);
  const name = `ingresses.${group}`;
  const resource = definitions.resources.find({ group, version: 'v1', resource: 'ingresses' });
  assert.equal(resource?.custom, undefined);
  const classes = { apiVersion: `${group}/v1`, kind: 'Ingress', metadata: { name: 'a', namespace: 'b' } };
  const backend = { service: { name: 'x', port: { number: 80 } } };
  await definitions.writes.ensure({ ...classes, spec: { defaultBackend: backend } });
  await definitions.remove(name);
  await eventually('gone', () => definitions.find(name) === undefined);
  assert.equal(definitions.store.table(name).size, 1);
});

test('definitions of protected groups say how they stand', async (t) => {
  const definitions = await TestDefinitions.open(t);
  const definition = testDefinition({ group: 'example.k8s.io' });
  definition.metadata.annotations = { 'api-approved.kubernetes.io': 'https://example.com/pull/1' };
  await definitions.define(definition);
  const condition = definitions.condition('things.example.k8s.io', 'KubernetesAPIApprovalPolicyConformant');
  assert.equal(condition?.status, 'True');
  assert.equal(condition.message, 'approved in https://example.com/pull/1');
});
