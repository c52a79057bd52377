import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';

const PING_INTERVAL_MS = 10_000;
/** Intervals without a sign of life, of whatever kind, before it is taken for dead: 20 to 30 s. */
const SILENT_INTERVALS = 2;

/**
 * Pings, and ends the WebSocket when nothing comes back. Only one side does it: the pings are the other's sign of
 * life. Intervals are counted and not time, so a process that stood still takes nobody for dead. The answer stops it.
 */
export function keepAlive(webSocket: WebSocket, clock: Clock): () => void {
  let heard = true;
  let silent = 0;
  let cancel = (): void => undefined;
  const hear = (): void => {
    heard = true;
  };
  const beat = (): void => {
    silent = heard ? 0 : silent + 1;
    heard = false;
    if (silent >= SILENT_INTERVALS) {
      webSocket.terminate();
      return;
    }
    if (webSocket.readyState === webSocket.OPEN) webSocket.ping();
    cancel = clock.after(PING_INTERVAL_MS, beat);
  };
  webSocket.on('message', hear).on('ping', hear).on('pong', hear);
  cancel = clock.after(PING_INTERVAL_MS, beat);
  return () => cancel();
}
