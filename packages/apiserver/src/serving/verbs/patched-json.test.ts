import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyJsonPatch, applyMergePatch } from '@banyan/patch';
import { patchedJson } from './patched-json.ts';

const LIVE = {
  kind: 'X',
  metadata: { name: 'a', app: 1 },
  spec: { z: 1, a: [{ d: 1, c: 2 }], inner: { y: 1, b: 2 } },
};

test('only what the patch leads through is in the order of keys', () => {
  const made = applyJsonPatch(LIVE, [{ op: 'replace', path: '/spec/z', value: 'three' }]);
  const spec = '{"a":[{"d":1,"c":2}],"inner":{"y":1,"b":2},"z":"three"}';
  assert.equal(patchedJson(made, LIVE), `{"kind":"X","metadata":{"name":"a","app":1},"spec":${spec}}`);
});

test('an item of a list is on the way too', () => {
  const made = applyJsonPatch(LIVE, [{ op: 'add', path: '/spec/a/0/b', value: 0 }]);
  assert.match(patchedJson(made, LIVE), /"a":\[\{"b":0,"c":2,"d":1\}\],"inner":\{"y":1,"b":2\}/);
});

test('a merge patch is the same', () => {
  const made = applyMergePatch(LIVE, { spec: { inner: { y: 'odd' } } });
  assert.match(
    patchedJson(made, LIVE),
    /"metadata":\{"name":"a","app":1\}.*"inner":\{"b":2,"y":"odd"\},"z":1/,
  );
});
