import { labelMatcher } from '@banyan/api';
import type { Member, MemberSelector } from '../words/member.ts';

/** A selector made ready for many members. */
export function memberMatcher({ labels, names, exclude }: MemberSelector): (member: Member) => boolean {
  const hasLabels = labels === undefined ? undefined : labelMatcher(labels);
  const named = names === undefined ? undefined : new Set(names);
  const excluded = exclude === undefined ? undefined : new Set(exclude);
  return (member) =>
    excluded?.has(member.name) !== true &&
    (named === undefined || named.has(member.name)) &&
    (hasLabels === undefined || hasLabels(member.labels));
}
