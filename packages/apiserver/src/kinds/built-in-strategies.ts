import type { GroupVersionKind } from '@banyan/api';
import type { ResourceStrategy } from '../registry/served-resource.ts';
import { accessRules } from './access/access-rules.ts';
import { apiServiceRules } from '../aggregation/api-service-rules.ts';
import { admissionRules } from './admission/admission-rules.ts';
import { autoscalingRules } from './autoscaling/autoscaling-rules.ts';
import { clusterRules } from './cluster/cluster-rules.ts';
import { configRules } from './config/config-rules.ts';
import { eventRules } from './events/event-rules.ts';
import { genericRules } from './generic-kinds.ts';
import type { KindEnvironment } from './kind-environment.ts';
import type { KindRules, StoredForm } from './kind-rules.ts';
import { statusStrategyOf, strategyOf, subresourceStrategyOf } from './kind-strategy.ts';
import { networkRules } from './network/network-rules.ts';
import { podKindRules } from './pod/pod-rules.ts';
import { policyRules } from './policy/policy-rules.ts';
import { storageRules } from './storage/storage-rules.ts';
import { workloadRules } from './workloads/workload-rules.ts';

export interface BuiltInStrategies {
  /** Of the kind's own endpoint. */
  readonly main: ResourceStrategy;
  /** Of `/status`, where there is one. */
  readonly status: ResourceStrategy | undefined;
  /** Of other endpoints that write the object itself, by their names: `ephemeralcontainers`. */
  readonly subresources: ReadonlyMap<string, ResourceStrategy>;
  /** See `KindRules.stored`. */
  readonly stored: StoredForm | undefined;
}

/** The rules of the kinds that have any: one function a folder. */
const RULES: readonly ((environment: KindEnvironment) => readonly KindRules[])[] = [
  podKindRules,
  workloadRules,
  clusterRules,
  accessRules,
  policyRules,
  autoscalingRules,
  eventRules,
  admissionRules,
  configRules,
  networkRules,
  storageRules,
  apiServiceRules,
];

/** What each built-in kind does, in one version. A kind without rules of its own does what all kinds do. */
export function builtInStrategies(
  environment: KindEnvironment,
): (kind: GroupVersionKind) => BuiltInStrategies {
  const known = new Map(
    RULES.flatMap((rulesOf) => rulesOf(environment)).map((rules) => [keyOf(rules.kind), rules]),
  );
  return (kind) => {
    const rules = known.get(keyOf(kind)) ?? genericRules(kind);
    return {
      main: strategyOf(rules),
      status: rules.hasStatus ? statusStrategyOf(rules) : undefined,
      subresources: subresourcesOf(rules),
      stored: rules.stored,
    };
  };
}

function subresourcesOf(rules: KindRules): ReadonlyMap<string, ResourceStrategy> {
  const entries = Object.entries(rules.subresources ?? {});
  return new Map(entries.map(([name, each]) => [name, subresourceStrategyOf(rules, each)]));
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}
