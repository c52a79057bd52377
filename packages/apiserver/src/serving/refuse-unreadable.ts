import type { Socket } from 'node:net';

const ANSWERS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
/** A client that is still sending reads the answer afterwards, if the connection is there by then. */
const LINGER_MS = 1_000;

const refused = new WeakSet<Socket>();

/**
 * Answers who sent something that cannot be read as HTTP/1.1. Closed at once, with bytes of the client on their way, the
 * connection would be reset, and the answer lost.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // The parser complains of everything that follows, too.
  if (refused.has(socket)) return;
  refused.add(socket);
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  socket.on('error', () => socket.destroy());
  socket.once('end', () => socket.destroy());
  const answer = ANSWERS[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${answer}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
