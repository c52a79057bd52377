import { stableHash } from './hash.ts';

/**
 * Who should have which shard, as a function of what everybody can see: the holder of each shard (undefined:
 * nobody) and the live replicas (at least one, no two the same). The answer names a replica for each shard.
 *
 * Even: nobody has two more than another. Still: a shard moves only if its holder is gone or has more than its
 * part. The same for all who see the same, in whatever order.
 */
export function assignShards(
  holders: readonly (string | undefined)[],
  replicas: readonly string[],
): readonly string[] {
  const room = roomOf(holders, replicas);
  const kept = holders.map((holder) => {
    const left = holder === undefined ? 0 : (room.get(holder) ?? 0);
    if (holder === undefined || left === 0) return undefined;
    room.set(holder, left - 1);
    return holder;
  });
  return kept.map((replica, shard) => replica ?? takeRoom(room, shard));
}

/**
 * How many shards each replica may have. Where they do not divide evenly, those that hold most already get one
 * more, so that nothing moves for the sake of the remainder.
 */
function roomOf(holders: readonly (string | undefined)[], replicas: readonly string[]): Map<string, number> {
  const held = new Map(replicas.map((replica) => [replica, 0]));
  for (const holder of holders) {
    const count = holder === undefined ? undefined : held.get(holder);
    if (holder !== undefined && count !== undefined) held.set(holder, count + 1);
  }
  const fullestFirst = [...held].sort(([a, heldA], [b, heldB]) => heldB - heldA || (a < b ? -1 : 1));
  const each = Math.floor(holders.length / replicas.length);
  const remainder = holders.length % replicas.length;
  return new Map(fullestFirst.map(([replica], rank) => [replica, each + (rank < remainder ? 1 : 0)]));
}

/** Rendezvous hashing among those who have room: replicas with slightly different views mostly agree. */
function takeRoom(room: Map<string, number>, shard: number): string {
  let best = '';
  let bestScore = -1;
  for (const [replica, left] of room) {
    const score = stableHash(`${shard}/${replica}`);
    if (left > 0 && (score > bestScore || (score === bestScore && replica < best))) {
      best = replica;
      bestScore = score;
    }
  }
  room.set(best, (room.get(best) ?? 1) - 1);
  return best;
}
