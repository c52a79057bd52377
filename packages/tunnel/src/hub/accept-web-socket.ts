import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { H2_PROTOCOL } from '../h2/h2-settings.ts';
import { paceEnding } from './pace-ending.ts';

/** An HTTP request that asks for an upgrade, and its connection. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Both protocols' agents stay far below: ours sends 64 KiB at most, remotedialer what one read gave (32 KiB). */
const MAX_MESSAGE_BYTES = 1024 * 1024;

const webSockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: false,
  clientTracking: false,
  maxPayload: MAX_MESSAGE_BYTES,
  handleProtocols: (offered) => (offered.has(H2_PROTOCOL) ? H2_PROTOCOL : false),
});

/** Answers the upgrade. What is wrong with it as a WebSocket request is answered by 4xx, and `accepted` not called. */
export function acceptWebSocket(
  { request, socket, head }: Upgrade,
  accepted: (webSocket: WebSocket) => void,
): void {
  paceEnding(socket, () => {
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      // Its streams and its session hear of it by its closing; without a listener it would end the process.
      webSocket.on('error', () => undefined);
      accepted(webSocket);
    });
  });
}

export function offersH2(request: IncomingMessage): boolean {
  const offered = request.headers['sec-websocket-protocol'] ?? '';
  return offered.split(',').some((protocol) => protocol.trim() === H2_PROTOCOL);
}

/** An answer instead of an upgrade. */
export function refuseUpgrade(socket: Duplex, status: number, message: string): void {
  const body = `${message}\n`;
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}\r\nConnection: close\r\nContent-Type: text/plain\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  503: 'Service Unavailable',
};
