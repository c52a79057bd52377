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
  return labelMatcher(selector)(labels);
}

/** The same, for one selector and many objects. */
export function labelMatcher(
  selector: LabelSelector | undefined,
): (labels: Readonly<Record<string, string>> | undefined) => boolean {
  if (selector === undefined) return () => false;
  const wanted = Object.entries(selector.matchLabels ?? {});
  const requirements = selector.matchExpressions ?? [];
  return (labels = {}) => {
    for (const [key, value] of wanted) {
      if (!Object.hasOwn(labels, key) || labels[key] !== value) return false;
    }
    return requirements.every((requirement) => meets(requirement, labels));
  };
}

function meets(requirement: LabelSelectorRequirement, labels: Readonly<Record<string, string>>): boolean {
  const { key, operator, values = [] } = requirement;
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
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
