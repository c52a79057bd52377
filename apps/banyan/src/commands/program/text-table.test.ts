import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, textTable } from './text-table.ts';

test('columns are as wide as they need to be, and no line ends in spaces', () => {
  const rows = [
    ['NAME', 'SERVER', 'FAULTS'],
    ['member10', 'a', ''],
  ];
  assert.equal(textTable(rows), 'NAME       SERVER   FAULTS\nmember10   a');
});

test('one is one', () => {
  assert.deepEqual([1, 2].map(countOf), ['1 member', '2 members']);
});
