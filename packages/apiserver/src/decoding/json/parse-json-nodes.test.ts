import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plainValue } from './json-node.ts';
import { JsonSyntaxError } from './json-syntax.ts';
import { parseJsonNodes } from './parse-json-nodes.ts';

for (const [text, message] of [
  ['', 'unexpected end of JSON input'],
  [' \n', 'unexpected end of JSON input'],
  ['[', 'unexpected end of JSON input'],
  ['{"a"', 'unexpected end of JSON input'],
  ['{"a":', 'unexpected end of JSON input'],
  ['"a', 'unexpected end of JSON input'],
  ['a', "invalid character 'a' looking for beginning of value"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 2}', "invalid character '2' after object key:value pair"],
  ['[1 2]', "invalid character '2' after array element"],
  ['[1}', "invalid character '}' after array element"],
  ['{} {}', "invalid character '{' after top-level value"],
  ['01', "invalid character '1' after top-level value"],
  ['-', "invalid character ' ' in numeric literal"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['1.', "invalid character ' ' after decimal point in numeric literal"],
  ['1e+', "invalid character ' ' in exponent of numeric literal"],
  ['tru', "invalid character ' ' in literal true (expecting 'e')"],
  ['nuLl', "invalid character 'L' in literal null (expecting 'l')"],
  ['fAlse', "invalid character 'A' in literal false (expecting 'a')"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u12g"', "invalid character 'g' in \\u hexadecimal character escape"],
  ['"\t"', "invalid character '\\t' in string literal"],
  ['"\u0000"', "invalid character '\\x00' in string literal"],
  ["'", "invalid character '\\'' looking for beginning of value"],
  ['[""""]', `invalid character '"' after array element`],
  ['ü', "invalid character 'Ã' looking for beginning of value"],
] as const) {
  test(`${JSON.stringify(text)}: ${message}`, () => {
    assert.throws(() => parseJsonNodes(Buffer.from(text)), new JsonSyntaxError(message));
  });
}

test('10,000 levels are read, one more is not', () => {
  const deep = (levels: number): Buffer => Buffer.from('['.repeat(levels) + ']'.repeat(levels));
  assert.equal(parseJsonNodes(deep(10_000)).kind, 'array');
  assert.throws(
    () => parseJsonNodes(deep(10_001)),
    new JsonSyntaxError("invalid character '[' exceeded max depth"),
  );
});

test('members stay in their order, twice if they are there twice', () => {
  const node = parseJsonNodes(Buffer.from('{"b":1,"a":2,"b":3}'));
  assert.deepEqual(node.kind === 'object' && node.members.map(({ key }) => key), ['b', 'a', 'b']);
});

test('bytes that are no text are replaced one by one', () => {
  const bytes = Buffer.from([0x22, 0xe2, 0x82, 0x41, 0xff, 0xc3, 0xbc, 0x22]);
  assert.equal(plainValue(parseJsonNodes(bytes)), '\uFFFD\uFFFDA\uFFFDü');
});

test('a number of a million digits is read at once', () => {
  assert.equal(plainValue(parseJsonNodes(Buffer.from('9'.repeat(1_000_000)))), Infinity);
});

test('every JSON text is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      assert.deepEqual(normal(plainValue(parseJsonNodes(Buffer.from(text)))), normal(JSON.parse(text)));
    }),
  );
});

test('what JSON.parse refuses is refused, and the other way round', () => {
  const pieces = fc.constantFrom(
    ...'{}[]:,"\\u-+.eE0123456789truefalsn \n'.split(''),
    '"a"',
    '"a":',
    'true',
    'null',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      assert.equal(
        isRead(() => parseJsonNodes(Buffer.from(text))),
        isRead(() => JSON.parse(text) as unknown),
        text,
      );
    }),
    { numRuns: 2000 },
  );
});

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** Exact integers as the numbers they are nearest to. */
function normal(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'bigint' || Object.is(each, -0) ? Number(each) + 0 : each,
    ),
  );
}
