import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { WebSocket } from 'ws';
import { failureOf, readBytes } from '../contract/read-stream.ts';
import { startHubRig, type HubRig } from '../contract/tunnel-rig.ts';
import { isTunnelError } from '../tunnel-error.ts';
import { decodeFrame, encodeFrame, FRAME_TYPES, type Frame } from './frames.ts';

const NEVER = new AbortController().signal;
const TARGET = { host: '10.96.0.1', port: 443 };

/** An agent whose every frame the test decides. */
class Puppet implements Disposable {
  readonly webSocket: WebSocket;
  readonly frames: Frame[] = [];

  constructor(url: string) {
    this.webSocket = new WebSocket(url);
    this.webSocket.on('error', () => undefined);
    this.webSocket.on('message', (message: Buffer) => this.frames.push(decodeFrame(message)));
  }

  say(type: number, connectionId: number, body: string | Buffer = ''): void {
    this.webSocket.send(encodeFrame(9, { type, connectionId, body: Buffer.from(body) }));
  }

  got(type: number): Frame[] {
    return this.frames.filter((frame) => frame.type === type);
  }

  [Symbol.dispose](): void {
    this.webSocket.terminate();
  }
}

async function connectPuppet(rig: HubRig): Promise<Puppet> {
  const puppet = new Puppet(rig.url('m1', 'remotedialer'));
  await eventually(
    'there',
    () => rig.hub.isConnected('m1') && puppet.webSocket.readyState === WebSocket.OPEN,
  );
  return puppet;
}

test('a dial is Connect with the ids from 2 on, and resolves at once; its end is Error EOF', async () => {
  await using rig = await startHubRig();
  using puppet = await connectPuppet(rig);
  const first = await rig.hub.dial('m1', TARGET, NEVER);
  await rig.hub.dial('m1', { host: 'fd00::1', port: 80 }, NEVER);
  first.write('hello');
  await eventually('all has come', () => puppet.frames.length === 3);
  first.destroy();
  await eventually('the end has come', () => puppet.frames.length === 4);
  assert.deepEqual(
    puppet.frames.map(({ type, connectionId, body }) => [type, connectionId, body.toString()]),
    [
      [FRAME_TYPES.connect, 2, 'tcp/10.96.0.1:443'],
      [FRAME_TYPES.connect, 3, 'tcp/[fd00::1]:80'],
      [FRAME_TYPES.data, 2, 'hello'],
      [FRAME_TYPES.error, 2, 'EOF'],
    ],
  );
});

test('a target whose address the agent would cut off is refused', async () => {
  await using rig = await startHubRig();
  using puppet = await connectPuppet(rig);
  const dial = rig.hub.dial('m1', { host: 'a'.repeat(100), port: 443 }, NEVER);
  await assert.rejects(dial, (error) => isTunnelError(error, 'refused'));
  assert.deepEqual(puppet.frames, []);
});

test('a paused writer waits until it is resumed', async () => {
  await using rig = await startHubRig();
  using puppet = await connectPuppet(rig);
  const stream = await rig.hub.dial('m1', TARGET, NEVER);
  const other = await rig.hub.dial('m1', TARGET, NEVER);
  puppet.say(FRAME_TYPES.pause, 2);
  puppet.say(FRAME_TYPES.data, 2, 'paused');
  await readBytes(stream, 6);
  stream.write('held back');
  other.write('goes on');
  await eventually('the other has come', () => puppet.got(FRAME_TYPES.data).length === 1);
  assert.equal(puppet.got(FRAME_TYPES.data)[0]?.connectionId, 3);
  puppet.say(FRAME_TYPES.resume, 2);
  await eventually('it has come', () => puppet.got(FRAME_TYPES.data).length === 2);
  assert.equal(puppet.got(FRAME_TYPES.data)[1]?.body.toString(), 'held back');
});

test('a slow reader pauses the agent above 2 MiB, and resumes it when it has read', async () => {
  await using rig = await startHubRig();
  using puppet = await connectPuppet(rig);
  const stream = await rig.hub.dial('m1', TARGET, NEVER);
  const block = Buffer.alloc(64 * 1024);
  for (let i = 0; i < 31; i += 1) puppet.say(FRAME_TYPES.data, 2, block);
  await eventually('all has come', () => stream.readableLength === 31 * block.length);
  assert.equal(puppet.got(FRAME_TYPES.pause).length, 0);
  for (let i = 0; i < 3; i += 1) puppet.say(FRAME_TYPES.data, 2, block);
  await eventually('paused', () => puppet.got(FRAME_TYPES.pause).length === 1);
  await readBytes(stream, 34 * block.length);
  await eventually('resumed', () => puppet.got(FRAME_TYPES.resume).length === 1);
});

test('an agent that heeds no pause loses the stream, and only that', async () => {
  await using rig = await startHubRig();
  using puppet = await connectPuppet(rig);
  const stream = await rig.hub.dial('m1', TARGET, NEVER);
  const block = Buffer.alloc(512 * 1024);
  for (let i = 0; i < 80; i += 1) puppet.say(FRAME_TYPES.data, 2, block);
  await eventually('cut', () => stream.destroyed);
  assert.ok(isTunnelError(stream.errored, 'closed'));
  await eventually('the agent was told', () => puppet.got(FRAME_TYPES.error).length > 0);
  assert.ok(rig.hub.isConnected('m1'));
});

test('what the agent sent before its EOF is read before the end', async () => {
  await using rig = await startHubRig();
  using puppet = await connectPuppet(rig);
  const stream = await rig.hub.dial('m1', TARGET, NEVER);
  puppet.say(FRAME_TYPES.data, 2, 'all of it');
  puppet.say(FRAME_TYPES.error, 2, 'EOF');
  // An agent that hears our own end answers with another.
  puppet.say(FRAME_TYPES.error, 2, 'EOF');
  assert.equal(Buffer.concat((await stream.toArray()) as Buffer[]).toString(), 'all of it');
  await eventually('nothing is left', () => rig.hub.openStreams('m1') === 0);
});

for (const [what, first, code] of [
  ['before any data is unreachable', '', 'unreachable'],
  ['after data is a cut', 'x', 'closed'],
] as const) {
  test(`an error of the agent ${what}, with its words made harmless`, async () => {
    await using rig = await startHubRig();
    using puppet = await connectPuppet(rig);
    const stream = await rig.hub.dial('m1', TARGET, NEVER);
    const failure = failureOf(stream);
    if (first) puppet.say(FRAME_TYPES.data, 2, first);
    puppet.say(FRAME_TYPES.error, 2, `dial tcp: refused\r\nlevel=fatal ${'x'.repeat(500)}`);
    const error = await failure;
    assert.ok(isTunnelError(error, code), String(error));
    assert.match(error.message, /^the agent: dial tcp: refused level=fatal x+$/);
    assert.ok(error.message.length < 120);
  });
}

test('data for a connection that is not known is answered by an error', async () => {
  await using rig = await startHubRig();
  using puppet = await connectPuppet(rig);
  puppet.say(FRAME_TYPES.data, 77, 'x');
  await eventually('answered', () => puppet.frames.length === 1);
  const [frame] = puppet.frames;
  assert.equal(frame?.type, FRAME_TYPES.error);
  assert.equal(frame?.connectionId, 77);
  assert.match(frame?.body.toString() ?? '', /^connection not found/);
});

test('a connection that is missing in two of the agent’s lists is gone, one that is there stays', async () => {
  await using rig = await startHubRig();
  using puppet = await connectPuppet(rig);
  const lost = await rig.hub.dial('m1', TARGET, NEVER);
  const kept = await rig.hub.dial('m1', TARGET, NEVER);
  const list = Buffer.from('0300000000000000', 'hex');
  const marker = (): void => puppet.say(FRAME_TYPES.data, 3, 'm');
  puppet.say(FRAME_TYPES.sync, 0, list);
  marker();
  await readBytes(kept, 1);
  assert.equal(lost.destroyed, false);
  puppet.say(FRAME_TYPES.sync, 0, list);
  marker();
  await readBytes(kept, 1);
  assert.equal(lost.destroyed, true);
  assert.equal(kept.destroyed, false);
});

for (const [what, say] of [
  ['a text message', (puppet: Puppet) => puppet.webSocket.send('hello')],
  ['bytes that are no frame', (puppet: Puppet) => puppet.webSocket.send(Buffer.from('ff', 'hex'))],
  ['an empty message', (puppet: Puppet) => puppet.webSocket.send(Buffer.alloc(0))],
  [
    'a message that is too long',
    (puppet: Puppet) => puppet.say(FRAME_TYPES.data, 2, Buffer.alloc(1_100_000)),
  ],
  ['a Connect', (puppet: Puppet) => puppet.say(FRAME_TYPES.connect, 2, 'tcp/127.0.0.1:22')],
  ['an AddClient', (puppet: Puppet) => puppet.say(FRAME_TYPES.addClient, 0, 'other-member/1')],
  ['a RemoveClient', (puppet: Puppet) => puppet.say(FRAME_TYPES.removeClient, 0, 'other-member/1')],
  ['a type that does not exist', (puppet: Puppet) => puppet.say(99, 0)],
  ['a list that is cut off', (puppet: Puppet) => puppet.say(FRAME_TYPES.sync, 0, 'abc')],
] as const) {
  test(`${what} of an agent ends its session`, async () => {
    const reasons: string[] = [];
    await using rig = await startHubRig({
      observer: { sessionClosed: ({ reason }) => reasons.push(reason) },
    });
    using puppet = await connectPuppet(rig);
    const stream = await rig.hub.dial('m1', TARGET, NEVER);
    const failure = failureOf(stream);
    say(puppet);
    assert.ok(isTunnelError(await failure, 'closed'));
    await eventually('ended', () => !rig.hub.isConnected('m1'));
    assert.equal(reasons.length, 1);
    assert.notEqual(reasons[0], '');
  });
}
