import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readmeSteps } from './readme-steps.ts';

test('commands are read with the output that follows them', () => {
  const readme = [
    '# Title',
    '```sh',
    'one',
    'two',
    '```',
    'Words.',
    '```text',
    'out',
    '```',
    '```sh',
    'three',
    '```',
  ];
  assert.deepEqual(readmeSteps(readme.join('\n')), [
    { command: 'one\ntwo', expected: 'out', line: 3 },
    { command: 'three', expected: undefined, line: 11 },
  ]);
});

test('blocks in other languages are neither run nor compared', () => {
  const readme = ['```console', '$ banyan demo', '```', '```sh', 'one', '```', '```yaml', 'a: b', '```'];
  assert.deepEqual(readmeSteps(readme.join('\n')), [{ command: 'one', expected: undefined, line: 5 }]);
});

const MISTAKES: readonly (readonly [string, string[], RegExp])[] = [
  ['output without a command', ['```text', 'out', '```'], /line 2: the output of which command/],
  [
    'a second output',
    ['```sh', 'x', '```', '```text', '```', '```text', '```'],
    /line 7: the output of which/,
  ],
  ['a block without an end', ['```sh', 'x'], /line 2: the block does not end/],
];

for (const [name, lines, words] of MISTAKES) {
  test(`a mistake is told: ${name}`, () => assert.throws(() => readmeSteps(lines.join('\n')), words));
}
