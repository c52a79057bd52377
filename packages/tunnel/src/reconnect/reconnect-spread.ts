/** Told anew when it is this many times as long, or as short. */
const WORTH_TELLING = 1.5;
/** A hub that holds that many has replicas. An agent believes no hub that says more. */
export const LONGEST_SPREAD_MS = 300_000;

/** How long agents should take to come back, all of them, so that a hub takes them in beside its other work. */
export function reconnectSpreadMs(sessions: number, reconnectsPerSecond: number): number {
  const spreadMs = Math.ceil((sessions / reconnectsPerSecond) * 1000);
  // Node does not send settings of zero.
  return Math.min(LONGEST_SPREAD_MS, Math.max(1, spreadMs));
}

/** Each telling costs a little, and there may be thousands to tell. */
export function isWorthTelling(toldMs: number, nowMs: number): boolean {
  return nowMs > toldMs * WORTH_TELLING || nowMs * WORTH_TELLING < toldMs;
}
