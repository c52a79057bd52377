import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';

/**
 * Pipes both ways until both have ended. Each half ends by itself; if one side fails, so does the other: whoever
 * reads there must not take what was cut for an end.
 */
export function joinStreams(stream: ServerHttp2Stream, socket: Duplex): void {
  stream.pipe(socket);
  socket.pipe(stream);
  let hasEnded = false;
  socket.once('end', () => {
    hasEnded = true;
  });
  socket.on('error', () => cut(stream));
  socket.once('close', () => {
    if (!hasEnded) cut(stream);
  });
  stream.on('error', () => socket.destroy());
  stream.once('close', () => {
    if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) socket.destroy();
    // Both have ended, or the far side will never send or take anything again.
    else if (!socket.destroyed) socket.end();
  });
}

/** Node's `close` would send an end before the reset, and the far side take what was cut for all there is. */
function cut(stream: ServerHttp2Stream): void {
  if (!stream.destroyed) stream.destroy(new Error('the connection to the target was cut'));
}
