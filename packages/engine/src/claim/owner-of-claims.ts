/** A work that has an object in it. */
export interface ObjectClaim {
  /** How the dialect names the work. */
  readonly work: string;
  /** RFC 3339. */
  readonly createdAt: string;
}

/**
 * Which of the works that claim one object of a member has it: the one that has it already, else the oldest, else the
 * first by name. The others leave it alone and say so; two works never take turns at an object.
 */
export function ownerOfClaims<T extends ObjectClaim>(
  claims: readonly [T, ...T[]],
  current: string | undefined,
): T {
  const holder = claims.find(({ work }) => work === current);
  if (holder !== undefined) return holder;
  return claims.reduce((first, claim) => (isBefore(claim, first) ? claim : first));
}

function isBefore(a: ObjectClaim, b: ObjectClaim): boolean {
  return a.createdAt === b.createdAt ? a.work < b.work : a.createdAt < b.createdAt;
}
