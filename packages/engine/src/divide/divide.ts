/** A claim to part of the replicas. */
export interface Claim {
  /** Decides between equals. */
  readonly name: string;
  /** A whole number, 0 or more. */
  readonly weight: number;
  /** What it has now. */
  readonly previous?: number;
}

/**
 * Shares `total` out in proportion to the weights, by largest remainder: each claim gets its exact share rounded down
 * or up, and the shares add up to `total`. Where two remainders are equal the replica stays where it runs, then goes to
 * the greater weight, then to the smaller name. At least one weight must be above 0. The answer has the claims' order.
 */
export function divide(total: number, claims: readonly Claim[]): number[] {
  let sum = 0;
  let greatest = 0;
  for (const { weight } of claims) {
    sum += weight;
    if (weight > greatest) greatest = weight;
  }
  const exact = total * greatest <= Number.MAX_SAFE_INTEGER ? smallShare : largeShare;
  const shares: number[] = [];
  const byRest = new Map<number, Candidate[]>();
  let left = total;
  for (let place = 0; place < claims.length; place++) {
    const claim = claims[place];
    if (claim === undefined) continue;
    const { whole, rest } = exact(total, claim.weight, sum);
    shares.push(whole);
    left -= whole;
    if (rest === 0) continue;
    const candidate = { place, claim, isHeld: (claim.previous ?? 0) > whole };
    const equals = byRest.get(rest);
    if (equals === undefined) byRest.set(rest, [candidate]);
    else equals.push(candidate);
  }
  if (left > 0) giveRemainders(shares, byRest, left);
  return shares;
}

interface Candidate {
  readonly place: number;
  readonly claim: Claim;
  readonly isHeld: boolean;
}

/** Weights repeat, so remainders do: only the equals among whom the last ones are given out have to be sorted. */
function giveRemainders(shares: number[], byRest: ReadonlyMap<number, Candidate[]>, count: number): void {
  let left = count;
  for (const rest of [...byRest.keys()].sort((a, b) => b - a)) {
    const equals = byRest.get(rest) ?? [];
    if (equals.length > left) equals.sort(compareEquals);
    for (const { place } of equals.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1;
    left -= equals.length;
    if (left <= 0) return;
  }
}

function compareEquals(a: Candidate, b: Candidate): number {
  if (a.isHeld !== b.isHeld) return a.isHeld ? -1 : 1;
  if (a.claim.weight !== b.claim.weight) return b.claim.weight - a.claim.weight;
  return a.claim.name < b.claim.name ? -1 : 1;
}

interface ExactShare {
  readonly whole: number;
  /** Of `sum` parts. */
  readonly rest: number;
}

function smallShare(total: number, weight: number, sum: number): ExactShare {
  const product = total * weight;
  const rest = product % sum;
  return { whole: (product - rest) / sum, rest };
}

/** For products that a number does not hold exactly. */
function largeShare(total: number, weight: number, sum: number): ExactShare {
  const product = BigInt(total) * BigInt(weight);
  return { whole: Number(product / BigInt(sum)), rest: Number(product % BigInt(sum)) };
}
