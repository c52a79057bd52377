import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAsExpected } from './expected-output.ts';

const ROWS: readonly (readonly [string, string, string, boolean])[] = [
  ['the same', 'a\nb', 'a\nb\n', true],
  ['another word', 'a', 'b', false],
  ['more after it', 'a', 'a\nb', false],
  ['less', 'a\nb', 'a', false],
  ['nothing where something is expected', 'a', '', false],
  ['other widths of columns', 'NAME   AGE\nx      <age>', 'NAME  AGE\nx     3m20s  ', true],
  ['an age that is none', '<age>', 'soon', false],
  ['an id', 'id: <id>', 'id: 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0', true],
  ['an address', '<ip>:80', '10.96.0.1:80', true],
  ['a hash', 'pod-<hash>-x', 'pod-7d9f8c-x', true],
  ['characters that mean something in patterns', 'a.b (c) [d] $', 'a.b (c) [d] $', true],
  ['which are themselves', 'a.b', 'axb', false],
  ['anything in a line', 'Error: <any>', 'Error: what ever', true],
  ['but not beyond it', 'Error: <any>', 'Error: what\never', false],
  ['any lines', 'a\n...\nd', 'a\nb\nc\nd', true],
  ['or none', 'a\n...\nd', 'a\nd', true],
  ['with an end', 'a\n...\nd', 'a\nb\nc', false],
];

for (const [name, expected, actual, answer] of ROWS) {
  test(`output and README: ${name}`, () => assert.equal(isAsExpected(expected, actual), answer));
}
