import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { arbitraryJson, arbitraryJsonWithNulls } from '../arbitrary-json.ts';
import type { JsonValue } from '../json-value.ts';
import { PatchError, type PatchErrorCode } from '../patch-error.ts';
import { deepFreeze } from '../recorded/deep-freeze.ts';
import { applyJsonPatch } from './apply-json-patch.ts';

interface Row {
  readonly name: string;
  readonly document: JsonValue;
  readonly patch: JsonValue;
  readonly result: JsonValue;
}

const APPLIED: Row[] = [
  { name: 'add sets a key', document: {}, patch: [{ op: 'add', path: '/a', value: 1 }], result: { a: 1 } },
  {
    name: 'add puts before an index',
    document: [1, 3],
    patch: [{ op: 'add', path: '/1', value: 2 }],
    result: [1, 2, 3],
  },
  { name: 'add appends at -', document: [1], patch: [{ op: 'add', path: '/-', value: 2 }], result: [1, 2] },
  {
    name: 'add appends at the length',
    document: [1],
    patch: [{ op: 'add', path: '/1', value: 2 }],
    result: [1, 2],
  },
  {
    name: 'add without a value sets null',
    document: {},
    patch: [{ op: 'add', path: '/a' }],
    result: { a: null },
  },
  {
    name: 'remove takes a key away',
    document: { a: 1, b: 2 },
    patch: [{ op: 'remove', path: '/a' }],
    result: { b: 2 },
  },
  {
    name: 'remove counts negative indices from the end',
    document: [1, 2],
    patch: [{ op: 'remove', path: '/-1' }],
    result: [1],
  },
  {
    name: 'replace adds a key that is not there',
    document: {},
    patch: [{ op: 'replace', path: '/a', value: 1 }],
    result: { a: 1 },
  },
  {
    name: 'replace sets the whole document',
    document: {},
    patch: [{ op: 'replace', path: '', value: [1] }],
    result: [1],
  },
  {
    name: 'move takes along',
    document: { a: { b: 1 } },
    patch: [{ op: 'move', from: '/a/b', path: '/c' }],
    result: { a: {}, c: 1 },
  },
  {
    name: 'copy leaves the source',
    document: { a: [1] },
    patch: [{ op: 'copy', from: '/a', path: '/b' }],
    result: { a: [1], b: [1] },
  },
  {
    name: 'test compares whatever the order of keys',
    document: { a: { b: 1, c: 2 } },
    patch: [{ op: 'test', path: '/a', value: { c: 2, b: 1 } }],
    result: { a: { b: 1, c: 2 } },
  },
  {
    name: 'test of an absent key for null passes',
    document: {},
    patch: [{ op: 'test', path: '/a', value: null }],
    result: {},
  },
  {
    name: 'test of the whole document',
    document: { a: 1 },
    patch: [{ op: 'test', path: '', value: { a: 1 } }],
    result: { a: 1 },
  },
  { name: 'a null is an empty patch', document: { a: 1 }, patch: null, result: { a: 1 } },
  {
    name: 'a change of a copy leaves the source, and one of the source the copy',
    document: { a: { b: [1] } },
    patch: [
      { op: 'add', path: '/a/b/-', value: 2 },
      { op: 'copy', from: '/a', path: '/c' },
      { op: 'add', path: '/c/b/-', value: 3 },
      { op: 'remove', path: '/a/b/0' },
    ],
    result: { a: { b: [2] }, c: { b: [1, 2, 3] } },
  },
  {
    name: 'a copy into itself is no cycle',
    document: { a: { b: {} } },
    patch: [
      { op: 'add', path: '/a/b/x', value: 1 },
      { op: 'copy', from: '/a', path: '/a/b/self' },
    ],
    result: { a: { b: { x: 1, self: { b: { x: 1 } } } } },
  },
];

for (const { name, document, patch, result } of APPLIED) {
  test(name, () => {
    assert.deepEqual(applyJsonPatch(deepFreeze(document), deepFreeze(patch)), result);
  });
}

const REFUSED: { patch: JsonValue; code: PatchErrorCode; status: number; message: string }[] = [
  {
    patch: {},
    code: 'malformed',
    status: 400,
    message:
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
  },
  {
    patch: [true],
    code: 'malformed',
    status: 400,
    message: 'error decoding patch: json: cannot unmarshal bool into Go value of type handlers.jsonPatchOp',
  },
  {
    patch: [{ op: 'add', path: 5 }],
    code: 'malformed',
    status: 400,
    message:
      'error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.path of type string',
  },
  {
    patch: [{ op: 'add', value: 1 }],
    code: 'missing-path',
    status: 422,
    message: 'add operation failed to decode path: operation missing path field: missing value',
  },
  {
    patch: [{ op: 'move', path: '/a' }],
    code: 'missing-path',
    status: 422,
    message: 'move operation failed to decode from: operation, missing from field: missing value',
  },
  {
    patch: [{ op: 'rename', path: '/a' }],
    code: 'unknown-operation',
    status: 422,
    message: 'Unexpected kind: rename',
  },
  { patch: [null], code: 'unknown-operation', status: 422, message: 'Unexpected kind: unknown' },
  {
    patch: [{ op: 'add', path: '/x/y', value: 1 }],
    code: 'missing-path',
    status: 422,
    message: 'add operation does not apply: doc is missing path: "/x/y": missing value',
  },
  {
    patch: [{ op: 'add', path: '/text/y', value: 1 }],
    code: 'missing-path',
    status: 422,
    message: 'add operation does not apply: doc is missing path: "/text/y": missing value',
  },
  {
    patch: [{ op: 'add', path: '/list/9', value: 1 }],
    code: 'bad-index',
    status: 422,
    message: "error in add for path: '/list/9': Unable to access invalid index: 9: invalid index referenced",
  },
  {
    patch: [{ op: 'add', path: '/list/x', value: 1 }],
    code: 'bad-index',
    status: 422,
    message:
      "error in add for path: '/list/x': value was not a proper array index: 'x': strconv.Atoi: parsing \"x\": invalid syntax",
  },
  {
    patch: [{ op: 'remove', path: '/x' }],
    code: 'missing-path',
    status: 422,
    message: "error in remove for path: '/x': Unable to remove nonexistent key: x: missing value",
  },
  {
    patch: [{ op: 'remove', path: '/toString' }],
    code: 'missing-path',
    status: 422,
    message:
      "error in remove for path: '/toString': Unable to remove nonexistent key: toString: missing value",
  },
  {
    patch: [{ op: 'remove', path: '/list/-' }],
    code: 'bad-index',
    status: 422,
    message: 'error in remove for path: \'/list/-\': strconv.Atoi: parsing "-": invalid syntax',
  },
  {
    patch: [{ op: 'replace', path: '/list/2', value: 1 }],
    code: 'bad-index',
    status: 422,
    message: 'replace operation does not apply: doc is missing key: /list/2: missing value',
  },
  {
    patch: [{ op: 'replace', path: '', value: 1 }],
    code: 'wrong-type',
    status: 422,
    message: 'replace operation value must be object or array',
  },
  {
    patch: [{ op: 'move', from: '/x', path: '/y' }],
    code: 'missing-path',
    status: 422,
    message: "error in move for path: 'x': Unable to remove nonexistent key: x: missing value",
  },
  {
    patch: [{ op: 'move', from: '/list', path: '/list/0' }],
    code: 'missing-path',
    status: 422,
    message: 'move operation does not apply: doc is missing destination path: /list/0: missing value',
  },
  {
    patch: [{ op: 'copy', from: '/list/9', path: '/y' }],
    code: 'bad-index',
    status: 422,
    message: "error in copy for from: '/list/9': Unable to access invalid index: 9: invalid index referenced",
  },
  {
    patch: [{ op: 'test', path: '/text', value: 'other' }],
    code: 'test-failed',
    status: 422,
    message: 'testing value /text failed: test failed',
  },
  {
    patch: [{ op: 'test', path: '/x/y', value: 1 }],
    code: 'missing-path',
    status: 422,
    message: 'test operation does not apply: is missing path: /x/y: missing value',
  },
];

for (const { patch, code, status, message } of REFUSED) {
  test(`${JSON.stringify(patch)} is refused: ${code}`, () => {
    const error = refusal({ text: 'a', list: [1, 2] }, patch);
    assert.equal(error.code, code);
    assert.equal(error.message, message);
    assert.equal(error.status.code, status);
    const shown = status === 422 ? 'the server rejected our request due to an error in our request' : message;
    assert.equal(error.status.message, shown);
  });
}

test('the error names the operation and its path', () => {
  const error = refusal({ a: 1 }, [
    { op: 'test', path: '/a', value: 1 },
    { op: 'remove', path: '/b' },
  ]);
  assert.equal(error.operation, 1);
  assert.equal(error.path, '/b');
});

test('10,000 operations are allowed, one more is not', () => {
  const operation = { op: 'add', path: '/-', value: 1 };
  const result = applyJsonPatch([], Array<JsonValue>(10_000).fill(operation));
  assert.ok(Array.isArray(result));
  assert.equal(result.length, 10_000);
  const { status } = refusal([], Array<JsonValue>(10_001).fill(operation));
  assert.deepEqual(status, {
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: 'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
  });
});

test('copies may add up to the limit and not above it', () => {
  const copy = (to: string) => ({ op: 'copy', from: '/a', path: `/${to}` });
  const document = { a: 'x'.repeat(98) };
  applyJsonPatch(document, [copy('b'), copy('c')], { maxCopyBytes: 200 });
  const error = refusal(document, [copy('b'), copy('c'), copy('d')], 200);
  assert.equal(error.code, 'copy-too-large');
  assert.equal(
    error.message,
    'Unable to complete the copy, the accumulated size increase of copy is 300, exceeding the limit 200',
  );
});

test('copies that double a value are stopped at 3 MiB', () => {
  const doubling = Array.from({ length: 40 }, (_, step) => ({ op: 'copy', from: '/a', path: `/a/${step}` }));
  assert.equal(refusal({ a: { text: 'x'.repeat(1000) } }, doubling).code, 'copy-too-large');
});

test('ten thousand operations on one large object take no time that grows with its square', () => {
  const patch = Array.from({ length: 10_000 }, (_, step) => ({ op: 'add', path: `/k${step}`, value: step }));
  assert.equal(Object.keys(applyJsonPatch({}, patch) as object).length, 10_000);
});

test('adding a key and removing it is nothing', () => {
  fc.assert(
    fc.property(arbitraryJson.object, arbitraryJson.key, arbitraryJson.value, (document, key, value) => {
      fc.pre(!Object.hasOwn(document, key));
      const path = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const patch: JsonValue = [
        { op: 'add', path, value },
        { op: 'remove', path },
      ];
      assert.deepEqual(applyJsonPatch(deepFreeze(document), patch), document);
    }),
  );
});

test('inserting an item and removing it is nothing', () => {
  fc.assert(
    fc.property(arbitraryJson.list, fc.nat({ max: 4 }), arbitraryJson.value, (list, index, value) => {
      fc.pre(index <= list.length);
      const patch: JsonValue = [
        { op: 'add', path: `/${index}`, value },
        { op: 'remove', path: `/${index}` },
      ];
      assert.deepEqual(applyJsonPatch(deepFreeze(list), patch), list);
    }),
  );
});

const pointer = fc
  .array(fc.oneof(arbitraryJson.key, fc.constantFrom('-', '-1', '1')), { maxLength: 3 })
  .map((keys) => keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''));
const operation = fc.record(
  {
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
    path: pointer,
    from: pointer,
    value: arbitraryJsonWithNulls.value,
  },
  { requiredKeys: ['op', 'path'] },
) as unknown as fc.Arbitrary<JsonValue>;

test('any patch gives JSON or a PatchError, changes neither input nor any prototype', () => {
  fc.assert(
    fc.property(arbitraryJson.object, fc.array(operation, { maxLength: 6 }), (document, patch) => {
      try {
        const result = applyJsonPatch(deepFreeze(document), deepFreeze(patch));
        assert.deepEqual(JSON.parse(JSON.stringify(result)), result);
      } catch (error) {
        assert.ok(error instanceof PatchError);
      }
      assert.deepEqual(Object.keys(Object.prototype), []);
    }),
    { numRuns: 500 },
  );
});

function refusal(document: JsonValue, patch: JsonValue, maxCopyBytes?: number): PatchError {
  try {
    applyJsonPatch(document, patch, maxCopyBytes === undefined ? {} : { maxCopyBytes });
  } catch (error) {
    assert.ok(error instanceof PatchError);
    return error;
  }
  throw new assert.AssertionError({ message: 'not refused' });
}
