import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { KubeError } from '../errors/kube-error.ts';
import type { RequestSubject } from '../errors/status-error.ts';
import { abortedError } from '../errors/transport-error.ts';
import { Channels } from './channels.ts';

const DATA = 0;
const ERROR = 1;
/** Each channel begins with the port's number in two bytes. */
const PORT_BYTES = 2;

/** The one port of a port-forward WebSocket as a byte stream. */
export function portForwardStream(
  webSocket: WebSocket,
  subject: RequestSubject,
  signal: AbortSignal,
): Duplex {
  const channels = new Channels(webSocket);
  const incoming = channels.readable(DATA);
  let portBytesLeft = PORT_BYTES;
  const stream = new Duplex({
    read: () => incoming.resume(),
    write: (chunk: Buffer, _encoding, callback) => channels.send(DATA, chunk, callback),
    destroy: (error, callback) => {
      incoming.destroy();
      webSocket.close();
      callback(error);
    },
  });
  incoming.on('data', (chunk: Buffer) => {
    const data = chunk.subarray(Math.min(portBytesLeft, chunk.length));
    portBytesLeft -= chunk.length - data.length;
    if (data.length > 0 && !stream.push(data)) incoming.pause();
  });
  incoming.on('end', () => {
    if (signal.aborted) stream.destroy(abortedError(signal.reason, subject));
    else stream.push(null);
  });
  onForwardError(channels, (words) =>
    stream.destroy(new KubeError('Unreachable', `${subject.what}: ${words} (${subject.where})`)),
  );
  return stream;
}

function onForwardError(channels: Channels, listener: (words: string) => void): void {
  let portBytesLeft = PORT_BYTES;
  channels.onMessage(ERROR, (message) => {
    const words = message.subarray(Math.min(portBytesLeft, message.length));
    portBytesLeft -= message.length - words.length;
    if (words.length > 0) listener(words.toString('utf8'));
  });
}
