import type { Health, ObjectStatus, ReplicaCounters } from './object-health.ts';
import { COUNTERS } from './workload-status.ts';

/** A template in one of the members that it is bound to. */
export interface MemberObjectStatus {
  readonly member: string;
  /** Undefined: it is not there, or nothing was heard of it. */
  readonly status: ObjectStatus | undefined;
}

export interface TemplateStatus {
  /** In every member as it is wanted; a template that is bound to none is not. */
  readonly isAvailable: boolean;
  /** The worst of all members. */
  readonly health: Health;
  /** Sums; of `observedGeneration` the greatest. Undefined if no member counts. */
  readonly counters?: ReplicaCounters;
  readonly members: readonly MemberAvailability[];
}

export interface MemberAvailability extends MemberObjectStatus {
  readonly isAvailable: boolean;
}

/** Suspended is what its author wants. */
const AVAILABLE: ReadonlySet<Health> = new Set<Health>(['healthy', 'suspended']);
const WORST_FIRST: readonly Health[] = ['degraded', 'unknown', 'progressing', 'suspended', 'healthy'];

export function aggregateTemplate(members: readonly MemberObjectStatus[]): TemplateStatus {
  const details = members.map(({ member, status }): MemberAvailability => ({
    member,
    status,
    isAvailable: isAvailable(status),
  }));
  const counters = sumCounters(members.map(({ status }) => status?.counters));
  return {
    isAvailable: details.length > 0 && details.every(({ isAvailable: is }) => is),
    health: worst(members.map(({ status }) => status?.health ?? 'unknown')),
    ...(counters && { counters }),
    members: details,
  };
}

export interface IntentStatus {
  readonly isAvailable: boolean;
  readonly health: Health;
  readonly members: number;
  /** Members in which every template is available. */
  readonly completeMembers: number;
}

/** `members`: all that the intent is bound to, with or without templates that say something of themselves. */
export function aggregateIntent(
  members: readonly string[],
  templates: readonly TemplateStatus[],
): IntentStatus {
  const incomplete = new Set<string>();
  for (const template of templates) {
    for (const { member, isAvailable: is } of template.members) {
      if (!is) incomplete.add(member);
    }
  }
  return {
    isAvailable: members.length > 0 && templates.every(({ isAvailable: is }) => is),
    health: worst(templates.map(({ health }) => health)),
    members: members.length,
    completeMembers: members.filter((member) => !incomplete.has(member)).length,
  };
}

function isAvailable(status: ObjectStatus | undefined): boolean {
  return status !== undefined && AVAILABLE.has(status.health);
}

function worst(healths: readonly Health[]): Health {
  return WORST_FIRST.find((health) => healths.includes(health)) ?? 'unknown';
}

function sumCounters(all: readonly (ReplicaCounters | undefined)[]): ReplicaCounters | undefined {
  const sums: Partial<Record<keyof ReplicaCounters, number>> = {};
  for (const counters of all) {
    if (counters === undefined) continue;
    for (const name of COUNTERS) {
      const value = counters[name];
      if (value === undefined) continue;
      const before = sums[name] ?? 0;
      sums[name] = name === 'observedGeneration' ? Math.max(before, value) : before + value;
    }
  }
  return Object.keys(sums).length === 0 ? undefined : sums;
}
