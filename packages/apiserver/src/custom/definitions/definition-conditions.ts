import { timestamp } from '../../registry/object-draft.ts';
import type { Definition, DefinitionCondition } from './definition.ts';

type Condition = Omit<DefinitionCondition, 'lastTransitionTime'>;

/** Puts a condition in the place of the one of its type; its time moves only when its status does. */
export function setCondition({ status }: Definition, condition: Condition, now: Date): void {
  const conditions = status.conditions ?? [];
  const at = conditions.findIndex(({ type }) => type === condition.type);
  const old = conditions[at];
  const keepsTime = old !== undefined && old.status === condition.status && old.lastTransitionTime != null;
  const { type, status: value, ...why } = condition;
  const lastTransitionTime = keepsTime ? old.lastTransitionTime : timestamp(now);
  const added: DefinitionCondition = { type, status: value, lastTransitionTime, ...why };
  status.conditions = old === undefined ? [...conditions, added] : conditions.with(at, added);
}

export function findCondition(
  { status }: Readonly<Definition>,
  type: string,
): DefinitionCondition | undefined {
  return status.conditions?.find((condition) => condition.type === type);
}

export function isTrue(definition: Readonly<Definition>, type: string): boolean {
  return findCondition(definition, type)?.status === 'True';
}

/** Says the same, whatever the time. */
export function saysTheSame(one: Condition | undefined, other: Condition | undefined): boolean {
  return (
    one?.type === other?.type &&
    one?.status === other?.status &&
    one?.reason === other?.reason &&
    one?.message === other?.message
  );
}
