import assert from 'node:assert/strict';
import test from 'node:test';
import { MaskNumbers } from './masked-text.ts';
import { normaliseOutput } from './normalise-output.ts';

function normalised(text: string, unordered = false): string {
  return normaliseOutput(text, { numbers: new MaskNumbers(), unordered });
}

test('a table without masks stays byte by byte', () => {
  const text = 'NAME    DATA\nfirst   2\n';
  assert.equal(normalised(text), text);
});

test('an age is masked, whatever its width, and the columns after it move', () => {
  const young = 'NAME   AGE   IMAGES\nweb    3s    web:1\n';
  const old = 'NAME   AGE     IMAGES\nweb    12m4s   web:1\n';
  assert.equal(normalised(young), 'NAME   AGE     IMAGES\nweb    <age>   web:1\n');
  assert.equal(normalised(old), normalised(young));
});

test('an age that is not known stays a fact', () => {
  const text = 'NAME   AGE\nweb    <unknown>\n';
  assert.equal(normalised(text), text);
});

test('only the column of ages is one: 3s elsewhere stays', () => {
  assert.equal(
    normalised('NAME   WAIT   AGE\nweb    3s     4s\n'),
    'NAME   WAIT   AGE\nweb    3s     <age>\n',
  );
});

test('an empty cell stays where it is', () => {
  const text = 'NAME   PHASE   AGE\none            3s\n';
  assert.equal(normalised(text), 'NAME   PHASE   AGE\none            <age>\n');
});

test('a row of a watch that is wider than the titles keeps its cells', () => {
  const text = 'NAME   AGE\nweb    3s\na-longer-name   0s\n';
  assert.equal(normalised(text), 'NAME            AGE\nweb             <age>\na-longer-name   <age>\n');
});

test('several tables, apart by an empty line, are each their own', () => {
  const text = 'NAME   AGE\nweb    3s\n\nNAME     READY   AGE\nwebapp   1/1     2m5s\n';
  const masked = 'NAME   AGE\nweb    <age>\n\nNAME     READY   AGE\nwebapp   1/1     <age>\n';
  assert.equal(normalised(text), masked);
});

test('the events of describe are a table too', () => {
  const text = [
    'Events:',
    '  Type    Reason   Age               From  Message',
    '  ----    ------   ----              ----  -------',
    '  Normal  Created  3s (x2 over 14s)  me    made it',
    'After',
  ];
  const masked = [
    'Events:',
    '  Type    Reason   Age    From  Message',
    '  ----    ------   ---    ----  -------',
    '  Normal  Created  <age>  me    made it',
    'After',
  ];
  assert.deepEqual(normalised(text.join('\n')).split('\n'), masked);
});

test('unordered rows come out in one order, and are numbered in it', () => {
  const rows = ['b-x2x5k   2', 'a-zzzzz   1', 'a-bbbbb   3'];
  const table = (order: number[]) => `NAME      N\n${order.map((i) => `${rows[i]}\n`).join('')}`;
  const expected = 'NAME           N\na-<random-1>   1\na-<random-2>   3\nb-<random-3>   2\n';
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
  ])
    assert.equal(normalised(table(order), true), expected);
});

test('rows that differ in a known name alone come in the order of its numbers', () => {
  const shown = ['a-x2x5k\na-zzzzz\n', 'a-zzzzz\na-x2x5k\n'].map((later) => {
    const options = { numbers: new MaskNumbers(), unordered: true };
    normaliseOutput('a-x2x5k\na-zzzzz\n', options);
    return normaliseOutput(later, options);
  });
  assert.deepEqual(shown, ['a-<random-1>\na-<random-2>\n', 'a-<random-1>\na-<random-2>\n']);
});

test('unordered lines without titles are sorted too, the end of the last one kept', () => {
  assert.equal(normalised('b\na\nc\n', true), 'a\nb\nc\n');
  assert.equal(normalised('b\na', true), 'a\nb');
});

test('what a watch of kubectl logs of its own end is left out, other log lines stay', () => {
  const watchLog =
    'I1115 14:03:11.182349   51234 reflector.go:664] "Warning: watch ended with error" err="very short watch"';
  const otherLog = 'E1115 11:59:26.594593    3697 memcache.go:265] "Unhandled Error"';
  const text = [watchLog, otherLog, 'error: timed out', ''].join('\n');
  const shown = normaliseOutput(text, { numbers: new MaskNumbers() });
  assert.equal(shown, 'E<log-time> memcache.go:265] "Unhandled Error"\nerror: timed out\n');
});
