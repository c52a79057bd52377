import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '@banyan/testing';
import { PatientLine, type PatientLineOptions } from './patient-line.ts';

/** A line, and who has begun. */
function start(options: Partial<PatientLineOptions>) {
  const usual = { atOnce: 1, perTurn: 10, maxWaiting: 10, maxHoldMs: 60_000 };
  const line = new PatientLine({ ...usual, ...options });
  const begun: string[] = [];
  const enter = (id: string): Socket => {
    const socket = new Socket();
    line.enter(socket, id, () => begun.push(id));
    return socket;
  };
  const leave = async (id: string) => {
    line.leave(id);
    await nextTurn();
  };
  return { leave, begun, enter };
}

test('so many begin at once, and the next when one has been answered, in their order', async () => {
  const { leave, begun, enter } = start({ atOnce: 2 });
  for (const id of ['a', 'b', 'c', 'd']) enter(id);
  await nextTurn();
  assert.equal(begun.join(), 'a,b');
  await leave('b');
  assert.equal(begun.join(), 'a,b,c');
  await leave('b');
  await leave('nobody');
  assert.equal(begun.join(), 'a,b,c');
  for (const id of ['a', 'c', 'd']) await leave(id);
  assert.equal(begun.join(), 'a,b,c,d');
});

test('so many begin in one turn of the event loop', async () => {
  const { begun, enter } = start({ atOnce: 10, perTurn: 2 });
  for (const id of ['a', 'b', 'c']) enter(id);
  assert.equal(begun.join(), '');
  await nextTurn();
  assert.equal(begun.join(), 'a,b');
  await nextTurn();
  assert.equal(begun.join(), 'a,b,c');
});

test('who comes when too many wait is let go, and is in nobody’s way', async () => {
  const { leave, begun, enter } = start({ maxWaiting: 1 });
  enter('a');
  await nextTurn();
  const [second, third] = ['b', 'c'].map(enter);
  assert.equal(second?.destroyed, false);
  assert.equal(third?.destroyed, true);
  await leave('a');
  await leave('b');
  assert.equal(begun.join(), 'a,b');
});

test('one that goes makes room, whether it waits or has begun', async () => {
  const { begun, enter } = start({});
  const [first, second] = ['a', 'b', 'c'].map(enter);
  await nextTurn();
  second?.destroy();
  first?.destroy();
  await eventually('the third', () => begun.includes('c'));
  assert.equal(begun.join(), 'a,c');
});

test('one that never asks for anything is not waited for', async () => {
  const { begun, enter } = start({ maxHoldMs: 1 });
  enter('silent');
  enter('next');
  await eventually('its turn', () => begun.includes('next'));
});
