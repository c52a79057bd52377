import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const HOST = '127.0.0.1';
/** Someone's connection may have got our port as its own while nobody listened on it. */
const REOPEN_TRIES = 100;
const REOPEN_PAUSE_MS = 50;

/**
 * `open`: everything passes. `refuse`: nobody listens, and open connections are reset. `hang`: connections stay, new ones
 * are taken, and no byte passes, as when a network loses everything; what waits passes once the gate opens.
 */
export type GateState = 'open' | 'refuse' | 'hang';

/**
 * The network between clients and a server on the same machine: it can be broken and mended. It stands in front of the
 * server, because an open HTTP/2 connection cannot be frozen from inside: pings would still be answered.
 */
export class NetworkGate {
  readonly #targetPort: number;
  readonly #lines = new Set<Line>();
  #server: Server;
  #port = 0;
  #state: GateState = 'open';
  /** Changes come one after the other. */
  #settled: Promise<void> = Promise.resolve();

  private constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = this.#newServer();
  }

  /** Resolves when it listens; `port` 0: any that is free. */
  static async listen({ port, targetPort }: { port: number; targetPort: number }): Promise<NetworkGate> {
    const gate = new NetworkGate(targetPort);
    await listening(gate.#server, port);
    gate.#port = (gate.#server.address() as AddressInfo).port;
    return gate;
  }

  get port(): number {
    return this.#port;
  }

  /** Rejects if the gate cannot open, because its port was taken meanwhile; it refuses then. */
  set(state: GateState): Promise<void> {
    const change = this.#settled.then(() => this.#change(state));
    this.#settled = change.catch(() => {});
    return change;
  }

  /** For good. */
  async close(): Promise<void> {
    await this.set('refuse');
  }

  async #change(state: GateState): Promise<void> {
    if (state === this.#state) return;
    if (state === 'refuse') {
      this.#state = state;
      for (const line of this.#lines) line.reset();
      await new Promise<void>((resolve) => this.#server.close(() => resolve()));
      return;
    }
    if (this.#state === 'refuse') await this.#listenAgain();
    this.#state = state;
    for (const line of this.#lines) line.set(state);
  }

  async #listenAgain(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      this.#server = this.#newServer();
      try {
        await listening(this.#server, this.#port);
        return;
      } catch (error) {
        if (tries === REOPEN_TRIES) throw error;
        await delay(REOPEN_PAUSE_MS);
      }
    }
  }

  #newServer(): Server {
    return createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
      const line = new Line(client, this.#targetPort);
      this.#lines.add(line);
      client.once('close', () => this.#lines.delete(line));
      line.set(this.#state);
    });
  }
}

/** One client's connection, and the one to the server that belongs to it. */
class Line {
  readonly #client: Socket;
  readonly #targetPort: number;
  #server: Socket | undefined;

  constructor(client: Socket, targetPort: number) {
    this.#client = client;
    this.#targetPort = targetPort;
    client.on('error', () => {});
    client.once('close', () => follow(client, this.#server));
  }

  set(state: GateState): void {
    if (state === 'open') this.#open();
    else if (state === 'hang') this.#hang();
    else this.reset();
  }

  reset(): void {
    // A socket that is being shut down cannot be reset; asked to, it would never close.
    if (this.#client.writableEnded) this.#client.destroy();
    else this.#client.resetAndDestroy();
  }

  #open(): void {
    const server = this.#server ?? this.#connect();
    this.#client.pipe(server);
    server.pipe(this.#client);
  }

  #hang(): void {
    this.#client.unpipe();
    this.#client.pause();
    this.#server?.unpipe();
    this.#server?.pause();
  }

  #connect(): Socket {
    const server = connect({ host: HOST, port: this.#targetPort, noDelay: true });
    server.on('error', () => {});
    server.once('close', () => follow(server, this.#client));
    this.#server = server;
    return server;
  }
}

/** One end of a line is gone: the other goes too, with what is still on its way if the end was an orderly one. */
function follow(gone: Socket, other: Socket | undefined): void {
  if (gone.readableEnded) other?.destroySoon();
  else other?.destroy();
}

async function listening(server: Server, port: number): Promise<void> {
  server.listen(port, HOST);
  await once(server, 'listening');
}
