import type { Note, Placement } from '../words/binding.ts';
import type { Division } from '../words/intent.ts';
import type { Member } from '../words/member.ts';
import type { Workload } from '../words/workload.ts';
import { divide, type Claim } from './divide.ts';
import { memberWeights } from './member-weights.ts';

export interface ShareOutRequest {
  readonly division: Extract<Division, { kind: 'static' }>;
  /** At least one. */
  readonly members: readonly Member[];
  readonly workloads: readonly Workload[];
  readonly previous: Placement;
  /** `placesOf` the previous placement. */
  readonly places: ReadonlyMap<string, number>;
}

/** The shares of each workload, in the order of the members. If no member has a weight, all have the same. */
export function shareOut(request: ShareOutRequest): {
  shares: Map<string, readonly number[]>;
  note?: Note;
} {
  const { division, members, workloads, previous, places } = request;
  const given = memberWeights(division, members);
  const isWeighted = given.some((weight) => weight > 0);
  const shares = new Map<string, readonly number[]>();
  for (const { key, replicas } of workloads) {
    const before = previous.shares.get(key) ?? [];
    const claims = members.map(({ name }, place): Claim => ({
      name,
      weight: isWeighted ? (given[place] ?? 0) : 1,
      previous: before[places.get(name) ?? -1] ?? 0,
    }));
    shares.set(key, divide(replicas, claims));
  }
  if (isWeighted) return { shares };
  const message = 'no selected cluster has a weight above 0: the replicas are spread evenly';
  return { shares, note: { code: 'no-weights', message } };
}

/** Where each member of a placement has its share. */
export function placesOf({ members }: Placement): Map<string, number> {
  const places = new Map<string, number>();
  for (let place = 0; place < members.length; place++) places.set(members[place] ?? '', place);
  return places;
}
