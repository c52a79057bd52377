import type { Server, Socket } from 'node:net';

export interface HandshakePacerOptions {
  /** Handshakes that begin in one turn of the event loop. */
  readonly perTurn: number;
  /** A client that was not greeted for so long has given up: to go on would keep those behind it waiting for nothing. */
  readonly maxWaitMs: number;
}

interface Waiting {
  readonly socket: Socket;
  readonly sinceMs: number;
}

type Begin = (this: Server, socket: Socket) => void;

/**
 * When thousands of clients come at once, their handshakes would all be worked on in the same turns of the event loop:
 * each turn takes seconds, requests of others wait for it, and clients give up before they are through. So they wait in
 * a line, a few begin in each turn, and what is between two turns goes on.
 *
 * The server must have been made with `pauseOnConnect`: what is read before TLS begins gets TLS's last words lost.
 */
export class HandshakePacer {
  readonly #server: Server;
  readonly #begin: readonly Begin[];
  readonly #options: HandshakePacerOptions;
  #waiting: Waiting[] = [];
  /** Of those that wait, how many have had their turn. */
  #done = 0;
  #isScheduled = false;

  /** Takes the server's own listeners for connections, which begin the handshake, in hand. */
  constructor(server: Server, options: HandshakePacerOptions) {
    this.#server = server;
    this.#options = options;
    this.#begin = server.listeners('connection') as Begin[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      socket.on('error', ignoreError);
      this.#waiting.push({ socket, sinceMs: performance.now() });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    for (let begun = 0; begun < this.#options.perTurn;) {
      const next = this.#waiting[this.#done];
      if (next === undefined) {
        this.#waiting = [];
        this.#done = 0;
        return;
      }
      this.#done += 1;
      if (this.#greet(next)) begun += 1;
    }
    this.#schedule();
  }

  /** False if there is nobody any more. */
  #greet({ socket, sinceMs }: Waiting): boolean {
    if (socket.destroyed) return false;
    if (performance.now() - sinceMs > this.#options.maxWaitMs) {
      socket.destroy();
      return false;
    }
    socket.off('error', ignoreError);
    for (const begin of this.#begin) begin.call(this.#server, socket);
    return true;
  }
}

/** A client that goes before it was greeted is no news. */
function ignoreError(): void {}
