import type { Condition } from '@banyan/api/objects';

/** Kubernetes takes no longer one; the rest of such a list is said by its beginning. */
const MAX_MESSAGE_LENGTH = 4096;

export interface ConditionFacts {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** One word. */
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration?: number;
}

/**
 * The conditions with one of them told anew; `conditions` itself if that says what it said before. The time of its
 * last turn moves only when its status does.
 */
export function setCondition(
  conditions: readonly Condition[],
  facts: ConditionFacts,
  nowMs: number,
): readonly Condition[] {
  const message = facts.message.slice(0, MAX_MESSAGE_LENGTH);
  const before = conditions.find(({ type }) => type === facts.type);
  if (
    before !== undefined &&
    before.status === facts.status &&
    before.reason === facts.reason &&
    before.message === message &&
    before.observedGeneration === facts.observedGeneration
  ) {
    return conditions;
  }
  const turned = before?.status !== facts.status;
  const now = new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z');
  const lastTransitionTime = turned ? now : (before.lastTransitionTime ?? now);
  const condition: Condition = { ...facts, message, lastTransitionTime };
  return before === undefined
    ? [...conditions, condition]
    : conditions.map((other) => (other === before ? condition : other));
}
