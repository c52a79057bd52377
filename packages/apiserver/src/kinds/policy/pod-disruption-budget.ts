import type { KubeObject, LabelSelector, StatusCause } from '@banyan/api';
import { invalidValue, notSupported } from '../fields/field-error.ts';
import { printableSelector, validateLabelSelector } from '../fields/label-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import {
  validateAtMostAll,
  validateIntOrPercent,
  validateNonNegative,
  type IntOrPercent,
} from '../workloads/replica-validation.ts';
import { validateConditions, type Condition } from './condition-validation.ts';

interface PodDisruptionBudget extends KubeObject {
  spec?: BudgetSpec;
  status?: Record<string, number> & { conditions?: Condition[] };
}

interface BudgetSpec {
  minAvailable?: IntOrPercent;
  selector?: LabelSelector;
  maxUnavailable?: IntOrPercent;
  unhealthyPodEvictionPolicy?: string;
}

const EVICTION_POLICIES = ['AlwaysAllow', 'IfHealthyBudget'];
const COUNTS = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'];

export const podDisruptionBudgetRules: KindRules = {
  kind: { group: 'policy', version: 'v1', kind: 'PodDisruptionBudget' },
  namespaced: true,
  hasStatus: true,
  generation: 'spec',
  validate: validateBudget,
  validateUpdate: validateBudget,
  status: {
    validateUpdate: ({ status }: Readonly<PodDisruptionBudget>) => [
      ...validateConditions(status?.conditions ?? [], 'status.conditions'),
      ...COUNTS.flatMap((count) => validateNonNegative(status?.[count], `status.${count}`)),
    ],
  },
};

function validateBudget({ spec = {} }: Readonly<PodDisruptionBudget>): StatusCause[] {
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy: policy } = spec;
  const isBoth = minAvailable !== undefined && maxUnavailable !== undefined;
  return [
    ...(isBoth
      ? [invalidValue('spec', printable(spec), 'minAvailable and maxUnavailable cannot be both set')]
      : []),
    ...validateAmount(minAvailable, 'spec.minAvailable'),
    ...validateAmount(maxUnavailable, 'spec.maxUnavailable'),
    ...validateLabelSelector(selector, 'spec.selector'),
    ...(policy !== undefined && !EVICTION_POLICIES.includes(policy)
      ? [notSupported('spec.unhealthyPodEvictionPolicy', policy, EVICTION_POLICIES)]
      : []),
  ];
}

function validateAmount(value: IntOrPercent | undefined, field: string): StatusCause[] {
  if (value === undefined) return [];
  return [...validateIntOrPercent(value, field), ...validateAtMostAll(value, field)];
}

function printable({
  minAvailable,
  selector,
  maxUnavailable,
  unhealthyPodEvictionPolicy,
}: BudgetSpec): object {
  return {
    MinAvailable: minAvailable ?? null,
    Selector: printableSelector(selector),
    MaxUnavailable: maxUnavailable ?? null,
    UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy ?? null,
  };
}
