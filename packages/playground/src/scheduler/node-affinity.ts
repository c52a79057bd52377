import type { Node, NodeSelectorRequirement, NodeSelectorTerm, Pod } from '@banyan/api/objects';

/** What a pod asks of a node's labels and name. */
export function fitsNodeAffinity({ spec }: Readonly<Pod>, node: Readonly<Node>): boolean {
  const labels = node.metadata.labels ?? {};
  for (const [key, value] of Object.entries(spec.nodeSelector ?? {})) if (labels[key] !== value) return false;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || matchesAnyTerm(required.nodeSelectorTerms, node);
}

/** One term is enough; a term without requirements matches nothing. */
export function matchesAnyTerm(terms: readonly NodeSelectorTerm[], node: Readonly<Node>): boolean {
  return terms.some((term) => matchesTerm(term, node));
}

export function matchesTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  node: Readonly<Node>,
): boolean {
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  const { labels = {}, name } = node.metadata;
  return (
    matchExpressions.every((one) => meets(one, labels[one.key])) &&
    matchFields.every((one) => meets(one, one.key === 'metadata.name' ? name : undefined))
  );
}

function meets({ operator, values = [] }: NodeSelectorRequirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return value !== undefined && Number(value) > Number(values[0]);
    case 'Lt':
      return value !== undefined && Number(value) < Number(values[0]);
  }
}
