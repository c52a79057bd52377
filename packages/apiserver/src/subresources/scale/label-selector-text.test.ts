import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LabelSelector } from '@banyan/api';
import { labelSelectorText } from './label-selector-text.ts';

const ROWS: readonly [selector: LabelSelector, text: string][] = [
  [{}, ''],
  [{ matchLabels: { tier: 'b', app: 'a' } }, 'app=a,tier=b'],
  [
    {
      matchLabels: { m: '' },
      matchExpressions: [
        { key: 'z', operator: 'In', values: ['c', 'b'] },
        { key: 'a', operator: 'NotIn', values: ['x'] },
        { key: 'k', operator: 'Exists' },
        { key: 'l', operator: 'DoesNotExist' },
      ],
    },
    'a notin (x),k,!l,m=,z in (b,c)',
  ],
];

for (const [selector, text] of ROWS) {
  test(`${JSON.stringify(selector)} is written ${JSON.stringify(text)}`, () => {
    assert.equal(labelSelectorText(selector), text);
  });
}
