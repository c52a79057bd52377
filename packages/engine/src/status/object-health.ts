/**
 * `healthy`: as it is wanted. `progressing`: on its way. `degraded`: it will not get there by itself. `suspended`: as its
 * author paused it. `unknown`: it does not say.
 */
export type Health = 'healthy' | 'progressing' | 'degraded' | 'suspended' | 'unknown';

export interface ObjectHealth {
  readonly health: Health;
  /** Why, unless it is healthy. */
  readonly message?: string;
}

/** How an object of a member does. */
export interface ObjectStatus extends ObjectHealth {
  /** Of kinds that count replicas or pods. */
  readonly counters?: ReplicaCounters;
}

/** Absent: the kind does not count it, or nothing is there to count. */
export interface ReplicaCounters {
  readonly observedGeneration?: number;
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly currentReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly unavailableReplicas?: number;
  readonly active?: number;
  readonly succeeded?: number;
  readonly failed?: number;
}

export const HEALTHY: ObjectHealth = { health: 'healthy' };

export function progressing(message: string): ObjectHealth {
  return { health: 'progressing', message };
}

export function degraded(message: string): ObjectHealth {
  return { health: 'degraded', message };
}

export function suspended(message: string): ObjectHealth {
  return { health: 'suspended', message };
}
