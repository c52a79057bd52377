import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileJsonPath } from './json-path.ts';

const object = {
  metadata: { name: 'one', annotations: { 'example.com/key': 'v', a: 'b' } },
  spec: { list: ['a', 'b', 'c'], replicas: 3, open: true, none: null },
  status: {
    conditions: [
      { type: 'Other', status: 'No', count: 1 },
      { type: 'Ready', status: 'Yes', count: 2 },
      { status: 'Untyped' },
    ],
  },
};

const FOUND: readonly (readonly [path: string, found: readonly unknown[]])[] = [
  ['.metadata.name', ['one']],
  ['$.metadata.name', ['one']],
  ['.metadata["name"]', ['one']],
  ['.metadata.annotations.example\\.com/key', ['v']],
  [".metadata.annotations['example.com/key']", ['v']],
  [".metadata.annotations['a','example.com/key']", ['b', 'v']],
  ['.spec.list[*]', ['a', 'b', 'c']],
  ['.spec.list[0]', ['a']],
  ['.spec.list[-1]', ['c']],
  ['.spec.list[0,2]', ['a', 'c']],
  ['.spec.list[1:]', ['b', 'c']],
  ['.spec.list[0:3:2]', ['a', 'c']],
  ['.spec.list[7]', []],
  ['.spec.replicas[0]', []],
  ['.spec.replicas', [3]],
  ['.spec.none', [null]],
  ['.spec.nope.deeper', []],
  ['.status.conditions[?(@.type=="Ready")].status', ['Yes']],
  [".status.conditions[?(@.type=='Ready')].status", ['Yes']],
  ['.status.conditions[?(@.count>1)].type', ['Ready']],
  ['.status.conditions[?(@.type!="Ready")].status', ['No']],
  ['.status.conditions[?(@.type)].status', ['No', 'Yes']],
  ['.status.conditions[?(@.count=="1")].status', []],
  ['.spec[?(@.x==1)]', []],
  ['..type', ['Other', 'Ready']],
  ['.metadata.annotations.*', ['v', 'b']],
  ['.__proto__', []],
  ['.constructor', []],
];

for (const [path, found] of FOUND) {
  void test(`${path} finds ${JSON.stringify(found)}`, () => {
    assert.deepEqual(compileJsonPath(path)(object), found);
  });
}

const REFUSED = [
  '.spec[',
  '.spec[?(@.a==1)',
  '.a....b',
  '.spec[x]',
  '.spec[]',
  '.a[?(@.b=!1)]',
  '{.a}',
  '.a["b',
];

for (const path of REFUSED) {
  void test(`${path} is refused`, () => {
    assert.throws(() => compileJsonPath(path));
  });
}

void test('a filter in a filter in a filter … is refused', () => {
  const path = `${'.a[?(@'.repeat(50)}.b${')]'.repeat(50)}`;
  assert.throws(() => compileJsonPath(path), /nest too deeply/);
});

void test('a long path and a deep object are walked in little time', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 500; level++) deep = { a: [deep] };
  assert.equal(compileJsonPath('..a')(deep).length, 500);
  assert.deepEqual(compileJsonPath('.a'.repeat(20_000))(deep), []);
});

void test('a path that finds more and more is given up in little time', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 100; level++) deep = { a: deep };
  assert.deepEqual(compileJsonPath('..a'.repeat(50))(deep), []);
  const wide = { a: Array.from({ length: 300_000 }, () => ({ b: 1 })) };
  assert.deepEqual(compileJsonPath('..b')(wide), []);
  assert.deepEqual(compileJsonPath('.a[?(@.c==1)]')(wide), []);
});
