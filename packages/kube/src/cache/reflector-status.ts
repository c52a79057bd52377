/** `waiting`: after a failure, for the next try. */
export type ReflectorPhase = 'idle' | 'listing' | 'watching' | 'waiting' | 'stopped';

/** A snapshot, for health, metrics and people who ask why something looks old. */
export interface ReflectorStatus {
  /** `deployments (apps/v1) in namespace web`. */
  readonly description: string;
  readonly phase: ReflectorPhase;
  /** The first list is complete. It stays true; whether the cache is of now is told by `failures`. */
  readonly synced: boolean;
  /** The version up to which the cache is right; moves with each event and bookmark. */
  readonly lastSyncedResourceVersion: string | undefined;
  /** Failures since the server last sent something right; 0 when all is well. */
  readonly failures: number;
  /** The last failure; kept after the recovery. */
  readonly lastError: Error | undefined;
  readonly lists: number;
  readonly watches: number;
  readonly events: number;
}
