import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';

/**
 * Sends the body of an answer to the client as it comes, no faster than the client takes it. What comes in one turn of the
 * event loop goes out in one piece, and the end of a small answer together with its headers: each piece is a record of
 * TLS and a call of the system. (`pipeline` of Node does neither, and makes an error for every stream that ends.)
 *
 * Resolves when the response is over, however. One that breaks off, on either side, takes the other with it.
 */
export function passBody(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let holding: NodeJS.Immediate | undefined;
  answer.on('data', (chunk: Buffer) => {
    holding ??= holdBack(response, () => (holding = undefined));
    if (!response.write(chunk)) answer.pause();
  });
  response.on('drain', () => answer.resume());
  answer.once('end', () => {
    // The end lets everything go that was held back.
    clearImmediate(holding);
    response.end();
  });
  // A request that lost its connection says so here, and then it closes.
  answer.on('error', () => undefined);
  answer.once('close', () => {
    if (!answer.readableEnded) response.destroy();
  });
  response.once('close', () => {
    if (!answer.readableEnded) answer.destroy();
    resolve();
  });
  if (response.destroyed) {
    answer.destroy();
    resolve();
  }
  return promise;
}

/**
 * Until this turn of the event loop is over. Not by the response's own `cork`: Node sends the end of a chunked answer
 * before what that holds back.
 */
function holdBack(response: ServerResponse & { stream?: Writable }, letGo: () => void): NodeJS.Immediate {
  const line = response.stream ?? response.socket;
  line?.cork();
  return setImmediate(() => {
    letGo();
    line?.uncork();
  });
}
