import { fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RelayOpened, RelayOrder } from './relay-process.ts';

/** Loopback relays whose delay is changed while connections are open. */
export interface Relays {
  readonly pid: number;
  /** Resolves to the relay's port. Connections are refused until it leads somewhere. */
  open(name: string): Promise<number>;
  lead(name: string, port: number): void;
  setRoundTripMs(roundTripMs: number): void;
  stop(): void;
}

export function startRelays(): Relays {
  const child = fork(fileURLToPath(new URL('relay-process.ts', import.meta.url)));
  const order = (given: RelayOrder) => void child.send(given);
  return {
    pid: child.pid ?? 0,
    open: async (name) => {
      const messages = on(child, 'message');
      order({ type: 'open', name });
      for await (const [opened] of messages) {
        const { name: of, port } = opened as RelayOpened;
        if (of === name) return port;
      }
      throw new Error('the relays have ended');
    },
    lead: (name, port) => order({ type: 'lead', name, port }),
    setRoundTripMs: (roundTripMs) => order({ type: 'delay', roundTripMs }),
    stop: () => child.disconnect(),
  };
}
