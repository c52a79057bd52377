import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { printJson } from './print-json.ts';
import type { Json } from './transcript.ts';

test('short values stay on one line, long ones get a line an entry', () => {
  assert.equal(printJson({ a: [1, { b: null }], c: {} }), '{ "a": [1, { "b": null }], "c": {} }');
  const long = 'x'.repeat(120);
  assert.equal(printJson({ a: long, b: [long] }), `{\n "a": "${long}",\n "b": [\n  "${long}"\n ]\n}`);
});

test('what is printed reads back as what it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.deepEqual(JSON.parse(printJson(value as Json)), JSON.parse(JSON.stringify(value)));
    }),
  );
});
