import { systemClock, type Clock } from '../clock/clock.ts';
import type { ShardLeaseClient } from '../lease/lease-client.ts';
import { LeaseLock } from '../lease/lease-lock.ts';
import { checkLeaseTimes, DEFAULT_LEASE_TIMES, type LeaseTimes } from '../lease/lease.ts';
import { pause, releaseLease, serveTerm, tryAcquire, type LeaseSetting } from '../lease/serve-term.ts';
import type { Term } from '../lease/tenure.ts';
import { silentLogger, type Logger } from '../observe/logger.ts';
import { assignShards } from './assign-shards.ts';
import { shardOf } from './hash.ts';
import { ReplicaRoll } from './replica-roll.ts';
import { SHARD_LABEL, ShardLeases } from './shard-leases.ts';

/**
 * Does the work of one shard for one term, until the signal aborts: then it has to end soon, as with
 * TermWork. The shard is given back when it has ended. If it ends or throws before that, the shard goes back
 * and is taken again at the next turn, perhaps by another.
 */
export type ShardWork = (shard: number, signal: AbortSignal, term: Term) => Promise<void>;

export interface SharderOptions {
  readonly client: ShardLeaseClient;
  readonly namespace: string;
  /** Names the Leases: replicas of one group share its shards. */
  readonly group: string;
  /** Unique to this process and this run of it. */
  readonly identity: string;
  /** Used by the first replica ever; afterwards what that one wrote holds. A few times the replicas: 16. */
  readonly shards?: number;
  readonly times?: LeaseTimes;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly random?: () => number;
}

interface Shard {
  readonly lock: LeaseLock;
  /** While we work on it: aborting hands it over. */
  serving: AbortController | undefined;
}

/** One of several replicas that share the shards of a group evenly, each shard with one owner at a time. */
export class Sharder {
  readonly #options: SharderOptions;
  readonly #setting: LeaseSetting;
  readonly #leases: ShardLeases;
  readonly #roll: ReplicaRoll;
  readonly #serving = new Set<Promise<void>>();
  #shards: readonly Shard[] = [];

  constructor(options: SharderOptions) {
    const { client, namespace, group, identity, clock = systemClock } = options;
    const times = checkLeaseTimes(options.times ?? DEFAULT_LEASE_TIMES);
    const { random = Math.random, logger = silentLogger } = options;
    this.#options = options;
    this.#setting = { times, clock, random, logger };
    this.#leases = new ShardLeases({ client, namespace, group, times, clock });
    const announcement = this.#lock(this.#leases.replica(identity));
    this.#roll = new ReplicaRoll({ identity, announcement, leases: this.#leases, setting: this.#setting });
  }

  /** 0 until the replicas have agreed on it. */
  get shardCount(): number {
    return this.#shards.length;
  }

  /** Undefined until the replicas have agreed on the number of shards. */
  shardOf(member: string): number | undefined {
    return this.#shards.length === 0 ? undefined : shardOf(member, this.#shards.length);
  }

  /** By our clocks, at this instant: ask before every act. */
  owns(member: string): boolean {
    return this.#shardOfMember(member)?.lock.isHeld() ?? false;
  }

  /** The identity of the replica that had the member's shard when we last looked: a hint, for people and routing. */
  ownerOf(member: string): string | undefined {
    return this.#shardOfMember(member)?.lock.holder;
  }

  /** The shards that are ours at this instant. */
  owned(): number[] {
    return [...this.#shards.keys()].filter((shard) => this.#shards[shard]?.lock.isHeld());
  }

  /**
   * Takes part until the signal aborts; then the work of every shard is stopped, each shard is given back as its
   * work ends, and it resolves. Never rejects: what the server refuses is logged and tried again.
   */
  async run(signal: AbortSignal, work: ShardWork): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#turn(signal, work);
      } catch (error) {
        if (!signal.aborted) this.#setting.logger.warn({ group: this.#options.group, err: error }, 'no turn');
      }
      await pause(this.#setting, signal);
    }
    for (const { serving } of this.#shards) serving?.abort(signal.reason);
    await Promise.all([this.#roll.leave(), ...this.#serving]);
    // Those whose taking was cut short: the server may have us down for them.
    await Promise.all(this.#shards.map(({ lock }) => releaseLease(lock, this.#setting)));
  }

  /** Looks at everything once, gives up what is too much and takes what is due. */
  async #turn(signal: AbortSignal, work: ShardWork): Promise<void> {
    if (this.#shards.length === 0) await this.#agree(signal);
    await this.#roll.announce(signal);
    const leases = await this.#leases.list(signal);
    const replicas = await this.#roll.call(leases, signal);
    for (const lease of leases) {
      const shard = this.#shards[Number(lease.metadata.labels?.[SHARD_LABEL])];
      if (shard?.serving === undefined) shard?.lock.see(lease);
    }
    const { identity } = this.#options;
    const plan = assignShards(this.#holders(), replicas);
    await Promise.all(
      this.#shards.map(async (shard, number) => {
        if (plan[number] !== identity) shard.serving?.abort(new Error('handed over to another replica'));
        else if (shard.serving === undefined) await this.#take(shard, number, signal, work);
      }),
    );
  }

  async #agree(signal: AbortSignal): Promise<void> {
    const wanted = this.#options.shards ?? 16;
    const count = await this.#leases.agreeOnCount(wanted, signal);
    if (count !== wanted) {
      this.#setting.logger.warn(
        { group: this.#options.group, wanted, count },
        'the group has another number of shards',
      );
    }
    this.#shards = Array.from({ length: count }, (_, shard) => ({
      lock: this.#lock(this.#leases.shard(shard)),
      serving: undefined,
    }));
  }

  #holders(): (string | undefined)[] {
    return this.#shards.map(({ lock, serving }) => {
      if (serving !== undefined) return this.#options.identity;
      return lock.isFree() ? undefined : lock.holder;
    });
  }

  async #take(shard: Shard, number: number, signal: AbortSignal, work: ShardWork): Promise<void> {
    const { lock } = shard;
    if (!lock.isFree() || !(await tryAcquire(lock, signal, this.#setting))) return;
    const serving = new AbortController();
    shard.serving = serving;
    if (signal.aborted) serving.abort(signal.reason);
    const served = this.#serve(shard, number, serving.signal, work);
    this.#serving.add(served);
    void served.finally(() => this.#serving.delete(served));
  }

  async #serve(shard: Shard, number: number, signal: AbortSignal, work: ShardWork): Promise<void> {
    const { lock } = shard;
    try {
      await serveTerm(lock, (inner, term) => work(number, inner, term), signal, this.#setting);
    } catch (error) {
      this.#setting.logger.error({ lease: lock.name, err: error }, 'the work of a shard failed');
    }
    await releaseLease(lock, this.#setting);
    shard.serving = undefined;
  }

  #shardOfMember(member: string): Shard | undefined {
    const shard = this.shardOf(member);
    return shard === undefined ? undefined : this.#shards[shard];
  }

  #lock({ name, labels }: { name: string; labels: Record<string, string> }): LeaseLock {
    const { client, namespace, identity } = this.#options;
    const { times, clock } = this.#setting;
    return new LeaseLock({ client, namespace, name, identity, times, clock, labels });
  }
}
