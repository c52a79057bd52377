import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverrideSet } from '../override/order-overrides.ts';
import type { Member } from '../words/member.ts';
import { renderTrigger } from './render-trigger.ts';

const MEMBER: Member = {
  name: 'a',
  namespace: 'n',
  id: 'i',
  labels: {},
  taints: [],
  state: 'ready',
  facts: {},
};

function set(facts: Partial<OverrideSet> = {}): OverrideSet {
  const overrides = [{ source: 's', type: 'merge-patch', patch: {} }] as const;
  return {
    rank: 0,
    priority: 500,
    createdAt: '',
    name: 'o',
    revision: '1',
    isLazy: false,
    overrides,
    ...facts,
  };
}

function trigger(sets: readonly OverrideSet[], { digest = 'd', labels = {} } = {}): string {
  return renderTrigger({ member: { ...MEMBER, labels }, templates: [{ key: 'k', digest, sets }] });
}

test('a template that changed, and an override that came, changed or went, are reasons to render', () => {
  const all = [
    trigger([]),
    trigger([set()]),
    trigger([set({ revision: '2' })]),
    trigger([set({ priority: 1 })]),
    trigger([set()], { digest: 'e' }),
  ];
  assert.equal(new Set(all).size, all.length);
});

test('an override that is applied later is none', () => {
  assert.equal(trigger([set({ isLazy: true })]), trigger([]));
  assert.equal(trigger([set(), set({ isLazy: true, revision: '7' })]), trigger([set()]));
});

test('the order in which overrides are found makes no difference', () => {
  const sets = [set(), set({ name: 'p', revision: '3' })];
  assert.equal(trigger(sets), trigger(sets.toReversed()));
});

test("a member's label is a reason only where an override may hold it", () => {
  const template = set({ overrides: [{ source: 's', type: 'merge-patch', patch: {}, isTemplate: true }] });
  assert.notEqual(trigger([template], { labels: { a: 'b' } }), trigger([template]));
  assert.equal(trigger([set()], { labels: { a: 'b' } }), trigger([set()]));
});
