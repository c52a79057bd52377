/**
 * Who goes first. `normal` is a change that someone made; `low` is what nobody waits for (the initial list,
 * a resync); `high` is for what others wait on (a deletion that blocks a namespace, a lost member).
 */
export type Priority = 'high' | 'normal' | 'low';

export const PRIORITIES: readonly Priority[] = ['high', 'normal', 'low'];

const RANK: Readonly<Record<Priority, number>> = { high: 2, normal: 1, low: 0 };

export function higherPriority(a: Priority, b: Priority): Priority {
  return RANK[a] >= RANK[b] ? a : b;
}
