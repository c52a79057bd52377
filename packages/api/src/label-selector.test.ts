import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesLabelSelector, type LabelSelector } from './label-selector.ts';

const labels = { app: 'web', tier: 'front' };

const cases: { name: string; selector: LabelSelector | undefined; matches: boolean }[] = [
  { name: 'no selector selects nothing', selector: undefined, matches: false },
  { name: 'an empty selector selects everything', selector: {}, matches: true },
  {
    name: 'all matchLabels must hold',
    selector: { matchLabels: { app: 'web', tier: 'back' } },
    matches: false,
  },
  { name: 'matchLabels hold', selector: { matchLabels: { app: 'web' } }, matches: true },
  { name: 'In', selector: one('app', 'In', ['api', 'web']), matches: true },
  { name: 'In on a missing label', selector: one('zone', 'In', ['a']), matches: false },
  { name: 'NotIn on a missing label', selector: one('zone', 'NotIn', ['a']), matches: true },
  { name: 'NotIn', selector: one('app', 'NotIn', ['web']), matches: false },
  { name: 'Exists', selector: one('app', 'Exists'), matches: true },
  { name: 'DoesNotExist', selector: one('app', 'DoesNotExist'), matches: false },
  {
    name: 'a label named like a property of Object is missing',
    selector: one('toString', 'Exists'),
    matches: false,
  },
];

for (const { name, selector, matches } of cases) {
  test(name, () => assert.equal(matchesLabelSelector(selector, labels), matches));
}

function one(
  key: string,
  operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist',
  values?: string[],
): LabelSelector {
  return { matchExpressions: [{ key, operator, ...(values && { values }) }] };
}
