import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractCases } from './contract-case.ts';
import { coverageTable, replaceCoverageTable } from './coverage-table.ts';

const run = () => Promise.resolve();
const cases = [
  ...contractCases('watch', [
    { id: 'a', name: 'a', run },
    { id: 'b', name: 'b', run },
  ]),
  ...contractCases('verbs', [{ id: 'a', name: 'a', run }]),
];
const exchange = { request: { method: 'GET', path: '/' }, response: { status: 200, headers: {} } };

test('the table counts cases and exchanges by row, in the order of the rows', () => {
  const transcripts = new Map([
    ['watch/a', { name: 'a', exchanges: [exchange, exchange] }],
    ['verbs/a', { name: 'a', exchanges: [exchange] }],
  ]);
  const lines = coverageTable(cases, transcripts).split('\n');
  assert.match(lines[2] ?? '', /^\| verbs \| 1 \| 1 \|/);
  assert.match(lines[3] ?? '', /^\| watch \| 2 \| 2 \|/);
  assert.equal(lines.at(-1), '| **all** | **3** | **3** | |');
});

test('the table goes between its markers, and a README without them is an error', () => {
  const start = '<!-- contract coverage: written by scripts/update-contract.ts -->';
  const readme = `before\n${start}\nold\n<!-- end of contract coverage -->\nafter`;
  const replaced = replaceCoverageTable(readme, 'new');
  assert.equal(replaced, `before\n${start}\n\nnew\n\n<!-- end of contract coverage -->\nafter`);
  assert.equal(replaceCoverageTable(replaced, 'new'), replaced);
  assert.throws(() => replaceCoverageTable('nothing', 'new'), /lacks the markers/);
});
