import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { request } from 'node:https';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestPeer } from './test-cluster.ts';

/** Asks for another protocol. `socket` is undefined where that was refused. */
export async function askToUpgrade(
  { server, ca, certificate: cert, key }: TestPeer,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; socket: Duplex | undefined }> {
  const outgoing = request(`${server}${path}`, {
    ca,
    cert,
    key,
    agent: false,
    headers: { connection: 'Upgrade', upgrade: 'websocket', ...headers },
  }).end();
  const upgraded = once(outgoing, 'upgrade').then(([, socket, head]) => {
    if ((head as Buffer).length > 0) (socket as Duplex).unshift(head);
    return { status: 101, socket: socket as Duplex };
  });
  const answered = once(outgoing, 'response').then(([response]) => {
    const { statusCode = 0 } = (response as IncomingMessage).resume();
    return { status: statusCode, socket: undefined };
  });
  return Promise.race([upgraded, answered]);
}

/** Asks until the gateway has heard of what a test has just made. The runner's time limit ends a wait in vain. */
export async function untilKnown<T extends { readonly status: number }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 404 && answer.status !== 503) return answer;
    await delay(5);
  }
}
