import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WantedTypes } from '../../policies/expressions/policy-expression.ts';
import { expressionProblem } from './expression-problem.ts';

const SCOPE = { hasParams: false, hasAuthorizer: true, hasPatchTypes: false };

/** What the library cannot read is not refused: the real server reads it. */
const FINE = [
  'object.spec.replicas < 5',
  "authorizer.group('').resource('pods').check('get').allowed()",
  "quantity('1').isGreaterThan(quantity('2'))",
  'object.?a.orValue(true) == true',
  'object.spec.`foo-bar` == 1',
  "[?object.?a] == [] || {?'a': object.?b} == {}",
  'google.protobuf.Timestamp{seconds: 1} == object.x',
  '.object.a == 1',
  "rb'x' == b'x'",
  '1.5 < 2.',
  `${'('.repeat(500)}true${')'.repeat(500)}`,
];
for (const text of FINE) {
  test(`accepted: ${text.slice(0, 60)}`, () =>
    assert.equal(expressionProblem(text, SCOPE, ['bool']), undefined));
}

const REFUSED: [string, WantedTypes, string][] = [
  ['1 + 1', ['bool'], 'must evaluate to bool but got int'],
  ['[1]', ['bool'], 'must evaluate to bool but got list(int)'],
  ['object', ['bool'], 'must evaluate to bool but got dyn'],
  ['true', ['string'], 'must evaluate to string but got bool'],
  [
    'object.',
    ['bool'],
    "compilation failed: ERROR: <input>:1:8: Syntax error: no viable alternative at input '.'\n | object.\n | .......^",
  ],
  [
    'params.a == 1',
    ['bool'],
    "compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.a == 1\n | ^",
  ],
];
for (const [text, wanted, problem] of REFUSED) {
  test(`refused: ${text}`, () => assert.equal(expressionProblem(text, SCOPE, wanted), problem));
}

test('a text of a megabyte is judged in no time', { timeout: 60_000 }, () => {
  const spaces = ' '.repeat(1_000_000);
  assert.ok(expressionProblem(`object.${spaces}`, SCOPE, ['bool']));
  assert.ok(expressionProblem(`${spaces}(`, SCOPE, ['bool']));
  assert.ok(expressionProblem(`Object${spaces}{`, SCOPE, ['bool']));
  assert.equal(expressionProblem(`object.a.${spaces}\``, SCOPE, ['bool']), undefined);
});
