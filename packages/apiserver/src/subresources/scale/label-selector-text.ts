import type { LabelSelector, LabelSelectorRequirement } from '@banyan/api';

/** A selector in the form that a query takes, as Kubernetes writes it: `app=a,tier in (b,c),!old`. */
export function labelSelectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const requirements = [
    ...Object.entries(matchLabels).map(([key, value]) => ({ key, text: `${key}=${value}` })),
    ...matchExpressions.map((requirement) => ({ key: requirement.key, text: textOf(requirement) })),
  ];
  return requirements
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ text }) => text)
    .join(',');
}

function textOf({ key, operator, values = [] }: LabelSelectorRequirement): string {
  const list = `(${values.toSorted().join(',')})`;
  switch (operator) {
    case 'In':
      return `${key} in ${list}`;
    case 'NotIn':
      return `${key} notin ${list}`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
  }
}
