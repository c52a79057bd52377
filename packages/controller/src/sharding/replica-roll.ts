import { isConflict, isNotFound } from '@banyan/kube';
import type { LeaseLock } from '../lease/lease-lock.ts';
import { LeaseSighting } from '../lease/lease-sighting.ts';
import type { Lease } from '../lease/lease.ts';
import { releaseLease, type LeaseSetting } from '../lease/serve-term.ts';
import { SHARD_LABEL, type ShardLeases } from './shard-leases.ts';

export interface ReplicaRollOptions {
  readonly identity: string;
  /** Our own Lease, which says that we are here. */
  readonly announcement: LeaseLock;
  readonly leases: ShardLeases;
  readonly setting: LeaseSetting;
}

/**
 * Which replicas are there. It decides only who *should* have a shard; a wrong answer costs a needless move, since
 * the Lease of the shard decides who has it.
 */
export class ReplicaRoll {
  readonly #options: ReplicaRollOptions;
  readonly #seen = new Map<string, LeaseSighting>();

  constructor(options: ReplicaRollOptions) {
    this.#options = options;
  }

  /** Creates or renews our announcement. Throws what the server answers. */
  async announce(signal: AbortSignal): Promise<void> {
    await this.#options.announcement.acquire(signal);
  }

  /** The live ones among these Leases, and we. The announcements of the dead are deleted. */
  async call(leases: readonly Lease[], signal: AbortSignal): Promise<string[]> {
    const live = new Set([this.#options.identity]);
    const dead: Lease[] = [];
    const names = new Set<string>();
    for (const lease of leases.filter(isAnnouncement)) {
      const { name = '' } = lease.metadata;
      names.add(name);
      const sighting = this.#sighting(name);
      sighting.see(lease);
      if (sighting.hasExpired()) dead.push(lease);
      else if (sighting.holder !== undefined) live.add(sighting.holder);
    }
    for (const name of this.#seen.keys()) if (!names.has(name)) this.#seen.delete(name);
    await Promise.all(dead.map((lease) => this.#clear(lease, signal)));
    return [...live];
  }

  /** Tells the others that we go, so that none of them waits for us. */
  async leave(): Promise<void> {
    await releaseLease(this.#options.announcement, this.#options.setting);
  }

  #sighting(name: string): LeaseSighting {
    const { clock, times } = this.#options.setting;
    const sighting = this.#seen.get(name) ?? new LeaseSighting(clock, times.leaseDurationMs);
    this.#seen.set(name, sighting);
    return sighting;
  }

  async #clear(lease: Lease, signal: AbortSignal): Promise<void> {
    if (lease.spec?.holderIdentity === this.#options.identity) return;
    try {
      await this.#options.leases.delete(lease, signal);
    } catch (error) {
      // Another was first, or it came back to life. Otherwise it stays lying there: no reason to stop.
      if (isNotFound(error) || isConflict(error) || signal.aborted) return;
      this.#options.setting.logger.warn(
        { lease: lease.metadata.name, err: error },
        'could not clear it away',
      );
    }
  }
}

function isAnnouncement({ metadata }: Lease): boolean {
  return metadata.labels?.[SHARD_LABEL] === undefined;
}
