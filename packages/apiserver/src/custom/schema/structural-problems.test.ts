import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonSchemaProps } from './json-schema-props.ts';
import { structuralProblems } from './structural-problems.ts';

function problems(schema: JsonSchemaProps, hasStatus = false): string[] {
  return structuralProblems(schema, 'S', { hasStatus }).map(({ field, message }) => `${field}: ${message}`);
}

const inSpec = (spec: JsonSchemaProps): JsonSchemaProps => ({ type: 'object', properties: { spec } });

const CASES: readonly (readonly [what: string, schema: JsonSchemaProps, problems: readonly RegExp[]])[] = [
  ['nothing is wrong', inSpec({ type: 'object', properties: { a: { type: 'string', default: 'x' } } }), []],
  [
    'a keyword that is only found later',
    inSpec({ type: 'string', $schema: 'x' }),
    [/^S: Invalid value: "": OpenAPIV3Schema 'schema' is not supported$/],
  ],
  [
    'an int-or-string may say its types again',
    inSpec({ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
    [],
  ],
  [
    'a property that is only in allOf',
    inSpec({ type: 'object', allOf: [{ properties: { b: { minLength: 1 } } }] }),
    [],
  ],
  [
    'the same at the root',
    { type: 'object', allOf: [{ properties: { b: {} } }] },
    [/^S\.properties\[b\]: Required value: because it is defined in S\.allOf\[0\]\.properties\[b\]$/],
  ],
  [
    'a default of metadata',
    { type: 'object', properties: { metadata: { type: 'object', default: {} } } },
    [/^S\.properties\[metadata\]\.default: Forbidden: must not be set in top-level metadata$/],
  ],
  [
    'a default that its own rule refuses',
    inSpec({ type: 'integer', default: 1, 'x-kubernetes-validations': [{ rule: 'self > 1' }] }),
    [/^S\.properties\[spec\]\.default: Invalid value: 1: failed rule: self > 1$/],
  ],
  [
    'a default of the metadata of an embedded resource',
    inSpec({
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { metadata: { type: 'object', properties: { name: { type: 'string', default: 'a/b' } } } },
    }),
    [/must result in valid metadata: metadata\.name: Invalid value: "a\/b": may not contain '\/'$/],
  ],
  [
    'optionalOldSelf without oldSelf',
    inSpec({ type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 1', optionalOldSelf: true }] }),
    [/optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule$/],
  ],
  [
    'rules of what rules do not see',
    inSpec({ 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-validations': [{ rule: 'true' }] }),
    [/x-kubernetes-validations: Internal error: internal error: failed to construct type information/],
  ],
  [
    'more objects than rules are read for',
    inSpec({
      type: 'object',
      'x-kubernetes-validations': [{ rule: 'true' }],
      properties: Object.fromEntries(
        Array.from({ length: 2001 }, (_, index) => [`p${index}`, { type: 'object' }]),
      ),
    }),
    [/x-kubernetes-validations: Forbidden: there are more rules/],
  ],
];

for (const [what, schema, expected] of CASES) {
  void test(`of ${what}`, () => {
    const found = problems(schema);
    assert.equal(found.length, expected.length, found.join('\n'));
    for (const [index, pattern] of expected.entries()) assert.match(found[index] ?? '', pattern);
  });
}

void test('with a status subresource some keywords are not allowed at the root', () => {
  const [found = ''] = problems({ type: 'object', anyOf: [{}] }, true);
  assert.match(found, /^S: Invalid value: \{"ID":"","Schema":"","Ref":null,.*"Type":"object"/);
  assert.match(found, /only \[Description Type Format .* XValidations\] fields are allowed at the root/);
  assert.deepEqual(problems({ type: 'object', properties: { status: { type: 'object' } } }, true), []);
});

void test('a schema as deep as a body can be is read', () => {
  let schema: JsonSchemaProps = { type: 'string' };
  for (let level = 0; level < 240; level++) schema = { type: 'array', items: schema, default: [] };
  assert.deepEqual(problems(inSpec(schema)), []);
});

void test('a rule as long as it can be is read and run, a longer one refused', () => {
  const chained = (length: number) => Array.from({ length }, () => 'true').join(' && ');
  const ruled = (rule: string) =>
    problems(inSpec({ type: 'integer', default: 1, 'x-kubernetes-validations': [{ rule }] }));
  assert.deepEqual(ruled(chained(1000)), []);
  assert.match(ruled(chained(1100)).join(), /expression recursion limit exceeded: 1000/);
  assert.match(ruled(`${'!'.repeat(100_000)}true`).join(), /compilation failed/);
  assert.deepEqual(ruled(`${'[1].all(x, '.repeat(80)}true${')'.repeat(80)}`), []);
});
