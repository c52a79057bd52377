import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { WebSocket } from 'ws';
import { isUnauthorized } from '../errors/error-predicates.ts';
import type { KubeError } from '../errors/kube-error.ts';
import { errorFromResponse, type RequestSubject } from '../errors/status-error.ts';
import { abortedError, unreachableError } from '../errors/transport-error.ts';
import type { HeaderFields } from './request-headers.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Duplex } from 'node:stream';

/** Of an answer that refuses the upgrade. */
const MAX_ERROR_BODY_BYTES = 64 * 1024;
/** Until the server, and the node behind it, have agreed. */
const HANDSHAKE_TIMEOUT_MS = 30_000;
/** How often the other side is asked for a sign of life; it has until the next time to give one. */
const PING_INTERVAL_MS = 30_000;

/** A connection that is open and authenticated, on which the upgrade is asked for. */
export interface UpgradableConnection {
  readonly socket: Duplex;
  /** `host:port/path?query` of the server. */
  readonly target: string;
  readonly headers: HeaderFields;
  /** The server did not take the credentials. */
  readonly refused: () => void;
}

export interface WebSocketRequest {
  readonly protocols: readonly string[];
  readonly signal: AbortSignal;
  readonly subject: RequestSubject;
  readonly connect: () => Promise<UpgradableConnection>;
}

/**
 * An open WebSocket that speaks one of the protocols. A refusal is thrown as the KubeError of the server's
 * Status; on a 401 it is tried once more with fresh credentials. The signal, too, ends it once it is open.
 */
export async function openWebSocket(request: WebSocketRequest): Promise<WebSocket> {
  try {
    return await upgrade(request);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    return upgrade(request);
  }
}

async function upgrade({ protocols, signal, subject, connect }: WebSocketRequest): Promise<WebSocket> {
  const connection = await connect();
  const webSocket = new WebSocket(`ws://${connection.target}`, [...protocols], {
    createConnection: () => connection.socket,
    headers: flat(connection.headers),
    perMessageDeflate: false,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    ...(connection.socket instanceof TLSSocket && { generateMask: noMask }),
  });
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  const onAbort = (): void => {
    reject(abortedError(signal.reason, subject));
    webSocket.terminate();
  };
  webSocket.once('open', () => {
    // What came with the answer waits until its reader is there: who gets the socket resumes it.
    webSocket.pause();
    resolve(webSocket);
  });
  webSocket.once('error', (error) => reject(unreachableError(error, subject)));
  webSocket.once('unexpected-response', (_request, response) => {
    if (response.statusCode === 401) connection.refused();
    refusal(response, subject).then(reject, reject);
  });
  // After it is open its owner listens; without a listener an error would end the process.
  webSocket.on('error', () => undefined);
  webSocket.once('close', () => signal.removeEventListener('abort', onAbort));
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    await promise;
  } catch (error) {
    webSocket.terminate();
    connection.socket.destroy();
    throw error;
  }
  keepAlive(webSocket);
  return webSocket;
}

/**
 * Masks keep proxies from taking what a page sends for a request of theirs; within TLS none reads along. Zeros are
 * passed over by `ws`, where masking costs both ends more than all the rest of a large transfer.
 */
function noMask(mask: Buffer): void {
  mask.fill(0);
}

async function refusal(response: IncomingMessage, subject: RequestSubject): Promise<KubeError> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_ERROR_BODY_BYTES) break;
  }
  const pauseMs = retryAfterMs(response.headers, Date.now());
  const body = Buffer.concat(chunks).toString('utf8');
  return errorFromResponse(
    {
      httpStatus: response.statusCode ?? 0,
      body,
      ...(pauseMs !== undefined && { retryAfterMs: pauseMs }),
    },
    subject,
  );
}

function keepAlive(webSocket: WebSocket): void {
  let answered = true;
  webSocket.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    // One that is paused reads no pongs either: the reader is slow, not the server dead.
    if (webSocket.isPaused) return;
    if (!answered) {
      webSocket.terminate();
      return;
    }
    answered = false;
    webSocket.ping();
  }, PING_INTERVAL_MS).unref();
  webSocket.once('close', () => clearInterval(timer));
}

/** Node's HTTP client takes repeated headers as arrays, as we have them; ws only passes them on. */
function flat(headers: HeaderFields): Record<string, string> {
  return headers as Record<string, string>;
}
