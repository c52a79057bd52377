import type { LabelSelector } from '@banyan/api';
import type { Pod, PodAffinity, PodAffinityTerm } from './pod-spec.ts';

type Labels = Readonly<Record<string, string>>;

/** Selectors that are to find Pods of the same label values get them from the Pod itself, once, when it is made. */
export function extendSelectors({ metadata, spec }: Pod): void {
  const { labels = {} } = metadata;
  for (const affinity of [spec.affinity?.podAffinity, spec.affinity?.podAntiAffinity])
    for (const term of termsOf(affinity)) extendTerm(term, labels);
  for (const { matchLabelKeys = [], labelSelector } of spec.topologySpreadConstraints ?? [])
    if (labelSelector) extend(labelSelector, matchLabelKeys, 'In', labels);
}

function termsOf(affinity: PodAffinity | undefined): PodAffinityTerm[] {
  const liked = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const needed = affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return [...liked.map(({ podAffinityTerm }) => podAffinityTerm), ...needed];
}

function extendTerm(
  { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] }: PodAffinityTerm,
  labels: Labels,
): void {
  if (labelSelector === undefined) return;
  extend(labelSelector, matchLabelKeys, 'In', labels);
  extend(labelSelector, mismatchLabelKeys, 'NotIn', labels);
}

function extend(
  selector: LabelSelector,
  keys: readonly string[],
  operator: 'In' | 'NotIn',
  labels: Labels,
): void {
  for (const key of keys) {
    const value = labels[key];
    if (value === undefined) continue;
    selector.matchExpressions = [...(selector.matchExpressions ?? []), { key, operator, values: [value] }];
  }
}
