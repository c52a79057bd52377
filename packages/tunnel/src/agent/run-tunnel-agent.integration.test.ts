import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { test } from 'node:test';
import { eventually, FakeClock } from '@banyan/testing';
import { readBytes } from '../contract/read-stream.ts';
import { dialTcp, startEcho, startHubRig } from '../contract/tunnel-rig.ts';
import { isTunnelError } from '../tunnel-error.ts';
import { runTunnelAgent, type TunnelAgentObserver, type TunnelAgentOptions } from './run-tunnel-agent.ts';
import { openWebSocket } from './test-agent.ts';

const NEVER = new AbortController().signal;

/** Writes down what happens. */
class Journal {
  readonly lines: string[] = [];
  readonly observer: TunnelAgentObserver = {
    connected: () => this.lines.push('connected'),
    disconnected: ({ reason }) => this.lines.push(`disconnected: ${reason}`),
    connectFailed: ({ error, isRefused, retryInMs }) =>
      this.lines.push(`failed${isRefused ? ' (refused)' : ''}: ${error.message}, again in ${retryInMs}`),
  };

  count(start: string): number {
    return this.lines.filter((line) => line.startsWith(start)).length;
  }
}

function startAgent(options: Partial<TunnelAgentOptions> & Pick<TunnelAgentOptions, 'connect'>): {
  journal: Journal;
  done: Promise<void>;
  stop: () => void;
} {
  const journal = new Journal();
  const stopping = new AbortController();
  const { observer } = journal;
  const { signal } = stopping;
  const done = runTunnelAgent({ dial: dialTcp, random: () => 1, observer, signal, ...options });
  return { journal, done, stop: () => stopping.abort() };
}

test('an agent that lost its session comes back by itself, again and again', async () => {
  await using rig = await startHubRig();
  await using echo = await startEcho();
  const clock = new FakeClock();
  const agent = startAgent({ connect: openWebSocket(rig.url('m1', 'h2')), clock });
  for (let times = 1; times <= 3; times += 1) {
    await eventually(
      'connected',
      () => rig.hub.isConnected('m1') && agent.journal.count('connected') === times,
    );
    const stream = await rig.hub.dial('m1', echo.target, NEVER);
    stream.write('x');
    await readBytes(stream, 1);
    rig.cut();
    await eventually('noticed', () => agent.journal.count('disconnected') === times);
    await eventually('it waits', () => clock.nextTimerMs !== undefined);
    await clock.advance(30_000);
  }
  agent.stop();
  await agent.done;
});

test('a hub that does not answer is tried again after 1, 2, 4 … 30 seconds', async () => {
  const clock = new FakeClock();
  const tries: number[] = [];
  const agent = startAgent({
    clock,
    connect: async () => {
      tries.push(clock.elapsed());
      throw new Error('nobody there');
    },
  });
  await clock.advance(100_000);
  assert.deepEqual(tries, [0, 1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000]);
  assert.equal(agent.journal.lines[0], 'failed: nobody there, again in 1000');
  agent.stop();
  await agent.done;
});

test('who was cut off with many others, and is not let in at once, comes within the time that the hub told', async () => {
  const clock = new FakeClock();
  const rig = await startHubRig({ clock, limits: { reconnectsPerSecond: 1 / 60 } });
  const connect = openWebSocket(rig.url('m1', 'h2'));
  let isDown = false;
  let tries = 0;
  const agent = startAgent({
    clock,
    connect: (protocols, signal) => {
      tries += 1;
      return isDown ? Promise.reject(new Error('nobody there')) : connect(protocols, signal);
    },
  });
  await eventually('connected', () => agent.journal.count('connected') === 1);
  // It came when there was none; now there is one, and it is told at the next round.
  await clock.advance(5_000);
  const stream = await rig.hub.dial('m1', { host: 'forbidden', port: 1 }, NEVER).catch(() => undefined);
  assert.equal(stream, undefined, 'the answer to a dial comes after what was told before');
  isDown = true;
  await rig[Symbol.asyncDispose]();
  await eventually('noticed', () => agent.journal.count('disconnected') === 1);
  await eventually('it waits', () => clock.nextTimerMs !== undefined);
  await clock.advance(3_500);
  await eventually('tried soon, in vain', () => agent.journal.count('failed') === 1);
  assert.equal(tries, 2);
  assert.equal(agent.journal.lines.at(-1), 'failed: nobody there, again in 60500');
  agent.stop();
  await agent.done;
});

test('a hub that asks to stay away for a while is heeded', async () => {
  const agent = startAgent({
    clock: new FakeClock(),
    connect: () => Promise.reject(Object.assign(new Error('busy'), { httpStatus: 503, retryAfterMs: 7_000 })),
  });
  await eventually('told', () => agent.journal.lines.length === 1);
  assert.equal(agent.journal.lines[0], 'failed: busy, again in 14000');
  agent.stop();
  await agent.done;
});

test('credentials that are refused are told as such, and tried again', async () => {
  const answers = createServer();
  answers.on('upgrade', (_request, socket: Duplex) =>
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
  );
  await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve));
  const { port } = answers.address() as AddressInfo;
  const agent = startAgent({
    connect: openWebSocket(`ws://127.0.0.1:${port}/h2/m1`),
    clock: new FakeClock(),
  });
  await eventually('told', () => agent.journal.lines.length === 1);
  assert.equal(agent.journal.lines[0], 'failed (refused): answered by 403, again in 1000');
  agent.stop();
  await agent.done;
  answers.close();
});

test('an agent that is asked to move connects anew first, and its old streams finish', async () => {
  await using rig = await startHubRig();
  await using echo = await startEcho();
  const agent = startAgent({ connect: openWebSocket(rig.url('m1', 'h2')), random: () => 0 });
  await eventually('connected', () => rig.hub.isConnected('m1'));
  const old = await rig.hub.dial('m1', echo.target, NEVER);
  let wasAway = false;
  rig.hub.onChange(() => {
    wasAway = true;
  });
  rig.hub.moveAgents();
  await eventually('connected anew', () => agent.journal.count('connected') === 2);
  const young = await rig.hub.dial('m1', echo.target, NEVER);
  for (const stream of [old, young]) {
    stream.write('x');
    await readBytes(stream, 1);
  }
  assert.equal(rig.hub.sessions('m1'), 2);
  old.end();
  await old.toArray();
  await eventually('the old session has ended', () => rig.hub.sessions('m1') === 1);
  young.write('y');
  assert.equal((await readBytes(young, 1)).toString(), 'y');
  assert.equal(wasAway, false);
  agent.stop();
  await agent.done;
});

test('a hub that drains sends its agents to another, and their streams finish', async () => {
  await using leaving = await startHubRig();
  await using staying = await startHubRig();
  await using echo = await startEcho();
  const urls = [leaving, leaving, staying].map((rig) => rig.url('m1', 'h2'));
  const agent = startAgent({
    connect: (protocols, signal) => openWebSocket(urls.shift() ?? '')(protocols, signal),
    random: () => 0,
  });
  await eventually('connected', () => leaving.hub.isConnected('m1'));
  const stream = await leaving.hub.dial('m1', echo.target, NEVER);
  let isDrained = false;
  const drained = leaving.hub.drain(NEVER).then(() => (isDrained = true));
  await eventually('refused, and taken by the other', () => staying.hub.isConnected('m1'));
  assert.equal(agent.journal.count('failed'), 1);
  assert.equal(isDrained, false);
  stream.end('x');
  assert.equal(Buffer.concat(await stream.toArray()).toString(), 'x');
  await drained;
  agent.stop();
  await agent.done;
});

test('streams opened while the agent moves all succeed', async () => {
  await using rig = await startHubRig();
  await using echo = await startEcho();
  const agent = startAgent({ connect: openWebSocket(rig.url('m1', 'h2')), random: () => 0 });
  await eventually('connected', () => rig.hub.isConnected('m1'));
  let isMoving = true;
  const lane = async (): Promise<void> => {
    while (isMoving) {
      const stream = await rig.hub.dial('m1', echo.target, NEVER);
      stream.write('x');
      await readBytes(stream, 1);
      stream.destroy();
    }
  };
  const lanes = Array.from({ length: 8 }, lane);
  for (let moves = 1; moves <= 10; moves += 1) {
    rig.hub.moveAgents();
    await eventually('moved', () => agent.journal.count('connected') > moves && rig.hub.sessions('m1') === 1);
  }
  isMoving = false;
  await Promise.all(lanes);
  agent.stop();
  await agent.done;
});

test('agents that are asked to move spread over five seconds, unless the hub goes before', async () => {
  await using rig = await startHubRig();
  const clock = new FakeClock();
  const agent = startAgent({ connect: openWebSocket(rig.url('m1', 'h2')), clock });
  await eventually('connected', () => rig.hub.isConnected('m1') && agent.journal.count('connected') === 1);
  const timers = clock.nextTimerMs;
  rig.hub.moveAgents();
  await eventually('asked', () => clock.nextTimerMs !== timers);
  await clock.advance(4_900);
  assert.equal(agent.journal.count('connected'), 1);
  await clock.advance(100);
  await eventually('connected anew', () => agent.journal.count('connected') === 2);
  await eventually('the old one has ended', () => rig.hub.sessions('m1') === 1);
  rig.hub.moveAgents();
  await eventually('asked again', () => clock.nextTimerMs === clock.elapsed() + 5_000);
  rig.cut();
  await eventually('connected at once', () => agent.journal.count('connected') === 3);
  agent.stop();
  await agent.done;
});

test('a hub that is stopped and one that takes its place', async () => {
  const first = await startHubRig();
  await using second = await startHubRig();
  const clock = new FakeClock();
  let connects = 0;
  const agent = startAgent({
    clock,
    connect: (protocols, signal) => {
      connects += 1;
      return openWebSocket((connects === 1 ? first : second).url('m1', 'h2'))(protocols, signal);
    },
  });
  await eventually('connected', () => first.hub.isConnected('m1'));
  await first[Symbol.asyncDispose]();
  await eventually('noticed', () => agent.journal.count('disconnected') === 1);
  await clock.advance(1_000);
  await eventually('connected to the second', () => second.hub.isConnected('m1'));
  agent.stop();
  await agent.done;
});

test('a stop cuts what is open, gives up what is being dialled, and is done', async () => {
  await using rig = await startHubRig();
  let dialSignal: AbortSignal | undefined;
  const agent = startAgent({
    connect: openWebSocket(rig.url('m1', 'h2')),
    dial: async (_target, signal) => {
      dialSignal = signal;
      return new Promise(() => undefined);
    },
  });
  await eventually('connected', () => rig.hub.isConnected('m1'));
  const dial = rig.hub.dial('m1', { host: 'slow', port: 1 }, NEVER);
  const failure = assert.rejects(dial, (error) => isTunnelError(error, 'closed'));
  await eventually('the agent dials', () => dialSignal !== undefined);
  agent.stop();
  await agent.done;
  await failure;
  await eventually('the dial is given up', () => dialSignal?.aborted === true);
});

test('a stop while it connects, or waits, is done as well', async () => {
  const hanging = startAgent({ connect: () => new Promise(() => undefined) });
  hanging.stop();
  await hanging.done;
  const waiting = startAgent({
    connect: async () => {
      throw new Error('no');
    },
  });
  await eventually('it waits', () => waiting.journal.lines.length === 1);
  waiting.stop();
  await waiting.done;
});

test('a hub that chooses no protocol of ours is not spoken to', async () => {
  await using rig = await startHubRig();
  const connect = openWebSocket(rig.url('m1', 'remotedialer'));
  const agent = startAgent({ connect: (_protocols, signal) => connect([], signal), clock: new FakeClock() });
  await eventually('told', () => agent.journal.lines.length === 1);
  assert.match(agent.journal.lines[0] ?? '', /does not speak banyan\.h2\.v1/);
  agent.stop();
  await agent.done;
});

test('a hub that has gone silent is given up after 20 to 30 seconds', async () => {
  // Takes the upgrade and never says a word again.
  await using rig = await startHubRig();
  const clock = new FakeClock();
  const connect = openWebSocket(rig.url('m1', 'h2'));
  const agent = startAgent({
    clock,
    connect: async (protocols, signal) => {
      const webSocket = await connect(protocols, signal);
      webSocket.ping = () => undefined;
      return webSocket;
    },
  });
  await eventually('connected', () => rig.hub.isConnected('m1') && agent.journal.count('connected') === 1);
  await clock.advance(19_000);
  assert.equal(agent.journal.count('disconnected'), 0);
  await clock.advance(11_000);
  await eventually('given up', () => agent.journal.count('disconnected') === 1);
  agent.stop();
  await agent.done;
});
