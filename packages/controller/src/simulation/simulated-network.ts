import type { KubeList } from '@banyan/api';
import { KubeError } from '@banyan/kube';
import type { LeaseRequestOptions, ShardLeaseClient } from '../lease/lease-client.ts';
import type { Lease } from '../lease/lease.ts';
import type { ModelServer } from './model-server.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedMachine } from './simulated-machine.ts';
import type { Timeline } from './timeline.ts';

/** The way between machines and the server: calm, or with everything that can go wrong. */
export class SimulatedNetwork {
  readonly #timeline: Timeline;
  readonly #random: SeededRandom;
  readonly #server: ModelServer;
  /** Requests and answers get lost, come late, or come as errors. */
  stormy = true;
  /** Nothing gets through. */
  cut = false;

  constructor(timeline: Timeline, random: SeededRandom, server: ModelServer) {
    this.#timeline = timeline;
    this.#random = random;
    this.#server = server;
  }

  clientOf(machine: SimulatedMachine): ShardLeaseClient {
    const server = this.#server;
    return {
      get: (_, { name }, options) => this.#exchange(machine, () => server.get(name), options),
      create: (_, lease, options) => this.#exchange(machine, () => server.create(lease), options),
      update: (_, lease, options) => this.#exchange(machine, () => server.update(lease), options),
      list: (_, options) =>
        this.#exchange<KubeList<Lease>>(machine, () => server.list(options.labelSelector), options),
      delete: (_, { name }, options) =>
        this.#exchange(machine, () => server.delete(name, options?.preconditions?.resourceVersion), options),
    };
  }

  /** A request that was aborted may still reach the server: whoever aborts cannot know. */
  #exchange<T>(machine: SimulatedMachine, serve: () => T, { signal }: LeaseRequestOptions = {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    const answer = (settle: () => void): void => {
      if (!this.#isLost()) this.#timeline.in(this.#delayMs(), () => machine.deliver(settle));
    };
    const unreachable = new KubeError('Unreachable', 'connection reset');
    if (this.stormy && this.#random.chance(0.05)) {
      answer(() => reject(unreachable));
    } else if (!this.#isLost()) {
      this.#timeline.in(this.#delayMs(), () => {
        const settle = outcome(serve, resolve, reject);
        answer(this.stormy && this.#random.chance(0.05) ? () => reject(unreachable) : settle);
      });
    }
    return promise;
  }

  #isLost(): boolean {
    return this.cut || (this.stormy && this.#random.chance(0.04));
  }

  #delayMs(): number {
    if (!this.stormy) return this.#random.between(1, 20);
    // Mostly quick, sometimes longer than any deadline.
    return this.#random.chance(0.9) ? this.#random.between(1, 300) : this.#random.between(300, 20_000);
  }
}

function outcome<T>(
  serve: () => T,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): () => void {
  try {
    const value = serve();
    return () => resolve(value);
  } catch (error) {
    return () => reject(error);
  }
}
