import type { Taint } from '@banyan/api/objects';
import type { Refusal } from '../words/binding.ts';
import type { Intent } from '../words/intent.ts';
import type { Member } from '../words/member.ts';
import { memberMatcher } from '../select/member-matcher.ts';
import { tolerates, untoleratedTaint } from './toleration.ts';

/** Says why a member gets nothing; undefined if it fits. `isBound`: it has something of this intent already. */
export type MemberFilter = (member: Member, isBound: boolean) => Refusal | undefined;

const NOT_SELECTED: Refusal = { filter: 'affinity', message: 'is not selected' };
const LEAVING: Refusal = { filter: 'readiness', message: 'is leaving' };
const NOT_READY: Refusal = { filter: 'readiness', message: 'is not ready' };

/** The filters of an intent, cheapest and plainest first; the first that refuses is the reason that is told. */
export function memberFilters(intent: Intent): MemberFilter[] {
  return [affinityFilter(intent), readinessFilter(intent), taintFilter(intent)];
}

function affinityFilter({ targets }: Intent): MemberFilter {
  const matchers = targets.map(memberMatcher);
  const [only] = matchers;
  if (only !== undefined && matchers.length === 1)
    return (member) => (only(member) ? undefined : NOT_SELECTED);
  return (member) => (matchers.some((matches) => matches(member)) ? undefined : NOT_SELECTED);
}

function taintFilter({ tolerations, taintsEndBindings }: Intent): MemberFilter {
  const refusals = new Map<string, Refusal>();
  return (member, isBound) => {
    if (member.taints.length === 0 || (isBound && !taintsEndBindings)) return undefined;
    const taint = untoleratedTaint(countingTaints(member, isBound), tolerations);
    if (taint === undefined) return undefined;
    const text = taintText(taint);
    const refusal = refusals.get(text) ?? { filter: 'taint', message: `has the taint ${text}` };
    refusals.set(text, refusal);
    return refusal;
  };
}

/**
 * The taint of the state is the readiness filter's. It goes a moment after the member is ready again: until then nothing
 * new comes, but what is there must not be taken away for a state that is over.
 */
function countingTaints({ taints, state, stateTaint }: Member, isBound: boolean): readonly Taint[] {
  const countsAll = state === 'ready' && !isBound;
  return countsAll ? taints : taints.filter(({ key }) => key !== stateTaint);
}

function taintText({ key, value, effect }: Taint): string {
  return value === undefined || value === '' ? `${key}:${effect}` : `${key}=${value}:${effect}`;
}

/**
 * Whoever tolerates the taint of a member that is not ready wants it nevertheless. Others get nothing new there; what
 * they have is safe until the taint is there, and beyond that if the intent keeps lost members.
 */
function readinessFilter({ tolerations, taintsEndBindings, keepsLostMembers }: Intent): MemberFilter {
  return ({ state, stateTaint, taints }, isBound) => {
    if (state === 'ready') return undefined;
    if (state === 'leaving') return LEAVING;
    const isLost = taints.some(({ key }) => key === stateTaint);
    if (isBound && (keepsLostMembers || !taintsEndBindings || !isLost)) return undefined;
    const taint: Taint = taints.find(({ key }) => key === stateTaint) ?? {
      key: stateTaint ?? '',
      effect: 'NoSchedule',
    };
    return tolerations.some((toleration) => tolerates(toleration, taint)) ? undefined : NOT_READY;
  };
}
