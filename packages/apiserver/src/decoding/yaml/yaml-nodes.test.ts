import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DecodeError } from '../decode-error.ts';
import { plainValue } from '../json/json-node.ts';
import { yamlNodes } from './yaml-nodes.ts';
import { unreadableText } from './yaml-problem.ts';

const read = (text: string): unknown => plainValue(yamlNodes(Buffer.from(text)).node);

for (const [text, value] of [
  ['', null],
  ['---\n', null],
  ['a: 1\n---\nb: 2\n', { a: 1 }],
  ['a: 1\n...\nb: 2', { a: 1 }],
  ['{"a": [1, true, null, "x"]}', { a: [1, true, null, 'x'] }],
  ['[y, Y, yes, On, true, n, No, OFF, False]', [true, true, true, true, true, false, false, false, false]],
  ['["y", \'no\', !!str yes, ! 5]', ['y', 'no', 'yes', '5']],
  ['[~, null, Null, ]', [null, null, null]],
  ['[017, 0o17, 0x1f, 0b11, -0x10, 1_000, +5]', [15, 15, 31, 3, -16, 1000, 5]],
  ['[1.0, .5, 1e3, 1., 08, 0x, 1__0, 12:30]', [1, 0.5, 1000, 1, 8, '0x', 10, '12:30']],
  ['[9007199254740993, 18446744073709551615]', [9007199254740993n, 18446744073709552000]],
  [
    '[2026-01-02, 2026-01-02T03:04:05Z, 1.2.3, v1, =]',
    ['2026-01-02', '2026-01-02T03:04:05Z', '1.2.3', 'v1', '='],
  ],
  ['1: a\ntrue: b\n1.5: c', { 1: 'a', true: 'b', '1.5': 'c' }],
  ['a: >\n  two\n  lines\nb: |-\n  kept\n', { a: 'two lines\n', b: 'kept' }],
  ['a: &x {k: v}\nb: *x\nc: {<<: *x, l: w}', { a: { k: 'v' }, b: { k: 'v' }, c: { k: 'v', l: 'w' } }],
  ['a: {k: 1, <<: [{k: 2, m: 3}, {m: 4}]}', { a: { k: 2, m: 3 } }],
  ['a: !!int "7"\nb: !!float 5\nc: !!binary aGVsbG8=', { a: 7, b: 5, c: 'hello' }],
  ['[a, b]]', ['a', 'b']],
] as const) {
  test(`${JSON.stringify(text)} is read`, () => {
    assert.deepEqual(read(text), value);
  });
}

test('members come in the order of their keys', () => {
  const { node } = yamlNodes(Buffer.from('c: 1\na: 2\nb: 3'));
  assert.deepEqual(node.kind === 'object' && node.members.map(({ key }) => key), ['a', 'b', 'c']);
});

test('keys that are there twice are told with the lines of their values', () => {
  assert.deepEqual(yamlNodes(Buffer.from('a: {x: 1, x: 2}\nb: 1\nb:\n  c: 1\n1: x\n1: y\n')).duplicates, [
    'yaml: unmarshal errors:\n  line 1: key "x" already set in map\n  line 4: key "b" already set in map\n' +
      '  line 6: key 1 already set in map',
  ]);
});

for (const [text, message] of [
  ['a: b: c', 'yaml: mapping values are not allowed in this context'],
  ['a: 1\n b: 2', 'yaml: line 2: mapping values are not allowed in this context'],
  ['a: ? x', 'yaml: mapping keys are not allowed in this context'],
  ['a: - b', 'yaml: block sequence entries are not allowed in this context'],
  ['a: [1, 2', "yaml: line 1: did not find expected ',' or ']'"],
  ['a: {b: 1', "yaml: line 1: did not find expected ',' or '}'"],
  ['key: [a\nb: c\n', "yaml: line 1: did not find expected ',' or ']'"],
  ['a: [}', 'yaml: did not find expected node content'],
  ['a: [1,,2]', 'yaml: did not find expected node content'],
  ['a: "x', 'yaml: found unexpected end of stream'],
  ['a: "\\q"', 'yaml: found unknown escape character'],
  ['a: "\\x"', 'yaml: did not find expected hexdecimal number'],
  ['a:\n\tb: 1', 'yaml: line 2: found character that cannot start any token'],
  ['a: 1\n\tb: 1', 'yaml: line 2: found a tab character that violates indentation'],
  ['a: @x', 'yaml: found character that cannot start any token'],
  ['a: 1\nb', "yaml: line 3: could not find expected ':'"],
  ['a:\n  - 1\n b: 2', 'yaml: line 2: did not find expected key'],
  ['- a\nb: 1', "yaml: line 1: did not find expected '-' indicator"],
  ['a: "b" c', 'yaml: did not find expected key'],
  ['a: |2x\n  b', 'yaml: did not find expected comment or line break'],
  ['a: *x', "yaml: unknown anchor 'x' referenced"],
  ['a: &x [*x]', "yaml: anchor 'x' value contains itself"],
  ['a: !!int x', 'yaml: cannot decode !!str `x` as a !!int'],
  ['a: !!binary "!"', 'yaml: !!binary value contains invalid base64 data'],
  ['a: .inf', 'json: unsupported value: +Inf'],
  ['<<: 1', 'yaml: map merge requires map or sequence of maps as the value'],
  ['a: \u0001', 'yaml: control characters are not allowed'],
] as const) {
  test(`${JSON.stringify(text)}: ${message}`, () => {
    assert.throws(() => read(text), new DecodeError(message));
  });
}

test('aliases of aliases do not fill the memory', () => {
  const levels = Array.from(
    { length: 12 },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`,
  );
  const text = ['l0: &l0 [a,a,a,a,a,a,a,a,a]', ...levels].join('\n');
  assert.throws(() => read(text), new DecodeError('yaml: document contains excessive aliasing'));
});

test('deep YAML is refused', () => {
  assert.throws(
    () => read(`${'['.repeat(600)}${']'.repeat(600)}`),
    new DecodeError('exceeded max depth of 500'),
  );
});

/** JSON may hold control characters above ASCII as they are; YAML may not. */
const readableJson = fc
  .json({ maxDepth: 3, noUnicodeString: false })
  .filter((text) => unreadableText(text) === undefined);

test('JSON is YAML', () => {
  fc.assert(
    fc.property(readableJson, (text) => {
      assert.deepEqual(sorted(read(text)), sorted(JSON.parse(text)));
    }),
    { numRuns: 200 },
  );
});

test('JSON is read as JSON as it would be read as YAML', () => {
  fc.assert(
    fc.property(readableJson, (text) => {
      const asYaml = yamlNodes(Buffer.from(`# YAML\n${text}`));
      assert.deepEqual(yamlNodes(Buffer.from(text)), asYaml);
    }),
    { numRuns: 200 },
  );
});

for (const text of [
  '{"a": 1.0, "b": 1e3, "c": 0.5}',
  '{"a": {}, "b": [], "c": "x\\ny\\/"}',
  ' [{"b": 1, "a": null}]',
]) {
  test(`${text} is the same as YAML`, () => {
    assert.deepEqual(plainValue(yamlNodes(Buffer.from(text)).node), read(`# YAML\n${text}`));
  });
}

test('JSON with keys twice is read as YAML, which knows the lines', () => {
  assert.match(
    yamlNodes(Buffer.from('{"a": 1,\n"a": 2}')).duplicates[0] ?? '',
    /line 2: key "a" already set in map/,
  );
});

test('YAML with more structure than anyone writes is refused at once', () => {
  const message = 'yaml: document has too much structure: send it as JSON';
  const texts = [
    '- a\n'.repeat(400_000),
    '- '.repeat(1_000_000),
    '? '.repeat(1_000_000),
    `a: ${'!!str '.repeat(300_000)}x`,
    `a: ${'&x '.repeat(300_000)}x`,
  ];
  for (const text of texts) assert.throws(() => read(text), new DecodeError(message));
});

test('any text is read or refused', () => {
  const pieces = fc.constantFrom(...'ab1:-?[]{},&*!|>%@`\'"# \n\t'.split(''), ': ', '- ', '\n  ');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
      try {
        read(parts.join(''));
      } catch (error) {
        assert.ok(error instanceof DecodeError, String(error));
      }
    }),
    { numRuns: 1000 },
  );
});

function sorted(value: unknown): unknown {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint') return Number(each);
    if (typeof each !== 'object' || each === null || Array.isArray(each))
      return Object.is(each, -0) ? 0 : each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
