import type { Condition } from '@banyan/api/objects';

export function conditionOf(
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition | undefined {
  return Array.isArray(conditions) ? conditions.find((condition) => condition?.type === type) : undefined;
}

export function isTrue(conditions: readonly Condition[] | undefined, type: string): boolean {
  return conditionOf(conditions, type)?.status === 'True';
}

export function conditionText({ type, status, reason, message }: Condition): string {
  const why = [reason, message].filter((text) => text !== undefined && text !== '').join(': ');
  return why === '' ? `${type} is ${status}` : why;
}
