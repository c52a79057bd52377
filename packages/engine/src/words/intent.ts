import type { Toleration } from '@banyan/api/objects';
import type { MemberSelector } from './member.ts';

/** What a user asks to be where, as far as the engine decides on it. */
export interface Intent {
  /** A member that one of them selects is a target. */
  readonly targets: readonly MemberSelector[];
  readonly tolerations: readonly Toleration[];
  /** Whether a taint that is not tolerated also takes away what is there already. */
  readonly taintsEndBindings: boolean;
  /**
   * Whether a member that is lost keeps its binding. Where every member gets all, taking it away would help nobody and
   * stop what still runs there as soon as the member returns; where replicas are divided, others can have its share.
   */
  readonly keepsLostMembers: boolean;
  readonly division: Division;
}

/** How the replicas of a template are shared out. */
export type Division =
  /** Every member gets all of them. */
  | { readonly kind: 'replicate' }
  /** By weights. A member that several rules select has their sum or the greatest. */
  | { readonly kind: 'static'; readonly rules: readonly WeightRule[]; readonly combine: 'sum' | 'greatest' };

export interface WeightRule {
  readonly select: MemberSelector;
  /** A whole number, 0 or more. */
  readonly weight: number;
}

/** What is done in a member when something stands against the intent. */
export interface Policies {
  /** Someone else changed our fields. */
  readonly drift: 'repair' | 'report' | 'ignore';
  /** The object is there and not ours. */
  readonly conflict: 'refuse' | 'take-over';
  /** A field that changed cannot be changed. */
  readonly immutable: 'report' | 'recreate';
  /** The generation for which a mass deletion was allowed. */
  readonly allowDeletion: number | undefined;
}
