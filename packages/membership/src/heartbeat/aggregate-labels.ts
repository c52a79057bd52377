import type { Node } from '@banyan/api/objects';

export interface LabelAggregation {
  /** Keys of node labels that begin with one of these are looked at. */
  readonly prefixes: readonly string[];
  /** The share of the nodes that have to agree on a value, 0 to 1. */
  readonly threshold: number;
}

const CONTROL_PLANE_LABELS = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];

/** The labels on which a member's nodes agree, nodes of the control plane apart. */
export function aggregateLabels(
  nodes: readonly Node[],
  { prefixes, threshold }: LabelAggregation,
): Record<string, string> {
  const workers = nodes.filter((node) => !isControlPlane(node));
  const labels: Record<string, string> = {};
  for (const [key, counts] of countValues(workers, prefixes)) {
    // The value itself decides between two that are equally common, so that the answer stays the same.
    const [value, count] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0] ?? ['', 0];
    if (count > 0 && count / workers.length >= threshold) labels[key] = value;
  }
  return labels;
}

function countValues(nodes: readonly Node[], prefixes: readonly string[]): Map<string, Map<string, number>> {
  const values = new Map<string, Map<string, number>>();
  for (const node of nodes) {
    for (const [key, value] of Object.entries(node.metadata.labels ?? {})) {
      if (!prefixes.some((prefix) => key.startsWith(prefix))) continue;
      const counts = values.get(key) ?? new Map<string, number>();
      counts.set(value, (counts.get(value) ?? 0) + 1);
      values.set(key, counts);
    }
  }
  return values;
}

function isControlPlane(node: Node): boolean {
  return CONTROL_PLANE_LABELS.some((label) => node.metadata.labels?.[label] !== undefined);
}

/**
 * What has to change on a ManagedCluster, as a merge patch of its labels: undefined if nothing has. Labels under one of
 * the prefixes that the nodes no longer agree on are taken away; all others are not ours.
 */
export function labelChanges(
  current: Readonly<Record<string, string>>,
  aggregated: Readonly<Record<string, string>>,
  prefixes: readonly string[],
): Record<string, string | null> | undefined {
  const changes: Record<string, string | null> = {};
  for (const key of Object.keys(current)) {
    if (prefixes.some((prefix) => key.startsWith(prefix)) && !Object.hasOwn(aggregated, key))
      changes[key] = null;
  }
  for (const [key, value] of Object.entries(aggregated)) if (current[key] !== value) changes[key] = value;
  return Object.keys(changes).length === 0 ? undefined : changes;
}
