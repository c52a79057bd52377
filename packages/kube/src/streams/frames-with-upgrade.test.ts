import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { startTestServer } from '../client/test-server.ts';
import { execInPod, KubeClient } from '../index.ts';

const STDOUT = 1;
const ERROR = 3;

test('frames that come in one packet with the answer to the upgrade are not lost', async () => {
  await using server = await startTestServer(() => undefined, { kind: 'tls-http1' });
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    socket.once('data', () => socket.end()); // The client's own close frame.
    const status = JSON.stringify({ apiVersion: 'v1', kind: 'Status', status: 'Success' });
    socket.write(Buffer.concat([accepted(request), frame(STDOUT, 'hello'), frame(ERROR, status), CLOSE]));
  });
  const client = new KubeClient(server.connection);
  const signal = new AbortController().signal;
  const remote = await execInPod(client, {
    namespace: 'default',
    pod: 'p',
    command: ['echo', 'hello'],
    signal,
  });
  assert.equal(await text(remote.stdout), 'hello');
  assert.equal(await remote.exitCode, 0);
  await client.close();
});

/** A final binary frame of a server: not masked, and short enough for one byte of length. */
function frame(channel: number, payload: string): Buffer {
  const body = Buffer.concat([Buffer.from([channel]), Buffer.from(payload)]);
  return Buffer.concat([Buffer.from([0x82, body.length]), body]);
}

const CLOSE = Buffer.from([0x88, 2, 0x03, 0xe8]);

function accepted(request: IncomingMessage): Buffer {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${createHash('sha1').update(key).digest('base64')}`,
    'Sec-WebSocket-Protocol: v5.channel.k8s.io',
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}
