/** Loopback relays that make a line long, in a process of their own. Orders come and ports go by IPC. */
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { DelayLine } from './delay-line.ts';

export type RelayOrder =
  | { readonly type: 'open'; readonly name: string }
  | { readonly type: 'lead'; readonly name: string; readonly port: number }
  | { readonly type: 'delay'; readonly roundTripMs: number };

export interface RelayOpened {
  readonly name: string;
  readonly port: number;
}

const targets = new Map<string, number>();
let oneWayMs = 0;

process.on('message', (order: RelayOrder) => void obey(order));
process.once('disconnect', () => process.exit());

async function obey(order: RelayOrder): Promise<void> {
  if (order.type === 'delay') oneWayMs = order.roundTripMs / 2;
  else if (order.type === 'lead') targets.set(order.name, order.port);
  else {
    const { port } = (await open(order.name)).address() as AddressInfo;
    process.send?.({ name: order.name, port } satisfies RelayOpened);
  }
}

function open(name: string): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const port = targets.get(name);
    if (port === undefined) {
      near.destroy();
      return;
    }
    const far = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
    for (const socket of [near, far]) socket.on('error', () => undefined);
    const delayMs = () => oneWayMs;
    new DelayLine(near, far, delayMs);
    new DelayLine(far, near, delayMs);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
