import { digest } from '../digest/digest.ts';
import { orderSets, type OverrideSet } from '../override/order-overrides.ts';
import type { Member } from '../words/member.ts';

export interface TriggerRequest {
  readonly member: Member;
  /** In the intent's order; the digest of a template tells that it changed. */
  readonly templates: readonly {
    readonly key: string;
    readonly digest: string;
    /** Those of the template for this member, lazy ones among them. */
    readonly sets: readonly OverrideSet[];
  }[];
}

/**
 * Differs when there is a reason to render again: another template, or an override that is not lazy and came, changed or
 * went. Kept beside the work, it lets a process that starts anew leave alone what nothing but a lazy override changed.
 */
export function renderTrigger({ member, templates }: TriggerRequest): string {
  return digest(templates.map(({ key, digest: own, sets }) => [key, own, ...eager(sets, member)]));
}

function eager(sets: readonly OverrideSet[], member: Member): unknown[] {
  return orderSets(sets.filter(({ isLazy }) => !isLazy)).map(({ revision, rank, priority, overrides }) => [
    revision,
    rank,
    priority,
    overrides.some(({ isTemplate }) => isTemplate === true) ? [member.labels, member.facts] : null,
  ]);
}
