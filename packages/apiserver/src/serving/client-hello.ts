import type { Socket } from 'node:net';

/** Of a record of TLS: its type, its version, its length. */
const RECORD_HEADER_BYTES = 5;
const HANDSHAKE_RECORD = 22;
/** As much as a record may have; what claims more is no TLS. */
const MAX_RECORD_BYTES = 16 * 1024;

/**
 * Reads the first words of a client that will speak TLS, and puts them back: whoever begins TLS on the socket reads them
 * again. What is no TLS is handed over as it came. A client that has not said them by then, or goes, is let go.
 */
export function readClientHello(socket: Socket, timeoutMs: number, onHello: (hello: Buffer) => void): void {
  const timer = setTimeout(() => socket.destroy(), timeoutMs).unref();
  const end = () => socket.destroy();
  let hello: Buffer = Buffer.alloc(0);
  const look = () => {
    const bytes = socket.read() as Buffer | null;
    if (bytes === null) return;
    hello = hello.length === 0 ? bytes : Buffer.concat([hello, bytes]);
    if (hello.length < wantedBytes(hello)) return;
    clearTimeout(timer);
    socket.off('readable', look).off('end', end);
    socket.unshift(hello);
    onHello(hello);
  };
  socket.on('readable', look).once('end', end);
  socket.once('close', () => clearTimeout(timer));
}

function wantedBytes(bytes: Buffer): number {
  if (bytes[0] !== HANDSHAKE_RECORD) return 1;
  if (bytes.length < RECORD_HEADER_BYTES) return RECORD_HEADER_BYTES;
  return RECORD_HEADER_BYTES + Math.min(MAX_RECORD_BYTES, bytes.readUInt16BE(RECORD_HEADER_BYTES - 2));
}

/** Whether they offer the protocol by ALPN. A guess by its name, which is enough to choose the line that one waits in. */
export function offersProtocol(hello: Buffer, protocol: string): boolean {
  return hello.includes(`${String.fromCharCode(protocol.length)}${protocol}`, 0, 'latin1');
}
