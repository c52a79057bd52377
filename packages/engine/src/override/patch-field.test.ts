import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { applyJsonPatch, applyMergePatch, type JsonValue } from '@banyan/patch';
import { patchField } from './patch-field.ts';

function configMap(text: JsonValue): JsonValue {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { 'server.conf': text } };
}

function patched(text: string, format: 'YAML' | 'JSON', patch: (content: JsonValue) => JsonValue): string {
  const result = patchField(configMap(text), { path: '/data/server.conf', format, patch });
  return (result as { data: Record<string, string> }).data['server.conf'] ?? '';
}

const merge = (patch: JsonValue) => (content: JsonValue) => applyMergePatch(content, patch);
const operations = (patch: JsonValue) => (content: JsonValue) => applyJsonPatch(content, patch);

const YAML_ROWS: readonly {
  readonly name: string;
  readonly text: string;
  readonly patch: (content: JsonValue) => JsonValue;
  readonly expected: string;
}[] = [
  {
    name: 'strings stay strings: y, on, 0644 and long numbers come back letter by letter',
    text: 'answer: y\nswitch: on\nmode: 0644\nid: 12345678901234567890\nport: 80\n',
    patch: merge({ port: 8080 }),
    expected: 'answer: y\nswitch: on\nmode: 0644\nid: 12345678901234567890\nport: 8080\n',
  },
  {
    name: 'keys are what was written: a version is no number',
    text: '1.10: old\n010: x\n8080: web\n',
    patch: merge({ '1.10': 'new' }),
    expected: '1.10: new\n010: x\n8080: web\n',
  },
  {
    name: 'a value is compared as what it means',
    text: 'a: 0x10\nb: ~\nc: 1e3\nd: "1"\ne: True\n',
    patch: operations([
      { op: 'test', path: '/a', value: 16 },
      { op: 'test', path: '/b', value: null },
      { op: 'test', path: '/c', value: 1000 },
      { op: 'test', path: '/d', value: '1' },
      { op: 'test', path: '/e', value: true },
      { op: 'remove', path: '/e' },
    ]),
    expected: 'a: 0x10\nb: ~\nc: 1e3\nd: "1"\n',
  },
  {
    name: 'comments and the order of keys stay',
    text: '# top\nz: 1 # last letter\na:\n  # inner\n  b: 2\n',
    patch: merge({ a: { c: 3 } }),
    expected: '# top\nz: 1 # last letter\na:\n  # inner\n  b: 2\n  c: 3\n',
  },
  {
    name: 'a new text that could be taken for something else is quoted',
    text: 'a: b\n',
    patch: merge({ a: 'yes', c: '1', d: 'plain', e: '', f: 'true', g: null, h: true, i: '0x1f' }),
    expected: 'a: "yes"\nc: "1"\nd: plain\ne: ""\nf: "true"\nh: true\ni: "0x1f"\n',
  },
  {
    name: 'quotes and block texts stay as they are',
    text: 'a: \'single\'\nb: "double"\nc: |\n  line\n   more\nd: 1\n',
    patch: merge({ d: 2 }),
    expected: 'a: \'single\'\nb: "double"\nc: |\n  line\n   more\nd: 2\n',
  },
  {
    name: 'an item that is taken out of a list leaves the others untouched',
    text: 'list:\n  - one: y # 1\n  - two: n # 2\n  - three: 03 # 3\n',
    patch: operations([{ op: 'remove', path: '/list/0' }]),
    expected: 'list:\n  - two: n # 2\n  - three: 03 # 3\n',
  },
  {
    name: 'an item that is put before others leaves them untouched',
    text: 'list:\n  - one: y\n',
    patch: operations([{ op: 'add', path: '/list/0', value: { zero: ['n', 1, {}] } }]),
    expected: 'list:\n  - zero:\n      - "n"\n      - 1\n      - {}\n  - one: y\n',
  },
  {
    name: 'aliases are written out, since a changed anchor would change them too',
    text: 'base: &b\n  x: 1\n  y: two\ncopy: *b\n',
    patch: merge({ base: { x: 9 } }),
    expected: 'base:\n  x: 9\n  "y": two\ncopy:\n  x: 1\n  "y": two\n',
  },
];

for (const { name, text, patch, expected } of YAML_ROWS) {
  test(`YAML: ${name}`, () => assert.equal(patched(text, 'YAML', patch), expected));
}

test('YAML: a patch that changes nothing leaves the text as it is, to the letter', () => {
  const text = 'a:   b\n\n\nc: {d:   e}\n';
  assert.equal(patched(text, 'YAML', operations([{ op: 'test', path: '/a', value: 'b' }])), text);
});

test('JSON: keys come out sorted, indented by four, and numbers of any length stay', () => {
  assert.equal(
    patched('{"b":{"y":12345678901234567890},"a":[1,2.5,"x"]}', 'JSON', merge({ c: true, d: {}, e: [] })),
    `{
    "a": [
        1,
        2.5,
        "x"
    ],
    "b": {
        "y": 12345678901234567890
    },
    "c": true,
    "d": {},
    "e": []
}`,
  );
});

test('an empty text is left alone', () => {
  const object = configMap('');
  assert.equal(
    patchField(object, { path: '/data/server.conf', format: 'YAML', patch: merge({ a: 1 }) }),
    object,
  );
});

const BROKEN: readonly (readonly [string, JsonValue, 'YAML' | 'JSON', string, RegExp])[] = [
  ['no such field', 'a: b', 'YAML', '/data/other', /there is no such field/],
  ['not a text', 5, 'YAML', '/data/server.conf', /not a text/],
  ['not JSON', '{', 'JSON', '/data/server.conf', /the field is not JSON/],
  ['not YAML', 'a: [', 'YAML', '/data/server.conf', /the field is not YAML/],
  ['several documents', 'a: 1\n---\nb: 2\n', 'YAML', '/data/server.conf', /the field is not YAML/],
];

for (const [name, text, format, path, message] of BROKEN) {
  test(`a field that cannot be patched is named: ${name}`, () => {
    assert.throws(
      () => patchField(configMap(text), { path, format, patch: merge({ a: 1 }) }),
      (error: Error & { path?: string }) => error.path === path && message.test(error.message),
    );
  });
}

test('a field in a list is found by its index, with or without escapes', () => {
  const object: JsonValue = { args: ['', '{"a":1}'], 'x/y': '{"a":1}' };
  const format = 'JSON';
  const first = patchField(object, { path: '/args/1', format, patch: merge({ a: 2 }) }) as { args: string[] };
  assert.equal(first.args[1], '{\n    "a": 2\n}');
  const second = patchField(object, { path: '/x~1y', format, patch: merge({ a: 2 }) }) as Record<
    string,
    string
  >;
  assert.equal(second['x/y'], '{\n    "a": 2\n}');
});

test('whatever is patched in YAML, a reader sees what the patch says', () => {
  const scalar = fc.oneof(
    fc.constantFrom(
      'y',
      'no',
      '',
      '~',
      '1e3',
      '-',
      '?',
      'a: b',
      '# x',
      '- a',
      '<<',
      ' padded ',
      'a\nb',
      '0o7',
      '.5',
      '"',
    ),
    fc.string({ maxLength: 6 }),
    fc.integer({ min: -1000, max: 1000 }),
    fc.boolean(),
  );
  const { value } = fc.letrec<{ value: JsonValue; map: JsonValue }>((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, scalar, tie('map'), fc.array(tie('value'), { maxLength: 3 })),
    map: fc.dictionary(fc.constantFrom('a', 'b', 'y', '1', 'x y', ''), tie('value'), { maxKeys: 4 }),
  }));
  const map = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'y', '1'), value, { maxKeys: 4 });
  fc.assert(
    fc.property(map, map, (before, patch) => {
      const original = JSON.parse(JSON.stringify(before)) as JsonValue;
      const text = stringify(original, { aliasDuplicateObjects: false });
      const wanted = applyMergePatch(
        parse(text) as JsonValue,
        JSON.parse(JSON.stringify(patch)) as JsonValue,
      );
      assert.deepEqual(parse(patched(text, 'YAML', merge(patch))), wanted);
    }),
    { numRuns: 300 },
  );
});
