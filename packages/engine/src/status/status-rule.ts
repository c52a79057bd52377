import type { KubeObject } from '@banyan/api';
import type { Condition } from '@banyan/api/objects';
import type { JsonValue } from '@banyan/patch';
import { pointerKeys, valueAt } from '../pointer/json-pointer.ts';
import { conditionOf } from './conditions.ts';
import {
  HEALTHY,
  degraded,
  progressing,
  type ObjectHealth,
  type ObjectStatus,
  type ReplicaCounters,
} from './object-health.ts';

/** How a custom kind tells its health, as data. Paths are JSON pointers into the object. */
export interface StatusRule {
  readonly group: string;
  readonly kind: string;
  /** All must hold. */
  readonly healthy: readonly StatusCheck[];
  /** One that holds is enough. */
  readonly degraded?: readonly StatusCheck[];
  readonly message?: string;
  readonly counters?: Readonly<Partial<Record<keyof ReplicaCounters, string>>>;
}

export type StatusCheck =
  | { readonly condition: string; readonly status: 'True' | 'False' | 'Unknown' }
  | { readonly path: string; readonly equals: string | number | boolean }
  /** Numbers; what is absent counts as 0. */
  | { readonly path: string; readonly atLeastPath: string };

export function statusByRule(rule: StatusRule, object: KubeObject): ObjectStatus {
  const health = healthByRule(rule, object);
  const counters: Partial<Record<keyof ReplicaCounters, number>> = {};
  for (const [name, path] of Object.entries(rule.counters ?? {})) {
    const value = at(object, path);
    if (typeof value === 'number') counters[name as keyof ReplicaCounters] = value;
  }
  return rule.counters === undefined ? health : { ...health, counters };
}

function healthByRule(rule: StatusRule, object: KubeObject): ObjectHealth {
  const told = rule.message === undefined ? undefined : at(object, rule.message);
  const message = (text: string): string => (typeof told === 'string' && told !== '' ? told : text);
  const bad = (rule.degraded ?? []).find((check) => holds(check, object));
  if (bad !== undefined) return degraded(message(checkText(bad)));
  const unmet = rule.healthy.find((check) => !holds(check, object));
  return unmet === undefined ? HEALTHY : progressing(message(`not yet: ${checkText(unmet)}`));
}

function holds(check: StatusCheck, object: KubeObject): boolean {
  if ('condition' in check) {
    const conditions = at(object, '/status/conditions') as unknown as Condition[] | undefined;
    return conditionOf(conditions, check.condition)?.status === check.status;
  }
  const value = at(object, check.path);
  if ('equals' in check) return value === check.equals;
  return numberOf(value) >= numberOf(at(object, check.atLeastPath));
}

function checkText(check: StatusCheck): string {
  if ('condition' in check) return `${check.condition} is ${check.status}`;
  if ('equals' in check) return `${check.path} is ${String(check.equals)}`;
  return `${check.path} is at least ${check.atLeastPath}`;
}

function at(object: KubeObject, pointer: string): JsonValue | undefined {
  return valueAt(object as unknown as JsonValue, pointerKeys(pointer));
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
