import { placesOf, shareOut } from '../divide/share-out.ts';
import type { Binding, Note, Placement, RefusedMember } from '../words/binding.ts';
import type { Member } from '../words/member.ts';
import type { Workload } from '../words/workload.ts';
import { nothingFits } from './nothing-fits.ts';
import { NOWHERE, type ScheduleRequest } from './schedule-request.ts';

/** What is bound to members that are still there stays, with the shares that it has. */
export function keepWhatRuns(
  request: ScheduleRequest,
  refused: readonly RefusedMember[],
  notes: Note[],
): Binding {
  const { intent, members, workloads, previous = NOWHERE } = request;
  const bound = new Set(previous.members);
  const staying = members
    .filter(({ name, state }) => bound.has(name) && state !== 'leaving')
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const reason = nothingFits(refused);
  if (staying.length === 0) {
    notes.push({ code: 'nothing-fits', message: reason });
    return { outcome: 'nowhere', ...NOWHERE, refused, notes };
  }
  const message = `${reason}; what runs in ${staying.length === 1 ? '1 cluster' : `${staying.length} clusters`} is kept`;
  notes.push({ code: 'nothing-fits', message });
  const names = staying.map(({ name }) => name);
  const shares =
    intent.division.kind === 'replicate'
      ? NOWHERE.shares
      : keptShares({ names, workloads, previous, divide: (rest) => evenShares(staying, rest, previous) });
  return { outcome: 'kept', members: names, shares, refused, notes };
}

function keptShares(request: {
  readonly names: readonly string[];
  readonly workloads: readonly Workload[];
  readonly previous: Placement;
  readonly divide: (workloads: readonly Workload[]) => ReadonlyMap<string, readonly number[]>;
}): ReadonlyMap<string, readonly number[]> {
  const { names, workloads, previous, divide } = request;
  const places = placesOf(previous);
  const isKnown = ({ key }: Workload): boolean => (previous.shares.get(key)?.length ?? 0) > 0;
  const shares = new Map(divide(workloads.filter((workload) => !isKnown(workload))));
  for (const { key } of workloads.filter(isKnown)) {
    const before = previous.shares.get(key) ?? [];
    shares.set(
      key,
      names.map((name) => before[places.get(name) ?? -1] ?? 0),
    );
  }
  return shares;
}

function evenShares(
  members: readonly Member[],
  workloads: readonly Workload[],
  previous: Placement,
): ReadonlyMap<string, readonly number[]> {
  const division = { kind: 'static', combine: 'sum', rules: [{ select: {}, weight: 1 }] } as const;
  return shareOut({ division, members, workloads, previous, places: placesOf(previous) }).shares;
}
