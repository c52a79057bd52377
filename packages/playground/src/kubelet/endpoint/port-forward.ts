import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { FoundPod, PodServer } from './pod-server.ts';
import { SpdyConnection, type SpdyStream } from './spdy/spdy-connection.ts';
import { bufferOf, WebSocketChannels } from './web-socket-channels.ts';

/** What ports of a pod are reached by. */
export interface PortTarget {
  readonly found: FoundPod;
  readonly server: PodServer;
}

/** As many ports as the client likes, on SPDY: a stream for data and one for errors each. */
export async function forwardOverSpdy(wire: Duplex, target: PortTarget): Promise<void> {
  const errors = new Map<string, SpdyStream>();
  const connection = new SpdyConnection(wire, (stream) => {
    const id = stream.headers.get('requestid') ?? stream.headers.get('port') ?? '';
    if (stream.headers.get('streamtype') === 'error') {
      errors.set(id, stream.resume());
      stream.on('close', () => errors.delete(id));
    } else forward(stream, errors.get(id), target);
  });
  await connection.run();
}

function forward(data: SpdyStream, errors: SpdyStream | undefined, { found, server }: PortTarget): void {
  const port = Number(data.headers.get('port'));
  const peer = server.connect(found, port);
  if (peer === undefined) {
    errors?.end(refusal(found, port));
    data.end();
    data.resume();
    return;
  }
  data.pipe(peer);
  peer.pipe(data);
  peer.on('close', () => errors?.end());
  peer.on('end', () => errors?.end());
  data.on('close', () => peer.destroy());
}

/** The bytes of a WebSocket's messages as one stream. */
export function webSocketWire(webSocket: WebSocket): Duplex {
  const wire = new Duplex({
    read: () => webSocket.resume(),
    write: (data: Buffer, _encoding, sent) => webSocket.send(data, sent),
    final: (done) => {
      webSocket.close(1000);
      done();
    },
    destroy: (error, done) => {
      webSocket.close(1000);
      done(error);
    },
  });
  webSocket.on('message', (message) => {
    if (!wire.push(bufferOf(message))) webSocket.pause();
  });
  webSocket.on('close', () => wire.push(null));
  webSocket.on('error', () => wire.destroy());
  return wire;
}

/** The older way: two channels for each port that the request named, the first message of each being its number. */
export function forwardOverChannels(
  webSocket: WebSocket,
  ports: readonly number[],
  { found, server }: PortTarget,
): void {
  const channels = new WebSocketChannels(webSocket);
  for (const [i, port] of ports.entries()) {
    const [data, errors] = [2 * i, 2 * i + 1];
    const number = Buffer.alloc(2);
    number.writeUInt16LE(port);
    const send = (channel: number, bytes: Buffer) => void channels.send(channel, bytes).catch(() => {});
    send(data, number);
    send(errors, number);
    const peer = server.connect(found, port);
    if (peer === undefined) send(errors, Buffer.from(refusal(found, port)));
    peer?.on('data', (bytes: Buffer) => send(data, bytes));
    peer?.on('end', () => channels.close());
    channels.listen(data, (bytes) => {
      if (bytes === undefined) peer?.destroy();
      else peer?.write(bytes);
    });
  }
}

function refusal({ pod }: FoundPod, port: number): string {
  const { name = '', uid = '' } = pod.metadata;
  const dial = `failed to connect to localhost:${port}: dial tcp4 127.0.0.1:${port}: connect: connection refused`;
  return `error forwarding port ${port} to pod ${name}, uid ${uid}: ${dial}`;
}
