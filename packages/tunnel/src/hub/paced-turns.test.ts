import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { PacedTurns } from './paced-turns.ts';

test('so many pieces are done in a turn, in their order, and others’ turns are between', async () => {
  const turns = new PacedTurns(2);
  const done: string[] = [];
  for (const piece of ['a', 'b', 'c', 'd', 'e']) turns.add(() => done.push(piece));
  assert.equal(done.length, 0);
  const note = () => {
    done.push('|');
    if (done.length < 8) setImmediate(note);
  };
  setImmediate(note);
  await eventually('done', () => done.length === 8);
  assert.equal(done.join(''), 'ab|cd|e|');
});

test('pieces that come later, or while others are done, have their turn', async () => {
  const turns = new PacedTurns(1);
  const done: string[] = [];
  turns.add(() => {
    done.push('a');
    turns.add(() => done.push('c'));
  });
  turns.add(() => done.push('b'));
  await eventually('done', () => done.length === 3);
  turns.add(() => done.push('d'));
  await eventually('done', () => done.length === 4);
  assert.equal(done.join(''), 'abcd');
});
