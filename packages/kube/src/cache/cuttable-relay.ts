import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** For tests: a TCP relay on loopback whose wires can be cut, at once or after so many bytes. */
export class CuttableRelay {
  readonly #server: Server;
  readonly #wires = new Set<Socket>();
  /** Cuts each new wire after this many bytes from the server. */
  cutAfterBytes = Number.POSITIVE_INFINITY;
  cuts = 0;

  /** Use CuttableRelay.to. */
  private constructor(port: number) {
    this.#server = createServer((near) => this.#relay(near, connect(port, '127.0.0.1')));
  }

  /** Opens a relay to a server on 127.0.0.1. */
  static async to(server: string): Promise<CuttableRelay> {
    const relay = new CuttableRelay(Number(new URL(server).port));
    await new Promise<void>((resolve) => relay.#server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get server(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cutAll(): void {
    for (const wire of this.#wires) wire.destroy();
    this.cuts++;
  }

  async close(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #relay(near: Socket, far: Socket): void {
    const limit = this.cutAfterBytes;
    let bytes = 0;
    far.on('data', (chunk) => {
      const allowed = chunk.subarray(0, limit - bytes);
      bytes += chunk.length;
      if (bytes < limit) near.write(allowed);
      else near.write(allowed, () => near.destroy());
      if (bytes >= limit) this.cuts++;
    });
    near.pipe(far);
    this.#wires.add(near);
    near.on('error', () => near.destroy());
    far.on('error', () => near.destroy());
    far.on('close', () => near.destroy());
    near.on('close', () => {
      this.#wires.delete(near);
      far.destroy();
    });
  }
}
