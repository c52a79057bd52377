import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textTable } from './text-table.ts';

test('columns are as wide as they need to be, and no line ends in spaces', () => {
  const rows = [
    ['NAME', 'SERVER', 'FAULTS'],
    ['member10', 'a', ''],
  ];
  assert.equal(textTable(rows), 'NAME       SERVER   FAULTS\nmember10   a');
});
