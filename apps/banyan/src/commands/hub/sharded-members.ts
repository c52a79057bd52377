import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import { Sharder, type LeaseTimes, type Logger } from '@banyan/controller';
import type { MemberShards } from '@banyan/distribution';
import type { KubeClient } from '@banyan/kube';
import { aborted } from '../program/stop-signal.ts';

/** The Leases' names begin with it. */
const GROUP = 'banyan-hub-deployer';
/** A few for each of three replicas; every one is a Lease to be renewed. */
const SHARDS = 8;

export interface ShardedMembersOptions {
  readonly leaseClient: KubeClient;
  readonly times: LeaseTimes;
  readonly logger: Logger;
}

/** The members that this replica pushes to: each is one replica's at a time. */
export class ShardedMembers implements MemberShards {
  readonly #sharder: Sharder;
  /** Those that we work on; a shard that is to be handed over is no longer one, though its Lease is still ours. */
  readonly #ours = new Set<number>();
  readonly #listeners = new Set<(isAffected: (namespace: string) => boolean) => void>();

  constructor({ leaseClient: client, times, logger }: ShardedMembersOptions) {
    this.#sharder = new Sharder({
      client,
      namespace: SYSTEM_NAMESPACE,
      group: GROUP,
      identity: `${hostname()}_${randomUUID()}`,
      shards: SHARDS,
      times,
      logger,
    });
  }

  readonly has = (namespace: string): boolean =>
    this.#sharder.owns(namespace) && this.#ours.has(this.#sharder.shardOf(namespace) ?? -1);

  readonly onChange = (listener: (isAffected: (namespace: string) => boolean) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes its share until the signal aborts, and gives it back. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    await this.#sharder.run(signal, async (shard, shardSignal) => {
      this.#ours.add(shard);
      this.#tell(shard);
      await aborted(shardSignal);
      this.#ours.delete(shard);
      this.#tell(shard);
    });
  }

  #tell(shard: number): void {
    const isAffected = (namespace: string): boolean => this.#sharder.shardOf(namespace) === shard;
    for (const listener of this.#listeners) listener(isAffected);
  }
}
