import { memberMatcher } from '../select/member-matcher.ts';
import type { Division } from '../words/intent.ts';
import type { Member } from '../words/member.ts';

type StaticDivision = Extract<Division, { kind: 'static' }>;

/** The weight of each member, in their order. A member that no rule selects has 0. */
export function memberWeights({ rules, combine }: StaticDivision, members: readonly Member[]): number[] {
  const compiled = rules
    .filter(({ weight }) => weight > 0)
    .map(({ select, weight }) => ({ matches: memberMatcher(select), weight }));
  return members.map((member) => {
    let combined = 0;
    for (const { matches, weight } of compiled) {
      if (!matches(member)) continue;
      combined = combine === 'sum' ? combined + weight : Math.max(combined, weight);
    }
    return combined;
  });
}
