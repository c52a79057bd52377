import type { ManagedCluster } from '@banyan/api/clusternet';
import type { Clock } from '@banyan/controller';

interface Sighting {
  readonly uid: string | undefined;
  readonly lastObservedTime: string | undefined;
  readonly atMs: number;
}

/**
 * When the hub last saw a new heartbeat of each member, by its own clock: what members write is by theirs, which may be
 * wrong. A hub that has just started gives everyone the whole grace.
 */
export class HeartbeatSightings {
  readonly #clock: Clock;
  readonly #sightings = new Map<string, Sighting>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** For how long nothing new was heard. */
  silentMs(key: string, { metadata: { uid }, status }: ManagedCluster): number {
    const nowMs = this.#clock.elapsed();
    const known = this.#sightings.get(key);
    const lastObservedTime = status?.lastObservedTime;
    if (known !== undefined && known.uid === uid && known.lastObservedTime === lastObservedTime) {
      return nowMs - known.atMs;
    }
    this.#sightings.set(key, { uid, lastObservedTime, atMs: nowMs });
    return 0;
  }

  forget(key: string): void {
    this.#sightings.delete(key);
  }
}
