import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderOverrides, type OverrideSet } from './order-overrides.ts';

function set(name: string, facts: Partial<OverrideSet> = {}): OverrideSet {
  const overrides = ['1', '2'].map(
    (index) => ({ source: `${name}${index}`, type: 'merge-patch', patch: {} }) as const,
  );
  return {
    rank: 0,
    priority: 500,
    createdAt: '2026-01-01T00:00:00Z',
    name,
    revision: '1',
    isLazy: false,
    overrides,
    ...facts,
  };
}

test('overrides for all clusters come before those for one, then lower priorities before higher', () => {
  const sets = [
    set('local-low', { rank: 1, priority: 0 }),
    set('global-high', { priority: 1000 }),
    set('global-low', { priority: 1 }),
  ];
  assert.deepEqual(
    orderOverrides(sets).map(({ source }) => source),
    ['global-low1', 'global-low2', 'global-high1', 'global-high2', 'local-low1', 'local-low2'],
  );
});

test('ties are broken by creation time, not by the seconds of its minute, then by name', () => {
  const sets = [
    set('c', { createdAt: '2026-01-02T00:00:00Z' }),
    set('b', { createdAt: '2026-01-01T00:00:59Z' }),
    set('a', { createdAt: '2026-01-02T00:00:00Z' }),
  ];
  assert.deepEqual(
    orderOverrides(sets).map(({ source }) => source),
    ['b1', 'b2', 'a1', 'a2', 'c1', 'c2'],
  );
});
