import { ALLOW_DELETION_ANNOTATION } from '@banyan/api/banyan';

export interface DeletionLimits {
  /** Objects, over all members, that one change of an intent may take away unasked. */
  readonly objects: number;
  /** Members that one change of an intent may leave unasked. */
  readonly members: number;
}

export interface DeletionRequest {
  readonly objects: number;
  readonly members: number;
  /** Of the intent. */
  readonly generation: number;
  /** For which the author allowed it, undefined if for none. */
  readonly allowDeletion: number | undefined;
  readonly limits: DeletionLimits;
}

/** Undefined: go on. Otherwise nothing is deleted, and this is what the author is told. */
export function guardDeletion(request: DeletionRequest): string | undefined {
  const { objects, members, generation, allowDeletion, limits } = request;
  const isMass = objects > limits.objects || members > limits.members;
  if (!isMass || allowDeletion === generation) return undefined;
  const limit = `${count(limits.objects, 'object')} or ${count(limits.members, 'cluster')}`;
  return (
    `this would delete ${count(objects, 'object')} and leave ${count(members, 'cluster')}, more than ${limit}: ` +
    `nothing is deleted until the annotation ${ALLOW_DELETION_ANNOTATION} is "${generation}"`
  );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
