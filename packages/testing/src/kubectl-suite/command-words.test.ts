import assert from 'node:assert/strict';
import test from 'node:test';
import { commandWords } from './command-words.ts';

const CASES: readonly [string, readonly string[]][] = [
  ['get pods -o wide', ['get', 'pods', '-o', 'wide']],
  ['  get   pods ', ['get', 'pods']],
  ["annotate cm a note='two words'", ['annotate', 'cm', 'a', 'note=two words']],
  ['patch cm a -p \'{"data": {}}\'', ['patch', 'cm', 'a', '-p', '{"data": {}}']],
  ["create cm a --from-literal=k=''", ['create', 'cm', 'a', '--from-literal=k=']],
  ["label cm a ''", ['label', 'cm', 'a', '']],
  ['', []],
];

for (const [command, words] of CASES)
  test(`${JSON.stringify(command)} is ${words.length} words`, () =>
    assert.deepEqual(commandWords(command), words));

test('a quote that is left open is refused', () => {
  assert.throws(() => commandWords("label cm a note='two"), /a quote is left open/);
});
