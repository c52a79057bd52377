import assert from 'node:assert/strict';
import { duplexPair } from 'node:stream';
import { test } from 'node:test';
import { once } from 'node:events';
import { HeaderBlocks } from './header-blocks.ts';
import { SpdyConnection, type SpdyStream } from './spdy-connection.ts';
import { SPDY_DICTIONARY } from './spdy-dictionary.ts';
import { controlFrame, dataFrame, FLAG_FIN, FRAME, FrameReader, type SpdyFrame } from './spdy-frames.ts';

test('the dictionary is the one of the protocol', () => {
  assert.equal(SPDY_DICTIONARY.length, 1423);
  // Adler-32, which is how the two sides of a connection name it to each other.
  let [a, b] = [1, 0];
  for (const byte of SPDY_DICTIONARY) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  assert.equal(b * 65_536 + a, 0xe3c6a7c2);
});

test('headers come out as they went in, block after block', async () => {
  const [sender, receiver] = [new HeaderBlocks(), new HeaderBlocks()];
  for (const headers of [
    new Map([
      ['streamtype', 'error'],
      ['port', '80'],
    ]),
    new Map([['streamtype', 'data']]),
    new Map<string, string>(),
  ])
    assert.deepEqual(await receiver.unpack(await sender.pack(headers)), headers);
  sender.close();
  receiver.close();
});

test('frames are found however the bytes come', () => {
  const bytes = Buffer.concat([
    controlFrame(FRAME.ping, Buffer.from([0, 0, 0, 1])),
    dataFrame(3, Buffer.from('hello'), FLAG_FIN),
  ]);
  const expected: SpdyFrame[] = [
    { type: 'control', kind: FRAME.ping, flags: 0, data: Buffer.from([0, 0, 0, 1]) },
    { type: 'data', stream: 3, flags: FLAG_FIN, data: Buffer.from('hello') },
  ];
  for (const size of [1, 3, 8, 100]) {
    const reader = new FrameReader();
    const frames: SpdyFrame[] = [];
    for (let at = 0; at < bytes.length; at += size)
      frames.push(...reader.read(bytes.subarray(at, at + size)));
    assert.deepEqual(frames, expected, String(size));
  }
});

/** A client that writes frames by hand. */
async function opened(headers: ReadonlyMap<string, string>) {
  const [ours, theirs] = duplexPair();
  const stream = Promise.withResolvers<SpdyStream>();
  const connection = new SpdyConnection(theirs, stream.resolve);
  const ended = connection.run();
  const reader = new FrameReader();
  const frames: SpdyFrame[] = [];
  ours.on('data', (bytes: Buffer) => frames.push(...reader.read(bytes)));
  const blocks = new HeaderBlocks();
  const open = Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 0, 0]), await blocks.pack(headers)]);
  ours.write(controlFrame(FRAME.synStream, open));
  return { ours, frames, ended, stream: await stream.promise };
}

test('a stream that a client opens carries bytes both ways, and ends', async () => {
  const { ours, frames, stream, ended } = await opened(new Map([['streamtype', 'data']]));
  assert.equal(stream.headers.get('streamtype'), 'data');
  ours.write(dataFrame(1, Buffer.from('to the server'), FLAG_FIN));
  let heard = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) heard += chunk.toString();
  assert.equal(heard, 'to the server');
  stream.end('to the client');
  await once(stream, 'close');
  ours.end();
  await ended;
  const [reply, ...rest] = frames;
  assert.deepEqual(reply?.type === 'control' && [reply.kind, reply.data.readUInt32BE(0)], [
    FRAME.synReply,
    1,
  ]);
  const data = rest.filter((frame) => frame.type === 'data');
  assert.equal(Buffer.concat(data.map((frame) => frame.data)).toString(), 'to the client');
  assert.equal(data.at(-1)?.flags, FLAG_FIN);
});

test('a ping is answered, a reset ends its stream, and what is no SPDY ends the connection', async () => {
  const { ours, frames, stream, ended } = await opened(new Map());
  const ping = Buffer.from([0, 0, 0, 7]);
  ours.write(controlFrame(FRAME.ping, ping));
  const closed = once(stream, 'close');
  ours.write(controlFrame(FRAME.resetStream, Buffer.from([0, 0, 0, 1, 0, 0, 0, 5])));
  await closed;
  assert.deepEqual(frames.at(-1), { type: 'control', kind: FRAME.ping, flags: 0, data: ping });
  ours.write(controlFrame(FRAME.synStream, Buffer.from('this is no header block at all')));
  await ended;
});
