import type { Taint, Toleration } from '@banyan/api/objects';

/** As Kubernetes reads them: no key with `Exists` tolerates everything, no effect every effect. */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  const { key = '', operator = 'Equal', value = '', effect } = toleration;
  if (effect !== undefined && (effect as string) !== '' && effect !== taint.effect) return false;
  if (key === '') return operator === 'Exists';
  if (key !== taint.key) return false;
  return operator === 'Exists' || (operator === 'Equal' && value === (taint.value ?? ''));
}

/** The first taint that keeps works away; `PreferNoSchedule` does not. */
export function untoleratedTaint(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
): Taint | undefined {
  return taints.find(
    (taint) =>
      taint.effect !== 'PreferNoSchedule' && !tolerations.some((toleration) => tolerates(toleration, taint)),
  );
}
