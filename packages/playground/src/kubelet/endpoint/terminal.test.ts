import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Collector } from '../../shell/byte-streams.ts';
import { Terminal } from './terminal.ts';

async function typed(keys: string, isIdle = true) {
  const screen = new Collector();
  let interrupts = 0;
  const terminal = new Terminal(screen, () => {
    interrupts += 1;
    return isIdle;
  });
  await terminal.type(Buffer.from(keys));
  terminal.end();
  let read = '';
  for (let data = await terminal.read(); data !== undefined; data = await terminal.read())
    read += data.toString();
  return { read, screen: screen.text, interrupts };
}

test('lines reach the program when they are done, and are seen while they are typed', async () => {
  assert.deepEqual(await typed('ls\r'), { read: 'ls\n', screen: 'ls\r\n', interrupts: 0 });
  assert.deepEqual(await typed('half'), { read: '', screen: 'half', interrupts: 0 });
});

test('what is typed can be mended', async () => {
  assert.equal((await typed('lx\x7fs\r')).read, 'ls\n');
  assert.equal((await typed('\x7f\x7fls\r')).read, 'ls\n');
  assert.equal((await typed('é😀\x7f\r')).read, 'é\n');
  assert.equal((await typed('l\x1b[D\x1b[3~s\r')).read, 'ls\n');
});

test('Ctrl-C interrupts, and leaves a fresh line where nothing ran', async () => {
  assert.deepEqual(await typed('sleep\x03'), { read: '\n', screen: 'sleep^C\r\n', interrupts: 1 });
  assert.deepEqual(await typed('\x03', false), { read: '', screen: '^C\r\n', interrupts: 1 });
});

test('Ctrl-D ends the input, on an empty line alone', async () => {
  assert.equal((await typed('ls\x04\rmore\r')).read, 'ls\nmore\n');
  assert.equal((await typed('ls\r\x04')).read, 'ls\n');
});

test('what programs print begins each line at the left', async () => {
  const screen = new Collector();
  await new Terminal(screen, () => false).write(Buffer.from('a\nb\r\n'));
  assert.equal(screen.text, 'a\r\nb\r\n');
});
