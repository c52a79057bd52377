/** A metav1.LabelSelector: all of matchLabels and all of matchExpressions hold; empty selects everything. */
export interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: LabelSelectorRequirement[];
}

export interface LabelSelectorRequirement {
  key: string;
  operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  values?: string[];
}

/** As in Kubernetes a missing selector (undefined) selects nothing, an empty one everything. */
export function matchesLabelSelector(
  selector: LabelSelector | undefined,
  labels: Readonly<Record<string, string>> | undefined,
): boolean {
  if (selector === undefined) return false;
  const present = new Map(Object.entries(labels ?? {}));
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    if (present.get(key) !== value) return false;
  }
  return (selector.matchExpressions ?? []).every((requirement) => meets(requirement, present));
}

function meets(requirement: LabelSelectorRequirement, labels: ReadonlyMap<string, string>): boolean {
  const value = labels.get(requirement.key);
  const values = requirement.values ?? [];
  switch (requirement.operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
  }
}
