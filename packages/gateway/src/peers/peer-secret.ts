import type { KubeObject } from '@banyan/api';

/** In the hub's own namespace: by what its replicas know each other. */
export const PEER_SECRET = 'banyan-hub-peers';

export interface PeerSecret extends KubeObject {
  data?: Record<string, string>;
}

const ROTATED_AT = 'banyan.dev/rotated-at';

/** A new one every day. */
const ROTATE_AFTER_MS = 24 * 3_600_000;
/** By then every replica has read the new one; until then the one before is shown, which all know. */
const SPREAD_MS = 5 * 60_000;
const CLOCK_SKEW_MS = 60_000;

/** A Secret as it should be written now, with the resourceVersion of the one that was read; undefined: it is good as it is. */
export function renewedPeerSecret(
  read: PeerSecret | undefined,
  { namespace, nowMs, random }: { namespace: string; nowMs: number; random: () => string },
): PeerSecret | undefined {
  const current = read?.data?.['current'];
  const isGood = current !== undefined && current !== '' && nowMs - rotatedAt(read, nowMs) < ROTATE_AFTER_MS;
  if (isGood) return undefined;
  const annotations = { [ROTATED_AT]: new Date(nowMs).toISOString() };
  const { resourceVersion } = read?.metadata ?? {};
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      namespace,
      name: PEER_SECRET,
      annotations,
      ...(resourceVersion !== undefined && { resourceVersion }),
    },
    data: {
      current: Buffer.from(random()).toString('base64'),
      ...(current !== undefined && current !== '' && { previous: current }),
    },
  };
}

/** What replicas accept from each other, the one to show first. Two at most. */
export function peerSecrets(read: PeerSecret | undefined, nowMs: number): readonly string[] {
  const [current, previous] = ['current', 'previous'].map((key) => {
    const value = Buffer.from(read?.data?.[key] ?? '', 'base64').toString('utf8');
    return value === '' ? [] : [value];
  }) as [string[], string[]];
  const isSpreading = nowMs - rotatedAt(read, nowMs) < SPREAD_MS;
  return isSpreading ? [...previous, ...current] : [...current, ...previous];
}

/** A time that cannot be read is long ago; one in the future, by a clock that was wrong, too. */
function rotatedAt(read: PeerSecret | undefined, nowMs: number): number {
  const time = Date.parse(read?.metadata.annotations?.[ROTATED_AT] ?? '');
  return Number.isNaN(time) || time > nowMs + CLOCK_SKEW_MS ? -Infinity : time;
}
