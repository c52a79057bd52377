import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unknownJsonPatchFields } from './unknown-fields.ts';

for (const [patch, fields] of [
  [[{ op: 'add', path: '/a', value: 1, from: '/b' }], []],
  [
    [
      { op: 'remove', path: '/a' },
      { OP: 'add', extra: 1 },
    ],
    ['[1].OP', '[1].extra'],
  ],
  [[null, 5, []], []],
  [{ extra: 1 }, []],
  [null, []],
] as const) {
  test(`unknown in ${JSON.stringify(patch)}: ${JSON.stringify(fields)}`, () => {
    const warnings = fields.map((field) => `json patch unknown field "${field}"`);
    assert.deepEqual(unknownJsonPatchFields(patch), warnings);
  });
}
