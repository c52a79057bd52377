/** `3`, or `25%` of a number; rounded as asked. */
export function intOrPercent(
  value: number | string | undefined,
  of: number,
  round: (value: number) => number,
): number {
  if (value === undefined) return 0;
  return typeof value === 'number' ? value : round((Number.parseInt(value, 10) * of) / 100);
}
