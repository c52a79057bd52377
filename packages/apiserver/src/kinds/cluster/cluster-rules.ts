import type { KindEnvironment } from '../kind-environment.ts';
import type { KindRules } from '../kind-rules.ts';
import { leaseRules } from './lease.ts';
import { namespaceRules } from './namespace.ts';
import { nodeRules } from './node.ts';
import { priorityClassRules } from './priority-class.ts';
import { runtimeClassRules } from './runtime-class.ts';

export function clusterRules(environment: KindEnvironment): KindRules[] {
  return [namespaceRules, leaseRules, nodeRules, priorityClassRules(environment), runtimeClassRules];
}
