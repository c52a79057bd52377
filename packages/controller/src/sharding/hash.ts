/**
 * FNV-1a over the UTF-16 units, then a finalizer that spreads similar texts. Part of the protocol: all replicas,
 * of all versions, must get the same number. Not for secrets.
 */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The shard of a member: 0 … shards-1, the same in every replica. */
export function shardOf(member: string, shards: number): number {
  return stableHash(member) % shards;
}
