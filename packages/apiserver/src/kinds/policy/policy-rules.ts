import type { KindRules } from '../kind-rules.ts';
import { limitRangeRules } from './limit-range.ts';
import { podDisruptionBudgetRules } from './pod-disruption-budget.ts';
import { resourceQuotaRules } from './resource-quota.ts';

/** How much there may be, and how much may be taken away. */
export function policyRules(): KindRules[] {
  return [podDisruptionBudgetRules, limitRangeRules, resourceQuotaRules];
}
