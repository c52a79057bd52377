import type { KubeObject } from '@banyan/api';
import type { Condition } from '@banyan/api/objects';
import { conditionOf, conditionText } from './conditions.ts';
import { HEALTHY, degraded, progressing, type ObjectHealth } from './object-health.ts';

/** Conditions that many kinds share, by what they say when they are True. */
const BAD = ['Stalled', 'Failed', 'Degraded'];
const BUSY = ['Reconciling', 'Progressing'];
/** The first that an object has decides. */
const GOOD = ['Ready', 'Available', 'Healthy', 'Succeeded', 'Complete', 'Synced', 'Accepted'];

/** By conventions: an object without a status, or whose conditions nobody knows, is as it is wanted. */
export function genericHealth({ status }: KubeObject): ObjectHealth {
  const { conditions } = (typeof status === 'object' && status !== null ? status : {}) as {
    conditions?: Condition[];
  };
  if (!Array.isArray(conditions)) return HEALTHY;
  const bad = first(conditions, BAD, 'True');
  if (bad !== undefined) return degraded(conditionText(bad));
  for (const type of GOOD) {
    const condition = conditionOf(conditions, type);
    if (condition === undefined) continue;
    return condition.status === 'True' ? HEALTHY : progressing(conditionText(condition));
  }
  const busy = first(conditions, BUSY, 'True');
  return busy === undefined ? HEALTHY : progressing(conditionText(busy));
}

function first(conditions: Condition[], types: readonly string[], status: string): Condition | undefined {
  return types.map((type) => conditionOf(conditions, type)).find((condition) => condition?.status === status);
}
