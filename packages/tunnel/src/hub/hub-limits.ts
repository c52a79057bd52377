export interface HubLimits {
  /** What may wait for slow readers in this process. Over it the streams that hold most are cut. */
  readonly maxBufferedBytes: number;
  /** During a change-over there are two. Over this the oldest is ended: an agent that loses sessions keeps making new ones. */
  readonly maxSessionsPerMember: number;
  readonly maxStreamsPerMember: number;
  /** How fast agents are told to come back when all were cut off at once. */
  readonly reconnectsPerSecond: number;
}

export const DEFAULT_HUB_LIMITS: HubLimits = {
  maxBufferedBytes: 512 * 1024 * 1024,
  maxSessionsPerMember: 4,
  maxStreamsPerMember: 4096,
  // One costs a hub some three milliseconds of a core, and about as much its API server: half of the time is others'.
  reconnectsPerSecond: 150,
};
