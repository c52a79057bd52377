import type { Duplex } from 'node:stream';
import { PacedTurns } from './paced-turns.ts';

/** The end of a session takes a third of a millisecond: so long others wait at most. */
const ENDINGS_PER_TURN = 16;
const ENDINGS = ['end', 'close'] as const;
type Listener = (this: Duplex, ...values: unknown[]) => void;

/** One for the process, as its event loop. */
const turns = new PacedTurns(ENDINGS_PER_TURN);

/**
 * When thousands of connections are cut at once, what has to be done for each (streams, sessions, logs) would all be done
 * in a few turns of the event loop, seconds long. So whoever begins to listen to the end of the connection while `attach`
 * runs hears of it in turn.
 */
export function paceEnding(socket: Duplex, attach: () => void): void {
  const before = new Map(ENDINGS.map((event) => [event, new Set(socket.listeners(event))]));
  attach();
  for (const event of ENDINGS) {
    const added = socket.listeners(event).filter((listener) => !before.get(event)?.has(listener));
    for (const listener of added as Listener[]) {
      socket.off(event, listener);
      socket.on(event, (...values: unknown[]) => turns.add(() => listener.apply(socket, values)));
    }
  }
}
