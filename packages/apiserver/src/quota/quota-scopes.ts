import type { GroupResource } from '../errors/api-error.ts';
import type { KubeObject } from '@banyan/api';
import { isBestEffort, type CountedPod } from './pod-usage.ts';

export interface ResourceQuota extends KubeObject {
  spec?: {
    hard?: Record<string, string>;
    scopes?: readonly string[];
    scopeSelector?: { readonly matchExpressions?: readonly ScopeRequirement[] };
  };
  status?: { hard?: Record<string, string>; used?: Record<string, string> };
}

interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** Whether the quota counts the object at all. One with scopes counts pods alone. */
export function isInScope(
  { spec = {} }: Readonly<ResourceQuota>,
  { group, resource }: GroupResource,
  object: Readonly<KubeObject>,
): boolean {
  const required = [
    ...(spec.scopes ?? []).map((scopeName): ScopeRequirement => ({ scopeName, operator: 'Exists' })),
    ...(spec.scopeSelector?.matchExpressions ?? []),
  ];
  if (required.length === 0) return true;
  return group === '' && resource === 'pods' && required.every((one) => meets(object as CountedPod, one));
}

function meets(pod: Readonly<CountedPod>, { scopeName, operator, values = [] }: ScopeRequirement): boolean {
  switch (scopeName) {
    case 'Terminating':
      return pod.spec?.activeDeadlineSeconds !== undefined;
    case 'NotTerminating':
      return pod.spec?.activeDeadlineSeconds === undefined;
    case 'BestEffort':
      return isBestEffort(pod);
    case 'NotBestEffort':
      return !isBestEffort(pod);
    case 'PriorityClass':
      return meetsName(pod.spec?.priorityClassName ?? '', operator, values);
    default:
      return false;
  }
}

function meetsName(name: string, operator: string, values: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return values.includes(name);
    case 'NotIn':
      return !values.includes(name);
    case 'Exists':
      return name !== '';
    default:
      return name === '';
  }
}
