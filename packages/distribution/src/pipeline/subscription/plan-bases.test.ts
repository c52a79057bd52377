import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Base, Subscription } from '@banyan/api/clusternet';
import { baseOfSubscription, type Member } from '@banyan/engine';
import { CONFIG, WEB } from '../test-objects.ts';
import { planBases, type BasesPlan, type BasesRequest } from './plan-bases.ts';

const LIMITS = { objects: 10, members: 2 };

function member(name: string): Member {
  const namespace = `clusternet-${name}`;
  return { name, namespace, id: name, labels: {}, taints: [], state: 'ready', facts: {} };
}

function subscription(change: Partial<Subscription['metadata']> = {}): Subscription {
  return {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'app', namespace: 'default', uid: 'sub', generation: 4, ...change },
    spec: { subscribers: [], feeds: [CONFIG] },
  };
}

function baseIn(name: string, change: Partial<Base['metadata']> = {}, feeds = [CONFIG]): Base {
  const base = baseOfSubscription(subscription(), member(name), 'app');
  return { ...base, metadata: { ...base.metadata, uid: `base-${name}`, ...change }, spec: { feeds } };
}

function plan(
  bound: readonly string[],
  bases: readonly Base[],
  change: Partial<BasesRequest> = {},
): BasesPlan {
  return planBases({
    subscription: subscription(),
    members: bound.map(member),
    boundNamespaces: new Set(bound.map((name) => `clusternet-${name}`)),
    bases,
    baseAt: () => undefined,
    limits: LIMITS,
    ...change,
  });
}

const namespacesOf = (bases: readonly Base[]): (string | undefined)[] =>
  bases.map(({ metadata }) => metadata.namespace);

test('members that are new get a Base, others lose theirs, and what is in step is left alone', () => {
  const { create, update, remove, held } = plan(['a', 'b'], [baseIn('a'), baseIn('c')]);
  assert.deepEqual(namespacesOf(create), ['clusternet-b']);
  assert.deepEqual(update, []);
  assert.deepEqual(namespacesOf(remove), ['clusternet-c']);
  assert.equal(held, undefined);
});

test('policies of the Subscription are handed on, and taken back', () => {
  const report = subscription({ annotations: { 'banyan.dev/drift': 'report', other: 'x' } });
  const { create } = plan(['a'], [], { subscription: report });
  assert.deepEqual(create[0]?.metadata.annotations, { 'banyan.dev/drift': 'report' });
  const stale = baseIn('a', { annotations: { 'banyan.dev/drift': 'ignore', mine: 'y' } });
  assert.deepEqual(plan(['a'], [stale]).update[0]?.patch, {
    metadata: { annotations: { 'banyan.dev/drift': null } },
  });
});

test('a name that another Base has gets a hash', () => {
  const other = baseIn('a', { labels: {} });
  const { create } = plan(['a'], [], { baseAt: () => other });
  assert.match(create[0]?.metadata.name ?? '', /^app-\w{10}$/);
});

test('a Base on its way out is not counted, and has no successor until it is gone', () => {
  const leaving = baseIn('a', { deletionTimestamp: '2030-01-01T00:00:00Z' });
  assert.deepEqual(plan(['a'], [leaving]).create, []);
  assert.deepEqual(plan([], [leaving]).remove, []);
});

test('two Bases of one Subscription in a member are kept in step, and said', () => {
  const bases = [baseIn('a'), baseIn('a', { name: 'app-x2zp4' }, [CONFIG, WEB])];
  const { update, remove, duplicates } = plan(['a'], bases);
  assert.deepEqual(update, [{ base: bases[1], patch: { spec: { feeds: [CONFIG] } } }]);
  assert.deepEqual(remove, []);
  assert.deepEqual(duplicates, ['clusternet-a']);
});

test('a change that takes away too much takes away nothing, until it is allowed for this generation', () => {
  const bases = ['a', 'b', 'c'].map((name) => baseIn(name, {}, [CONFIG, WEB]));
  const held = plan([], bases);
  assert.match(held.held ?? '', /leave 3 clusters/);
  assert.deepEqual(held.remove, []);
  const allowed = (generation: string): BasesPlan =>
    plan([], bases, {
      subscription: subscription({ annotations: { 'banyan.dev/allow-deletion': generation } }),
    });
  assert.equal(allowed('4').remove.length, 3);
  assert.equal(allowed('3').remove.length, 0);
});

test('while the guard holds, feeds that are new are added and none is taken out', () => {
  const bases = ['a', 'b', 'c', 'd'].map((name) => baseIn(name, {}, [WEB]));
  const { update } = plan(['a'], bases);
  assert.deepEqual(update[0]?.patch, { spec: { feeds: [CONFIG, WEB] } });
});

test('feeds that are removed from many members count as objects', () => {
  const feeds = Array.from({ length: 6 }, (_, index) => ({ ...CONFIG, name: `c${index}` }));
  const bases = ['a', 'b'].map((name) => baseIn(name, {}, feeds));
  assert.match(plan(['a', 'b'], bases).held ?? '', /delete 12 objects/);
});
