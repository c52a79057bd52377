import assert from 'node:assert/strict';
import { test } from 'node:test';
import testReport from './test-report.ts';

const FILE = '/checkout/packages/kube/src/a.test.ts';

async function reportOf(...events: { type: string; data?: object }[]): Promise<string> {
  async function* stream() {
    yield* events;
  }
  return (await Array.fromAsync(testReport(stream()))).join('');
}

const began = (data: object) => ({ type: 'test:dequeue', data });
const ended = (data: object, ms = 1) => ({
  type: 'test:complete',
  data: { ...data, details: { duration_ms: ms } },
});
const whole = { name: 'packages/kube/src/a.test.ts', file: FILE, line: 1, column: 1, nesting: 0 };
const one = { name: 'one', file: FILE, line: 5, column: 1, nesting: 0 };

test('files are told by how long they took', async () => {
  const other = {
    ...whole,
    name: 'packages/kube/src/b.test.ts',
    file: '/checkout/packages/kube/src/b.test.ts',
  };
  const text = await reportOf(began(whole), ended(whole, 1_000), began(other), ended(other, 61_540));
  assert.equal(
    text,
    '\nfiles that took longest:\n    61.5 s  packages/kube/src/b.test.ts\n     1.0 s  packages/kube/src/a.test.ts\n',
  );
});

test('a test that never ended is named, and those that did are not', async () => {
  const within = { ...one, name: 'within', line: 6, nesting: 1 };
  const done = { ...one, name: 'done', line: 9 };
  const text = await reportOf(
    began(whole),
    began(done),
    ended(done),
    began(one),
    began(within),
    ended(whole, 600_000),
  );
  assert.match(
    text,
    /^\nbegan and never ended:\n {2}one \(\S+a\.test\.ts:5\)\n {2}within \(\S+a\.test\.ts:6\)\n$/m,
  );
  assert.doesNotMatch(text, /done/);
});

test('where nothing ran nothing is told', async () => {
  assert.equal(await reportOf({ type: 'test:summary' }), '');
});

test('a run that is ended tells at once what was under way', async () => {
  const interrupted = { type: 'test:interrupted', data: { tests: [] } };
  assert.match(
    await reportOf(began(whole), began(one), interrupted),
    /never ended:\n {2}packages\S+ .*\n {2}one /,
  );
});
