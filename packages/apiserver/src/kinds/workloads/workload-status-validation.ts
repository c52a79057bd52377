import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue } from '../fields/field-error.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { StatusRules } from '../kind-rules.ts';
import { validateNonNegative } from './replica-validation.ts';

type Counts = Readonly<Record<string, number | undefined>>;

export interface CountRules {
  /** In the order of the messages. */
  readonly counts: readonly string[];
  /** Those that are part of all replicas. */
  readonly parts?: readonly string[];
  /** How the message names what cannot be less than the available ones. */
  readonly ready?: 'readyReplicas' | 'status.readyReplicas';
  /** Whether collisionCount may only grow. */
  readonly collisions: boolean;
}

/** Status of a kind that counts its Pods. */
export function countedStatus(rules: CountRules): StatusRules {
  return { validateUpdate: (object, old) => validateCounts(rules, object, old) };
}

function validateCounts(
  { counts, parts = [], ready, collisions }: CountRules,
  object: Readonly<KubeObject>,
  old: Readonly<KubeObject>,
): StatusCause[] {
  const [status, before] = [countsOf(object), countsOf(old)];
  const { availableReplicas = 0, readyReplicas = 0, collisionCount = 0 } = status;
  const collisionsBefore = before['collisionCount'];
  return [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...counts.flatMap((name) => validateNonNegative(status[name], `status.${name}`)),
    ...parts.flatMap((name) => validatePart(status, name)),
    ...(ready !== undefined && availableReplicas > readyReplicas
      ? [invalidValue('status.availableReplicas', availableReplicas, `cannot be greater than ${ready}`)]
      : []),
    ...(collisions && collisionsBefore !== undefined && collisionCount < collisionsBefore
      ? [invalidValue('status.collisionCount', collisionCount, 'cannot be decremented')]
      : []),
  ];
}

function validatePart(status: Counts, name: string): StatusCause[] {
  const value = status[name] ?? 0;
  return value > (status['replicas'] ?? 0)
    ? [invalidValue(`status.${name}`, value, 'cannot be greater than status.replicas')]
    : [];
}

function countsOf(object: Readonly<KubeObject>): Counts {
  return (object['status'] ?? {}) as Counts;
}
