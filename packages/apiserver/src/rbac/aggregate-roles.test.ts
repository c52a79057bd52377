import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { readTranscripts } from '@banyan/testing/contract';
import { aggregatedRules, settledAggregations } from './aggregate-roles.ts';
import { bootstrapObjects } from './bootstrap-objects.ts';
import type { PolicyRule } from './policy-rule.ts';
import { role } from './test-world.ts';

const verb = (name: string): PolicyRule => ({ apiGroups: [''], resources: ['pods'], verbs: [name] });
const labelled = (name: string, rules: readonly PolicyRule[], ...labels: string[]): KubeObject => ({
  ...role(name, rules),
  metadata: { name, labels: Object.fromEntries(labels.map((label) => [label, 'true'])) },
});
const made = (...labels: string[]): KubeObject => ({
  ...labelled('made', [], 'x'),
  aggregationRule: { clusterRoleSelectors: labels.map((label) => ({ matchLabels: { [label]: 'true' } })) },
});

test('a role without an aggregation rule is nobody else’s', () =>
  assert.equal(aggregatedRules(role('a', [verb('get')]), [role('b', [])]), undefined));

test('an aggregated role has the rules of those it selects, by name, selector by selector, none twice', () => {
  const roles = [
    labelled('c', [verb('delete')], 'x'),
    labelled('b', [verb('list'), verb('get')], 'x', 'y'),
    labelled('a', [verb('get')], 'x'),
    labelled('d', [verb('watch')], 'y'),
    labelled('e', [verb('patch')], 'z'),
  ];
  const expected = [verb('get'), verb('list'), verb('delete'), verb('watch')];
  assert.deepEqual(aggregatedRules(made('x', 'y'), roles), expected);
});

test('a role is not made of itself', () => {
  const own = { ...made('x'), rules: [verb('get')] };
  assert.deepEqual(aggregatedRules(own, [own]), []);
});

test('what is as it should be needs no change', () => {
  const source = labelled('a', [verb('get')], 'x');
  assert.deepEqual(settledAggregations([source, made('x')]), [{ name: 'made', rules: [verb('get')] }]);
  assert.deepEqual(settledAggregations([source, { ...made('x'), rules: [verb('get')] }]), []);
});

test('a role made of an aggregated one gets its rules with it', () => {
  const source = labelled('a', [verb('get')], 'y');
  const upper = { ...made('x'), metadata: { name: 'upper' } };
  const changed = settledAggregations([upper, made('y'), source]);
  assert.deepEqual(changed, [
    { name: 'upper', rules: [verb('get')] },
    { name: 'made', rules: [verb('get')] },
  ]);
});

test('roles that are made of each other and never come to rest are left as they are', () => {
  const pair = (name: string, of: string, rules: readonly PolicyRule[]) => ({
    ...labelled(name, rules, name),
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [of]: 'true' } }] },
  });
  const source = labelled('c', [verb('list')], 'x');
  const roles = [pair('a', 'b', [verb('get')]), pair('b', 'a', []), source, made('x')];
  assert.deepEqual(settledAggregations(roles), [{ name: 'made', rules: [verb('list')] }]);
});

test('the default roles become what the real controllers make of them', () => {
  const roles = bootstrapObjects().filter(({ kind }) => kind === 'ClusterRole');
  const settled = new Map(settledAggregations(roles).map(({ name, rules }) => [name, rules]));
  const recorded = readTranscripts().get('rbac/default-user-roles');
  const sorted = (all: unknown) =>
    (all as object[]).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  for (const { request, response } of recorded?.exchanges ?? []) {
    assert.deepEqual(sorted(settled.get(request.path.split('/').at(-1) ?? '')), response.facts);
  }
  assert.equal(recorded?.exchanges.length, 3);
});
