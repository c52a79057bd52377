import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toJson } from './dynamic-values.ts';
import { policyInputs, type ExpressionScope } from './policy-environment.ts';
import { compilePolicyExpression } from './policy-expression.ts';
import { compileVariables } from './policy-variables.ts';

const SCOPE: ExpressionScope = { hasParams: true, hasAuthorizer: true, hasPatchTypes: true };
const ACTIVATION = {
  object: new Map<string, unknown>([
    ['n', 3n],
    ['list', [1n, 2n]],
    ['text', 'abc'],
  ]),
  oldObject: null,
  params: null,
  request: policyInputs().requestToCel({ name: 'a', kind: { kind: 'K' }, userInfo: { groups: ['g'] } }),
};

function valueOf(text: string): unknown {
  const read = compilePolicyExpression(text, SCOPE, undefined);
  if ('problem' in read) return read.problem;
  const result = read.run(ACTIVATION);
  return 'problem' in result ? result.problem : toJson(result.value);
}

const VALUES: readonly [string, unknown][] = [
  ['Object{}', {}],
  ['Object{spec: Object.spec{n: object.n + 1, text: object.text}}', { spec: { n: 4, text: 'abc' } }],
  ["[JSONPatch{op: 'add', path: '/a', value: {'x': [1]}}]", [{ op: 'add', path: '/a', value: { x: [1] } }]],
  ['Object { spec : Object . spec { } }', { spec: {} }],
  ['Object{?a: object.?none, ?b: object.?n}', { b: 3 }],
  ['object.n > 5 ? Object{a: 1} : Object{b: 2}', { b: 2 }],
  ['object.list.map(i, Object.x{i: i})', [{ i: 1 }, { i: 2 }]],
  ['Object{a: \'Object{b: 1}\', c: "}"}', { a: 'Object{b: 1}', c: '}' }],
  ["{'a': Object{b: {'c': 'd'}}}", { a: { b: { c: 'd' } } }],
  ['Object{a: 1}.a + 1', 2],
  ['Object{a: 1} == Object{a: 1}', true],
  ['has(Object{a: 1}.b)', false],
  ["jsonpatch.escapeKey('a/b~c')", 'a~1b~0c'],
  ['oldObject == null && params == null', true],
  ['request.name + request.kind.kind + request.userInfo.groups[0]', 'aKg'],
  ['request.namespace', 'no such key: namespace'],
];
for (const [text, value] of VALUES) test(text, () => assert.deepEqual(valueOf(text), value));

test('a message of another type, or with another field, is told where it stands', () => {
  assert.equal(
    valueOf('Object{a: Other{}}'),
    "compilation failed: ERROR: <input>:1:16: undeclared reference to 'Other' (in container '')\n | Object{a: Other{}}\n | ...............^",
  );
  assert.equal(
    valueOf('[JSONPatch{op: 1}]'),
    "compilation failed: ERROR: <input>:1:14: expected type of field 'op' is 'string' but provided type is 'int'\n | [JSONPatch{op: 1}]\n | .............^",
  );
});

test('an expression must be of a type that is wanted', () => {
  const problem = (text: string, wanted: string[]) => {
    const read = compilePolicyExpression(text, SCOPE, wanted);
    return 'problem' in read ? read.problem : undefined;
  };
  assert.equal(problem('Object{}', ['Object']), undefined);
  assert.equal(problem('true ? Object{} : Object{}', ['Object']), undefined);
  assert.equal(problem('Object.a{}', ['Object']), 'must evaluate to Object but got Object.a');
  assert.equal(problem('[]', ['list(JSONPatch)']), 'must evaluate to list(JSONPatch) but got list(dyn)');
  assert.equal(problem('has(object.a) ? [JSONPatch{}] : []', ['list(JSONPatch)']), undefined);
  assert.equal(
    problem('1', ['string', 'null_type']),
    'must evaluate to one of [string null_type] but got int',
  );
  assert.equal(problem('object', ['bool']), 'must evaluate to bool but got dyn');
});

test('a variable is evaluated once, when it is used, and fails who uses it', () => {
  const variables = compileVariables(
    [
      { name: 'a', expression: 'object.n' },
      { name: 'b', expression: 'variables.a * 2' },
      { name: 'broken', expression: 'object.none' },
    ],
    SCOPE,
  );
  const run = (text: string) => {
    const read = compilePolicyExpression(text, variables.scope, undefined);
    if ('problem' in read) return read.problem;
    const result = read.run(variables.withVariables(ACTIVATION));
    return 'problem' in result ? result.problem : result.value;
  };
  assert.equal(run('variables.a + variables.b'), 9n);
  assert.equal(run('variables.broken'), 'composited variable "broken" fails to evaluate: no such key: none');
  assert.match(String(run('variables.c')), /undefined field 'c'/);
});

test('an expression that loops for ever in one of its variables is stopped', { timeout: 60_000 }, () => {
  const list = `[${Array.from({ length: 100 }, () => '1').join()}]`;
  const variables = compileVariables(
    [{ name: 'v', expression: `${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, true))))` }],
    SCOPE,
  );
  const read = compilePolicyExpression('variables.v', variables.scope, undefined);
  assert.ok('run' in read);
  const result = read.run(variables.withVariables(ACTIVATION));
  assert.ok('problem' in result && result.isTooCostly);
});
