import { placesOf, shareOut } from '../divide/share-out.ts';
import type { Binding, Note, RefusedMember } from '../words/binding.ts';
import type { Intent } from '../words/intent.ts';
import type { Member } from '../words/member.ts';
import { NOWHERE, type ScheduleRequest } from './schedule-request.ts';
import { keepWhatRuns } from './keep-what-runs.ts';
import { memberFilters, type MemberFilter } from './member-filters.ts';

/**
 * Decides where an intent goes. The same request has the same answer; members of the answer are in the order of their
 * names. If nothing fits, what ran before is kept: taking everything away is never the answer to a bad selector.
 */
export function schedule(request: ScheduleRequest): Binding {
  const { intent, members, workloads, previous = NOWHERE } = request;
  const places = placesOf(previous);
  const { fitting, refused } = filterMembers(memberFilters(intent), members, places);
  const notes = unknownMembers(intent, members);
  if (fitting.length === 0) return keepWhatRuns(request, refused, notes);
  fitting.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const names = fitting.map(({ name }) => name);
  if (intent.division.kind === 'replicate') {
    return { outcome: 'placed', members: names, shares: NOWHERE.shares, refused, notes };
  }
  const { shares, note } = shareOut({
    division: intent.division,
    members: fitting,
    workloads,
    previous,
    places,
  });
  if (note !== undefined) notes.push(note);
  return { outcome: 'placed', members: names, shares, refused, notes };
}

function filterMembers(
  filters: readonly MemberFilter[],
  members: readonly Member[],
  bound: ReadonlyMap<string, number>,
): { fitting: Member[]; refused: RefusedMember[] } {
  const fitting: Member[] = [];
  const refused: RefusedMember[] = [];
  for (const member of members) {
    const isBound = bound.has(member.name);
    let refusal;
    for (const filter of filters) {
      refusal = filter(member, isBound);
      if (refusal !== undefined) break;
    }
    if (refusal === undefined) fitting.push(member);
    else refused.push({ member: member.name, refusal });
  }
  return { fitting, refused };
}

/** Names that an intent gives and no member has. */
function unknownMembers(intent: Intent, members: readonly Member[]): Note[] {
  const named = new Set(intent.targets.flatMap(({ names = [] }) => names));
  if (named.size === 0) return [];
  for (const { name } of members) named.delete(name);
  if (named.size === 0) return [];
  const list = [...named].sort().join(', ');
  return [{ code: 'unknown-members', message: `there is no cluster of the name ${list}` }];
}
