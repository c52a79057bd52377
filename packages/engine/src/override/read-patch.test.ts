import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyJsonPatch, applyMergePatch } from '@banyan/patch';
import { parse } from 'yaml';
import { patchField } from './patch-field.ts';
import { readPatch, readYamlFieldPatch } from './read-patch.ts';

test('a patch is written in JSON or YAML, and read as kubectl reads manifests', () => {
  assert.deepEqual(readPatch('[{"op":"add","path":"/a","value":1}]'), [{ op: 'add', path: '/a', value: 1 }]);
  assert.deepEqual(readPatch('defaultMode: 0644\nname: "yes"\n'), { defaultMode: 420, name: 'yes' });
});

test('dates and times stay texts', () => {
  assert.deepEqual(readPatch('a: 2026-01-01\nb: 12:30:00\nc: 2026-01-01T00:00:00Z\n'), {
    a: '2026-01-01',
    b: '12:30:00',
    c: '2026-01-01T00:00:00Z',
  });
});

test('aliases that say more than anyone wrote are refused', () => {
  const lines = ['a0: &a0 [x, x]'];
  for (let level = 1; level < 30; level++)
    lines.push(`a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`);
  for (const read of [readPatch, readYamlFieldPatch]) {
    assert.throws(() => read(lines.join('\n')), /aliases cannot be written out/);
  }
});

test('nothing written is nothing', () => {
  for (const text of ['', ' \n', '# only a comment\n', 'null']) assert.equal(readPatch(text), undefined);
});

test('what is neither is refused with where it breaks', () => {
  assert.throws(() => readPatch('{"a": [1,'), /neither YAML nor JSON: .*line 1/);
});

function inField(text: string, value: string): unknown {
  const patch = readYamlFieldPatch(value) ?? null;
  const apply = Array.isArray(patch) ? applyJsonPatch : applyMergePatch;
  const object = { data: { a: text } };
  const result = patchField(object, {
    path: '/data/a',
    format: 'YAML',
    patch: (content) => apply(content, patch),
  });
  return (result as typeof object).data.a;
}

test('what a patch sets in a text of YAML is written there as its author wrote it', () => {
  assert.equal(
    inField('a: 1\n', 'a: on\nb: y\nc: "yes"\nd: 0644\ne: 1.10\nf: 12:30:00\ng: 5\nh: true\n'),
    'a: on\nb: y\nc: "yes"\nd: 0644\ne: 1.10\nf: 12:30:00\ng: 5\nh: true\n',
  );
  assert.equal(inField('a: n\n', '[{"op":"replace","path":"/a","value":"y"}]'), 'a: "y"\n');
});

test('what a patch tests in a text of YAML is compared by what it means', () => {
  const value =
    '- {op: test, path: /a, value: y}\n- {op: test, path: /b, value: 0x10}\n- {op: remove, path: /b}\n';
  assert.equal(inField('a: "y"\nb: 16\n', value), 'a: "y"\n');
});

test('a text that only looks as if it were to be written so cannot break out of its place', () => {
  const patch = { a: '\u{F0000}x\nb: injected' };
  const object = { data: { a: 'a: 1\n' } };
  const result = patchField(object, {
    path: '/data/a',
    format: 'YAML',
    patch: (content) => applyMergePatch(content, patch),
  });
  assert.deepEqual(Object.keys(parse((result as typeof object).data.a) as object), ['a']);
});

test('nothing in a patch of a field is nothing, and what is neither YAML nor JSON is refused', () => {
  assert.equal(readYamlFieldPatch('# none\n'), undefined);
  assert.throws(() => readYamlFieldPatch('a: ['), /neither YAML nor JSON/);
  assert.deepEqual(readYamlFieldPatch('a: &x {b: 1}\nc: *x\n'), { a: { b: 1 }, c: { b: 1 } });
});
