import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateOf } from './wished-template.ts';
import { wishedIn, wishesAfter, type Change, type Wishes } from './wishes.ts';

const NOTHING: Wishes = {
  templates: new Map(),
  subscriptions: new Map(),
  overrides: new Map(),
  rings: new Map([
    ['one', 'a'],
    ['two', 'b'],
    ['three', 'a'],
  ]),
};
const TEMPLATE: Change = { what: 'template', name: 's1-web', object: templateOf('s1', 'web', 1) };

function replicasIn(member: string, ...changes: readonly Change[]): unknown[] {
  const wishes = changes.reduce(wishesAfter, NOTHING);
  return wishedIn(wishes, member).map((object) => (object['spec'] as { replicas: number }).replicas);
}

test('a subscription without its template, and a template without a subscription, are nothing', () => {
  const wished = { feeds: ['s1-web'], ring: undefined, divides: false } as const;
  assert.deepEqual(replicasIn('one', TEMPLATE), []);
  assert.deepEqual(replicasIn('one', { what: 'subscription', name: 's1', wished }), []);
  assert.deepEqual(replicasIn('one', TEMPLATE, { what: 'subscription', name: 's1', wished }), [60]);
});

test('a ring gets what is for it, and what is divided is divided among its members', () => {
  const told: Change[] = [
    TEMPLATE,
    { what: 'subscription', name: 's1', wished: { feeds: ['s1-web'], ring: 'a', divides: true } },
  ];
  assert.deepEqual([replicasIn('one', ...told), replicasIn('two', ...told)], [[30], []]);
  told.push({ what: 'ring', member: 'one', ring: 'b' });
  assert.deepEqual([replicasIn('one', ...told), replicasIn('three', ...told)], [[], [60]]);
});

test('an override for one member comes after those for all, whatever their priority', () => {
  const override = (
    name: string,
    member: string | undefined,
    priority: number,
    replicas: number,
  ): Change => ({
    what: 'override',
    name,
    wished: { feed: 's1-web', member, priority, patch: { spec: { replicas } } },
  });
  const told: Change[] = [
    TEMPLATE,
    { what: 'subscription', name: 's1', wished: { feeds: ['s1-web'], ring: undefined, divides: false } },
    override('own', 'one', 1, 1),
    override('high', undefined, 9, 9),
    override('low', undefined, 2, 2),
  ];
  assert.deepEqual([replicasIn('one', ...told), replicasIn('two', ...told)], [[1], [9]]);
});
