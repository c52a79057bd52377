import type { Taint, Toleration } from '@banyan/api/objects';

/** An empty key or effect stands for all of them. */
export function tolerates(
  { key = '', operator = 'Equal', value = '', effect }: Toleration,
  taint: Taint,
): boolean {
  if (effect !== undefined && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  switch (operator) {
    case 'Exists':
      return true;
    case 'Equal':
      return value === (taint.value ?? '');
    case 'Gt':
      return Number(taint.value) > Number(value);
    case 'Lt':
      return Number(taint.value) < Number(value);
  }
}

/** The first taint of these effects that nothing tolerates. */
export function untolerated(
  taints: readonly Taint[],
  tolerations: readonly Toleration[] = [],
  effects: readonly Taint['effect'][] = ['NoSchedule', 'NoExecute'],
): Taint | undefined {
  return taints.find(
    (taint) =>
      effects.includes(taint.effect) && !tolerations.some((toleration) => tolerates(toleration, taint)),
  );
}
