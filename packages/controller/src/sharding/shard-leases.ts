import { isAlreadyExists, isNotFound } from '@banyan/kube';
import type { Clock } from '../clock/clock.ts';
import { withDeadline } from '../clock/deadline.ts';
import type { ShardLeaseClient } from '../lease/lease-client.ts';
import { LEASES, newLease, type Lease, type LeaseTimes } from '../lease/lease.ts';
import { stableHash } from './hash.ts';

/** Marks the Leases of a group; its value is the group's name. */
const GROUP_LABEL = 'banyan.dev/shard-group';
/** On the Leases of shards: the shard's number. Those of a group without it are replicas that announce themselves. */
export const SHARD_LABEL = 'banyan.dev/shard';
/** On the group's own Lease: how many shards there are. Written once, never changed. */
const SHARDS_ANNOTATION = 'banyan.dev/shards';

export interface ShardLeasesOptions {
  readonly client: ShardLeaseClient;
  readonly namespace: string;
  readonly group: string;
  readonly times: LeaseTimes;
  readonly clock: Clock;
}

/** The names of a group's Leases and the requests that concern all of them. */
export class ShardLeases {
  readonly #options: ShardLeasesOptions;

  constructor(options: ShardLeasesOptions) {
    this.#options = options;
  }

  shard(shard: number): { name: string; labels: Record<string, string> } {
    const { group } = this.#options;
    return {
      name: `${group}-shard-${shard}`,
      labels: { [GROUP_LABEL]: group, [SHARD_LABEL]: String(shard) },
    };
  }

  /** Named by a hash: an identity may hold what a name may not. */
  replica(identity: string): { name: string; labels: Record<string, string> } {
    const { group } = this.#options;
    const hash = stableHash(identity).toString(16).padStart(8, '0');
    return { name: `${group}-replica-${hash}`, labels: { [GROUP_LABEL]: group } };
  }

  /** All Leases of shards and replicas, of now (not of a cache). */
  async list(signal: AbortSignal): Promise<readonly Lease[]> {
    const { client, namespace, group } = this.#options;
    const labelSelector = `${GROUP_LABEL}=${group}`;
    const { items } = await this.#ask(signal, (options) =>
      client.list(LEASES, { ...options, namespace, labelSelector }),
    );
    return items;
  }

  /** Clears away what a dead replica left. One that only slept announces itself again. */
  async delete({ metadata: { name = '', resourceVersion = '' } }: Lease, signal: AbortSignal): Promise<void> {
    const { client, namespace } = this.#options;
    await this.#ask(signal, (options) =>
      client.delete(LEASES, { namespace, name }, { ...options, preconditions: { resourceVersion } }),
    );
  }

  /**
   * The number of shards of this group. The first to ask writes down what it wants, all others take that: two
   * replicas that count differently would map one member to two shards.
   */
  async agreeOnCount(wanted: number, signal: AbortSignal): Promise<number> {
    const { client, namespace, group } = this.#options;
    try {
      const lease = await this.#ask(signal, (options) =>
        client.get(LEASES, { namespace, name: group }, options),
      );
      return countIn(lease, `${namespace}/${group}`);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    const annotations = { [SHARDS_ANNOTATION]: String(wanted) };
    const lease = newLease({ namespace, name: group, annotations }, {});
    try {
      await this.#ask(signal, (options) => client.create(LEASES, lease, options));
      return wanted;
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      return this.agreeOnCount(wanted, signal);
    }
  }

  async #ask<T>(
    signal: AbortSignal,
    request: (options: { signal: AbortSignal; timeoutMs: number }) => Promise<T>,
  ): Promise<T> {
    const { clock, times } = this.#options;
    const timeoutMs = times.renewDeadlineMs / 2;
    return withDeadline(clock, timeoutMs, signal, (inner) => request({ signal: inner, timeoutMs }));
  }
}

function countIn({ metadata }: Lease, name: string): number {
  const count = Number(metadata.annotations?.[SHARDS_ANNOTATION]);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(
    `Lease ${name}: annotation ${SHARDS_ANNOTATION} is not a number of shards; mend it, or delete it while no replica runs`,
  );
}
