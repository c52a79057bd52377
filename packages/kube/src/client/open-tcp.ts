import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The kernel asks an idle peer for a sign of life after this long (HTTP/2 sessions also ping). */
const TCP_KEEP_ALIVE_MS = 30_000;

export function openTcp(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: TCP_KEEP_ALIVE_MS,
  });
  return whenReady(socket, 'connect', signal);
}

/** Waits for the event. On an error, an early close or the signal nothing stays open, `under` included. */
export function whenReady<T extends Duplex>(
  socket: T,
  event: string,
  signal: AbortSignal,
  under?: Duplex,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      socket.off(event, onReady).off('error', onFailed).off('close', onClosed);
      signal.removeEventListener('abort', onAborted);
    };
    const onReady = (): void => {
      settle();
      resolve(socket);
    };
    const onFailed = (error: unknown): void => {
      settle();
      destroyQuietly(socket);
      if (under !== undefined) destroyQuietly(under);
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const onClosed = (): void => onFailed(closedEarly());
    const onAborted = (): void => onFailed(signal.reason);
    socket.once(event, onReady).once('error', onFailed).once('close', onClosed);
    if (signal.aborted) onAborted();
    else signal.addEventListener('abort', onAborted, { once: true });
  });
}

function destroyQuietly(socket: Duplex): void {
  socket.on('error', () => undefined).destroy();
}

function closedEarly(): Error {
  return Object.assign(new Error('the connection was closed before it was ready'), { code: 'ECONNRESET' });
}
