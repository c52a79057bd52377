import type { KindRules } from '../kind-rules.ts';
import { leaseRules } from './lease.ts';
import { namespaceRules } from './namespace.ts';

export function clusterRules(): KindRules[] {
  return [namespaceRules, leaseRules];
}
