import type { SubscriptionStatus } from '@banyan/api/clusternet';
import type { BindingStatus } from './decide.ts';

/** A merge patch from one status to the other, undefined if they say the same. Feeds that went are taken out by null. */
export function bindingPatch(
  before: SubscriptionStatus,
  after: BindingStatus,
): Record<string, unknown> | undefined {
  const patch: Record<string, unknown> = {};
  for (const field of ['bindingClusters', 'specHash', 'desiredReleases'] as const) {
    if (!isSame(before[field], after[field])) patch[field] = after[field] ?? null;
  }
  const replicas = replicasPatch(before.replicas, after.replicas);
  if (replicas !== undefined) patch['replicas'] = replicas;
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function replicasPatch(
  before: BindingStatus['replicas'],
  after: BindingStatus['replicas'],
): Record<string, number[] | null> | null | undefined {
  if (after === undefined) return before === undefined ? undefined : null;
  const patch: Record<string, number[] | null> = {};
  for (const [key, share] of Object.entries(after)) {
    if (!isSame(before?.[key], share)) patch[key] = share;
  }
  for (const key of Object.keys(before ?? {})) {
    if (!(key in after)) patch[key] = null;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
