import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { forwardedHeaders } from './forwarded-headers.ts';
import { openExchange } from './open-exchange.ts';
import { passBack, type ProxyRequestOptions } from './proxy-request.ts';
import { UnreachableError } from './unreachable-error.ts';
import { takeConnection, watchForEnd, type UpgradeOffer } from './upgrade-offer.ts';

interface Switched {
  readonly answer: IncomingMessage;
  /** Undefined: refused, with an ordinary answer. */
  readonly socket: Duplex | undefined;
  readonly head: Buffer;
}

/**
 * Passes on a request for another protocol (WebSocket, SPDY) and then bytes, both ways, until either side ends. A
 * refusal is passed back as it is. Throws UnreachableError while there is no answer.
 */
export async function proxyUpgrade(
  request: IncomingMessage,
  response: ServerResponse,
  offer: UpgradeOffer,
  options: ProxyRequestOptions,
): Promise<void> {
  const gone = new AbortController();
  const signal = AbortSignal.any([options.signal, gone.signal]);
  const stopWatching = watchForEnd(offer.socket, () => gone.abort());
  let switched: Switched;
  try {
    switched = await askToSwitch(request, { ...options, signal });
  } catch (error) {
    if (gone.signal.aborted) offer.socket.destroy();
    if (signal.aborted) return;
    throw error instanceof UnreachableError ? error : new UnreachableError(options.url, error);
  } finally {
    stopWatching();
  }
  const { answer, socket: backend, head } = switched;
  if (backend === undefined) return passBack(answer, response, options);
  const client = takeConnection(response, offer);
  client.write(headOf(answer));
  if (head.length > 0) client.write(head);
  await joinStreams(client, backend, signal);
}

function askToSwitch(request: IncomingMessage, options: ProxyRequestOptions): Promise<Switched> {
  const headers = forwardedHeaders(request, { added: options.headers ?? {}, upgrade: true });
  const { signal } = options;
  const outgoing = openExchange(options, {
    method: request.method ?? 'GET',
    headers,
    signal,
    ownConnection: true,
  });
  return new Promise((resolve, reject) => {
    outgoing.on('upgrade', (answer, socket, head) => resolve({ answer, socket, head }));
    outgoing.on('response', (answer) => resolve({ answer, socket: undefined, head: Buffer.alloc(0) }));
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** The answer as it came: an upgrade's headers are about the connection, which is the client's now. */
function headOf({ statusCode = 101, statusMessage = '', rawHeaders }: IncomingMessage): Buffer {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** Bytes both ways until both have ended or one has failed; then both are gone. */
async function joinStreams(a: Duplex, b: Duplex, signal: AbortSignal): Promise<void> {
  // Both directions listen to both streams: more listeners than Node takes for a leak.
  for (const stream of [a, b]) stream.setMaxListeners(stream.getMaxListeners() + 10);
  try {
    await Promise.all([pipeline(a, b, { signal }), pipeline(b, a, { signal })]);
  } catch {
    // A side that goes is how streams end.
  } finally {
    a.destroy();
    b.destroy();
  }
}
