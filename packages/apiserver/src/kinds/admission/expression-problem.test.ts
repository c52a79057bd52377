import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expressionProblem } from './expression-problem.ts';

const FINE = [
  'object.spec.replicas < 5',
  'object',
  'variables.n < 5',
  "authorizer.group('').resource('pods').check('get').allowed()",
  "quantity('1').isGreaterThan(quantity('2'))",
  'object.?a.orValue(true)',
  'object.spec.`foo-bar` == 1',
  "[?object.?a] == [] || {?'a': object.?b} == {}",
  'google.protobuf.Timestamp{seconds: 1} == object.x',
  '.object.a == 1',
  "rb'x' == b'x'",
  '1.5 < 2.',
  `${'('.repeat(500)}true${')'.repeat(500)}`,
];
for (const text of FINE) {
  test(`accepted: ${text.slice(0, 60)}`, () => assert.equal(expressionProblem(text, 'bool'), undefined));
}

const REFUSED: [string, 'bool' | 'string', string][] = [
  ['1 + 1', 'bool', 'must evaluate to bool but got int'],
  ['[1]', 'bool', 'must evaluate to bool but got list(int)'],
  ['true', 'string', 'must evaluate to string but got bool'],
  [
    'object.',
    'bool',
    "compilation failed: ERROR: <input>:1:8: Syntax error: no viable alternative at input '.'\n | object.\n | .......^",
  ],
];
for (const [text, wanted, problem] of REFUSED) {
  test(`refused: ${text}`, () => assert.equal(expressionProblem(text, wanted), problem));
}

test('a text of a megabyte is judged in no time', { timeout: 60_000 }, () => {
  const spaces = ' '.repeat(1_000_000);
  assert.ok(expressionProblem(`object.${spaces}`, 'bool'));
  assert.ok(expressionProblem(`${spaces}(`, 'bool'));
  assert.equal(expressionProblem(`object.a.${spaces}\``, 'bool'), undefined);
});
