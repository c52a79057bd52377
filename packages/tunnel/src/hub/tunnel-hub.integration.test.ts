import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually, FakeClock } from '@banyan/testing';
import { WebSocket } from 'ws';
import { runTunnelAgent } from '../agent/run-tunnel-agent.ts';
import { openWebSocket, startTestAgent } from '../agent/test-agent.ts';
import { failureOf, readBytes } from '../contract/read-stream.ts';
import { startEcho, startHubRig, startTarget, type HubRig } from '../contract/tunnel-rig.ts';
import { H2_PROTOCOL } from '../h2/h2-settings.ts';
import { isTunnelError } from '../tunnel-error.ts';
import type { TunnelObserver } from '../tunnel-observer.ts';

const NEVER = new AbortController().signal;

test('the observer is told of sessions, streams and bytes', async () => {
  const events: string[] = [];
  let received = 0;
  let sent = 0;
  const observer: TunnelObserver = {
    sessionOpened: ({ memberId, protocol }) => events.push(`session of ${memberId} (${protocol})`),
    sessionClosed: ({ memberId, reason }) => events.push(`${memberId} left: ${reason}`),
    streamOpened: ({ memberId, dialMs }) => events.push(`stream to ${memberId} ${dialMs >= 0}`),
    streamClosed: ({ memberId }) => events.push(`stream to ${memberId} closed`),
    dialFailed: ({ memberId, code }) => events.push(`${memberId}: ${code}`),
    bytes: ({ receivedBytes, sentBytes }) => {
      received += receivedBytes;
      sent += sentBytes;
    },
  };
  await using rig = await startHubRig({ observer });
  await using echo = await startEcho();
  const agent = await startTestAgent(rig.url('m1', 'h2'));
  await eventually('connected', () => rig.hub.isConnected('m1'));
  const stream = await rig.hub.dial('m1', echo.target, NEVER);
  stream.write(Buffer.alloc(100_000));
  await readBytes(stream, 100_000);
  stream.destroy();
  await eventually('closed', () => events.length === 3);
  await assert.rejects(rig.hub.dial('m2', echo.target, NEVER));
  await assert.rejects(rig.hub.dial('m1', { host: 'forbidden', port: 1 }, NEVER));
  agent.kill();
  await eventually('gone', () => !rig.hub.isConnected('m1'));
  assert.deepEqual(events, [
    'session of m1 (h2)',
    'stream to m1 true',
    'stream to m1 closed',
    'm2: not-connected',
    'm1: refused',
    'm1 left: the connection was closed',
  ]);
  assert.ok(received > 100_000 && received < 110_000, `${received}`);
  assert.ok(sent > 100_000 && sent < 110_000, `${sent}`);
});

test('a change of a member is told once, however many sessions it has', async () => {
  await using rig = await startHubRig();
  const changes: string[] = [];
  const stop = rig.hub.onChange((memberId) => changes.push(`${memberId} ${rig.hub.sessions(memberId)}`));
  const agents = [await startTestAgent(rig.url('m1', 'h2')), await startTestAgent(rig.url('m1', 'h2'))];
  await eventually('both', () => rig.hub.sessions('m1') === 2);
  assert.deepEqual([...rig.hub.members()], ['m1']);
  for (const agent of agents) agent.kill();
  await eventually('gone', () => !rig.hub.isConnected('m1'));
  assert.deepEqual(changes, ['m1 1', 'm1 0']);
  stop();
  const last = await startTestAgent(rig.url('m1', 'h2'));
  await eventually('back', () => rig.hub.isConnected('m1'));
  assert.equal(changes.length, 2);
  last.kill();
});

for (const [protocol, silentMs] of [
  ['h2', 30_000],
  ['remotedialer', 65_000],
] as const) {
  test(`${protocol}: an agent that has gone silent is given up, one that pings is not`, async () => {
    const clock = new FakeClock();
    await using rig = await startHubRig({ clock });
    const open = async (memberId: string): Promise<WebSocket> => {
      const webSocket = new WebSocket(rig.url(memberId, protocol), protocol === 'h2' ? H2_PROTOCOL : []);
      webSocket.on('error', () => undefined);
      await eventually(
        'there',
        () => rig.hub.isConnected(memberId) && webSocket.readyState === WebSocket.OPEN,
      );
      return webSocket;
    };
    const silent = await open('silent');
    const alive = await open('alive');
    for (let ms = 0; ms < silentMs; ms += 5_000) {
      let answered = false;
      alive.once('pong', () => {
        answered = true;
      });
      alive.ping();
      await eventually('the hub has the ping', () => answered);
      await clock.advance(5_000);
    }
    await eventually('given up', () => !rig.hub.isConnected('silent'));
    assert.ok(rig.hub.isConnected('alive'));
    silent.terminate();
    alive.terminate();
  });
}

test('an agent that misses a single ping is kept', async () => {
  const clock = new FakeClock();
  await using rig = await startHubRig({ clock });
  const agent = await startTestAgent(rig.url('m1', 'h2'));
  await eventually('there', () => rig.hub.isConnected('m1'));
  await clock.advance(20_000);
  assert.ok(rig.hub.isConnected('m1'));
  agent.kill();
});

test('streams that nobody reads are cut when the process holds too much of them', async () => {
  const clock = new FakeClock();
  await using rig = await startHubRig({ clock, limits: { maxBufferedBytes: 3_000_000 } });
  await using flood = await startTarget((socket) => socket.write(Buffer.alloc(6_000_000)));
  await using echo = await startEcho();
  const agent = await startTestAgent(rig.url('m1', 'h2'));
  await eventually('there', () => rig.hub.isConnected('m1'));
  const quiet = await rig.hub.dial('m1', echo.target, NEVER);
  const stalled = await rig.hub.dial('m1', flood.target, NEVER);
  await eventually('cut', async () => {
    await clock.advance(1_000);
    return stalled.destroyed;
  });
  assert.match(stalled.errored?.message ?? '', /buffers are full/);
  quiet.write('x');
  await readBytes(quiet, 1);
  agent.kill();
});

test('a member has so many streams and no more', async () => {
  await using rig = await startHubRig({ limits: { maxStreamsPerMember: 3 } });
  await using echo = await startEcho();
  const agent = await startTestAgent(rig.url('m1', 'h2'));
  await eventually('there', () => rig.hub.isConnected('m1'));
  const streams = [];
  for (let i = 0; i < 3; i += 1) streams.push(await rig.hub.dial('m1', echo.target, NEVER));
  await assert.rejects(rig.hub.dial('m1', echo.target, NEVER), (error) => isTunnelError(error, 'refused'));
  streams[0]?.destroy();
  await eventually('room again', () => rig.hub.openStreams('m1') === 2);
  await rig.hub.dial('m1', echo.target, NEVER);
  agent.kill();
});

test('a dial that is given up is given up at the agent, too', async () => {
  await using rig = await startHubRig();
  let agentSignal: AbortSignal | undefined;
  const stop = new AbortController();
  const running = runTunnelAgent({
    signal: stop.signal,
    connect: openWebSocket(rig.url('m1', 'h2')),
    dial: (_target, signal) => {
      agentSignal = signal;
      return new Promise(() => undefined);
    },
  });
  await eventually('there', () => rig.hub.isConnected('m1'));
  const giveUp = new AbortController();
  const dial = rig.hub.dial('m1', { host: 'slow', port: 1 }, giveUp.signal);
  const failure = assert.rejects(dial, (error) => isTunnelError(error, 'aborted'));
  await eventually('the agent dials', () => agentSignal !== undefined);
  giveUp.abort();
  await failure;
  await eventually('the agent has given up', () => agentSignal?.aborted === true);
  stop.abort();
  await running;
});

test('attach without our subprotocol is answered by 400, and a hub that stops by 503', async () => {
  await using rig = await startHubRig();
  const connecting = openWebSocket(rig.url('m1', 'h2'));
  await assert.rejects(connecting([], NEVER), { httpStatus: 400 });
  await assert.rejects(connecting(['other'], NEVER), { httpStatus: 400 });
  await rig.hub.close();
  await assert.rejects(connecting([H2_PROTOCOL], NEVER), { httpStatus: 503 });
});

test('an agent of ours that comes where old agents come is spoken to in its own protocol', async () => {
  await using rig = await startHubRig();
  await using echo = await startEcho();
  const agent = await startTestAgent(rig.url('m1', 'remotedialer'));
  await eventually('there', () => rig.hub.isConnected('m1'));
  const stream = await rig.hub.dial('m1', echo.target, NEVER);
  stream.write('x');
  await readBytes(stream, 1);
  agent.kill();
});

test('what is no WebSocket request is answered by 4xx', async () => {
  await using rig = await startHubRig();
  const answer = await rawRequest(
    rig,
    'GET /remotedialer/m1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
  );
  assert.match(answer, /^HTTP\/1\.1 4\d\d /);
  assert.equal(rig.hub.isConnected('m1'), false);
});

for (const [what, send] of [
  ['bytes that are no HTTP/2', (webSocket: WebSocket) => webSocket.send(Buffer.from('hello, hub'))],
  ['a text message', (webSocket: WebSocket) => webSocket.send('hello')],
  ['a message that is too long', (webSocket: WebSocket) => webSocket.send(Buffer.alloc(2 * 1024 * 1024))],
  [
    'a frame that is too long',
    (webSocket: WebSocket) => webSocket.send(Buffer.from('ffffff000000000001', 'hex')),
  ],
  ['a cut connection', (webSocket: WebSocket) => webSocket.terminate()],
] as const) {
  test(`${what} ends that session, fails its dials, and nothing else`, async () => {
    await using rig = await startHubRig();
    const webSocket = new WebSocket(rig.url('m1', 'h2'), H2_PROTOCOL);
    webSocket.on('error', () => undefined);
    await eventually('there', () => rig.hub.isConnected('m1') && webSocket.readyState === WebSocket.OPEN);
    const dial = rig.hub.dial('m1', { host: 'a', port: 1 }, NEVER);
    const failure = assert.rejects(dial, (error) => isTunnelError(error, 'closed'));
    send(webSocket);
    await failure;
    await eventually('ended', () => !rig.hub.isConnected('m1'));
  });
}

test('an open stream whose error nobody listens to does not end the process', async () => {
  await using rig = await startHubRig();
  await using echo = await startEcho();
  const agent = await startTestAgent(rig.url('m1', 'h2'));
  await eventually('there', () => rig.hub.isConnected('m1'));
  const stream = await rig.hub.dial('m1', echo.target, NEVER);
  agent.kill();
  await eventually('cut', () => stream.destroyed);
  assert.ok(isTunnelError(await failureOf(stream), 'closed'));
});

async function rawRequest(rig: HubRig, text: string): Promise<string> {
  const socket = connect(rig.port, '127.0.0.1');
  socket.write(text);
  const chunks = await socket.toArray();
  return Buffer.concat(chunks as Buffer[]).toString();
}
