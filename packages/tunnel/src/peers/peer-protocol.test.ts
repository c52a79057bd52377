import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MembersReader, membersLines } from './peer-protocol.ts';

test('lists are read as they were written, wherever the text is cut', () => {
  const ids = Array.from({ length: 2_500 }, (_, number) => `member-${number}`);
  const text = [...membersLines('add', ids), ...membersLines('remove', ['member-7'])].join('');
  for (const size of [1, 7, 100_000]) {
    const reader = new MembersReader();
    const members = new Set<string>();
    for (let at = 0; at < text.length; at += size) {
      for (const { add = [], remove = [] } of reader.read(text.slice(at, at + size))) {
        for (const id of add) members.add(id);
        for (const id of remove) members.delete(id);
      }
    }
    assert.deepEqual(
      [...members],
      ids.filter((id) => id !== 'member-7'),
    );
  }
});

test('nothing to tell is no line', () => assert.deepEqual([...membersLines('add', [])], []));

for (const line of ['', 'x', 'null', '1', '{"add":1}', '{"add":[1]}', '{"remove":"a"}']) {
  test(`${JSON.stringify(line)} is no line of a peer`, () => {
    assert.throws(() => [...new MembersReader().read(`${line}\n`)]);
  });
}

test('a line without an end is given up', () => {
  const reader = new MembersReader();
  assert.throws(() => {
    for (let i = 0; i < 100; i += 1) assert.deepEqual([...reader.read('x'.repeat(100_000))], []);
  }, RangeError);
});
