import type { Pod } from '@banyan/api/objects';

/** Gives every pod an address of its node's network, and takes it back. */
export class PodAddresses {
  readonly #ofPod = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  /** The same for the same pod. A pod that has one already keeps it: it ran before this process did. */
  of({ metadata, status }: Readonly<Pod>, network: string): string {
    const { uid = '' } = metadata;
    const own = this.#ofPod.get(uid) ?? status?.podIP ?? this.#free(network);
    this.#ofPod.set(uid, own);
    this.#taken.add(own);
    return own;
  }

  release(uid: string): void {
    this.#taken.delete(this.#ofPod.get(uid) ?? '');
    this.#ofPod.delete(uid);
  }

  /** Goes round, so that an address is not given to the next pod at once. */
  #free(network: string): string {
    const prefix = network.split('.').slice(0, 3).join('.');
    let host = this.#next.get(network) ?? 2;
    for (let tries = 0; tries < 253; tries += 1) {
      const address = `${prefix}.${host}`;
      host = host >= 254 ? 2 : host + 1;
      if (this.#taken.has(address)) continue;
      this.#next.set(network, host);
      return address;
    }
    throw new Error(`no address is left in ${network}`);
  }
}
