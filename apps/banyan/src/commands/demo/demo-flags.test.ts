import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WrongUse } from '../program/wrong-use.ts';
import { readDemoFlags } from './demo-flags.ts';

test('without flags: three members of three nodes, any port, in the foreground', () => {
  const { members, nodes, port, dir, detach, once } = readDemoFlags([]);
  assert.deepEqual(
    { members, nodes, port, dir, detach, once },
    { members: 3, nodes: 3, port: undefined, dir: undefined, detach: false, once: false },
  );
});

test('down', () => {
  assert.equal(readDemoFlags(['down', '--purge']).isDown, true);
});

const WRONG: Readonly<Record<string, RegExp>> = {
  up: /there is no command "up"/,
  'down now': /there is no command "down now"/,
  '--members none': /--members is a whole number/,
  '--port 99999': /--port is a whole number/,
  '--output xml': /--output is text or json/,
  '--once --detach': /do not go together/,
  '--twice': /Unknown option/,
};

for (const [line, words] of Object.entries(WRONG)) {
  test(`banyan demo ${line} is wrong use, and it is said why`, () => {
    assert.throws(
      () => readDemoFlags(line.split(' ')),
      (error: unknown) => error instanceof WrongUse && words.test(error.message),
    );
  });
}
