import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WrongUse } from '../program/wrong-use.ts';
import { parseDurationMs } from '../program/duration.ts';
import { controlRequest, fleetSize, readFlags } from './playground-flags.ts';

function requestOf(line: string): unknown {
  const { values, positionals } = readFlags(line.split(' '));
  const [verb = '', ...names] = positionals;
  return controlRequest(verb, names, values);
}

test('durations', () => {
  const cases = { '500ms': 500, '1.5s': 1500, '1h30m': 5_400_000, '0s': 0 };
  for (const [text, ms] of Object.entries(cases)) assert.equal(parseDurationMs(text), ms);
  for (const text of ['', '5', 's', '5 s', '-1s', '1d']) assert.equal(parseDurationMs(text), undefined);
});

const REQUESTS: Readonly<Record<string, unknown>> = {
  status: { members: [], command: 'status' },
  'heal a b': { members: ['a', 'b'], command: 'heal' },
  'cut all': { members: [], command: 'cut', mode: 'refuse' },
  'cut a --hang': { members: ['a'], command: 'cut', mode: 'hang' },
  'flap a --period 1m': { members: ['a'], command: 'flap', mode: 'refuse', periodMs: 60_000 },
  'slow a --by 250ms': { members: ['a'], command: 'slow', delayMs: 250 },
  'clock a --behind 10m': { members: ['a'], command: 'clock', offsetMs: -600_000 },
  'clock a --ahead 1s': { members: ['a'], command: 'clock', offsetMs: 1000 },
  'errors a --status 500 --share 0.25': {
    members: ['a'],
    command: 'errors',
    status: 500,
    share: 0.25,
    retryAfterSeconds: 1,
  },
  'errors a --share 20% --retry-after 1500ms': {
    members: ['a'],
    command: 'errors',
    status: 429,
    share: 0.2,
    retryAfterSeconds: 2,
  },
  'node-down a node-1 node-2': { members: ['a'], command: 'node-down', nodes: ['node-1', 'node-2'] },
};

for (const [line, request] of Object.entries(REQUESTS)) {
  test(`banyan playground ${line}`, () => assert.deepEqual(requestOf(line), request));
}

const WRONG: Readonly<Record<string, RegExp>> = {
  cut: /which member\?/,
  'node-up a': /which node\?/,
  'slow a --by quickly': /--by is a duration/,
  'flap a --period 0s': /--period is a duration/,
  'clock a': /--ahead 10m or --behind 10m/,
  'clock a --ahead 1s --behind 1s': /--ahead 10m or --behind 10m/,
  'errors a --status 404': /--status is 409, 429 or 500/,
  'errors a --share 101%': /--share is a part/,
  'errors a --share many': /--share is a part/,
  'cut a --what': /Unknown option '--what'/,
  'status --output yaml': /--output is text or json/,
};

for (const [line, words] of Object.entries(WRONG)) {
  test(`banyan playground ${line} is wrong use, and it is said why`, () => {
    assert.throws(
      () => requestOf(line),
      (error: unknown) => error instanceof WrongUse && words.test(error.message),
    );
  });
}

test('what is no command is no request', () => {
  assert.equal(requestOf('explode a'), undefined);
});

test('the size of a fleet', () => {
  assert.deepEqual(fleetSize({ members: '2', nodes: '0', port: '7000' }), {
    members: 2,
    nodes: 0,
    port: 7000,
  });
  assert.throws(
    () => fleetSize({ members: '0', nodes: '1' }),
    /--members is a whole number from 1 to 1000, not "0"/,
  );
  assert.throws(() => fleetSize({ members: '3', nodes: '1', port: '65535' }), /--port is a whole number/);
});
