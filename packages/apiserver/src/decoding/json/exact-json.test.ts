import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exactJson, parseExactJson } from './exact-json.ts';

for (const text of [
  '{"a":9007199254740993}',
  '{"a":[-9223372036854775808,9223372036854775807]}',
  '{"a":"12345678901234567890","b":1}',
  '{"__proto__":{"a":9007199254740993}}',
  '{"a":0.1234567890123456}',
  '[]',
]) {
  test(`${text} comes back`, () => {
    assert.equal(exactJson(parseExactJson(text) as object), text);
  });
}

test('it can be written for people to read', () => {
  assert.equal(exactJson({ a: 9007199254740993n }, 2), '{\n  "a": 9007199254740993\n}');
});

test('what JSON cannot hold is refused as JSON.stringify does', () => {
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  assert.throws(() => exactJson(loop), TypeError);
});

test('all 64-bit integers come back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (integer) => {
      assert.equal(exactJson(parseExactJson(`[${integer}]`) as object), `[${integer}]`);
    }),
  );
});
