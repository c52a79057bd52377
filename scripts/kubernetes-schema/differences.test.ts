import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences } from './differences.ts';

const stored = new Map([
  ['a.json', 'one\ntwo\n'],
  ['b.json', 'same\n'],
]);

for (const [name, real, found] of [
  ['nothing is found where nothing differs', stored, []],
  [
    'a changed line is named',
    [
      ['a.json', 'one\n2\n'],
      ['b.json', 'same\n'],
    ],
    ['a.json: - two', 'a.json: + 2'],
  ],
  ['a new file is named', [...stored, ['c.json', '']], ['c.json: is missing']],
  ['a file too many is named', [['a.json', 'one\ntwo\n']], ['b.json: should not be there']],
  [
    'another order is named',
    [
      ['a.json', 'two\none\n'],
      ['b.json', 'same\n'],
    ],
    ['a.json: the order of lines differs'],
  ],
] satisfies [string, Iterable<[string, string]>, string[]][]) {
  test(name, () => {
    assert.deepEqual(differences(stored, new Map(real)), found);
  });
}
