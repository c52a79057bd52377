import { matchesLabelSelector } from '@banyan/api';
import type { Pod, TopologySpreadConstraint } from '@banyan/api/objects';
import type { ClusterSnapshot, NodeView } from './cluster-snapshot.ts';
import { fitsNodeAffinity } from './node-affinity.ts';

/** Why one more pod here would make the spread too uneven. Undefined: it would not. */
export function spreadProblem(
  pod: Readonly<Pod>,
  at: NodeView,
  cluster: ClusterSnapshot,
): string | undefined {
  for (const constraint of pod.spec.topologySpreadConstraints ?? []) {
    if (constraint.whenUnsatisfiable !== 'DoNotSchedule') continue;
    const domain = at.node.metadata.labels?.[constraint.topologyKey];
    if (domain === undefined)
      return "node(s) didn't match pod topology spread constraints (missing required label)";
    const counts = countsByDomain(constraint, pod, cluster);
    const isFewDomains = counts.size < (constraint.minDomains ?? 1);
    const least = isFewDomains ? 0 : Math.min(...counts.values());
    if ((counts.get(domain) ?? 0) + 1 - least > constraint.maxSkew)
      return "node(s) didn't match pod topology spread constraints";
  }
  return undefined;
}

/** Less is better: how many like it are where the node is. Without constraints of its own: on the node itself. */
export function spreadScore(pod: Readonly<Pod>, at: NodeView, cluster: ClusterSnapshot): number {
  const constraints = pod.spec.topologySpreadConstraints ?? [];
  if (constraints.length === 0) {
    const { labels = {}, namespace } = pod.metadata;
    const selector = { matchLabels: labels };
    if (Object.keys(labels).length === 0) return 0;
    return at.pods.filter(
      ({ metadata }) => metadata.namespace === namespace && matchesLabelSelector(selector, metadata.labels),
    ).length;
  }
  return constraints.reduce((sum, constraint) => {
    const domain = at.node.metadata.labels?.[constraint.topologyKey] ?? '';
    return sum + (countsByDomain(constraint, pod, cluster).get(domain) ?? 0);
  }, 0);
}

function countsByDomain(
  { topologyKey, labelSelector, matchLabelKeys = [] }: TopologySpreadConstraint,
  pod: Readonly<Pod>,
  cluster: ClusterSnapshot,
): Map<string, number> {
  const same = Object.fromEntries(
    matchLabelKeys.flatMap((key) => {
      const value = pod.metadata.labels?.[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const counts = new Map<string, number>();
  for (const { node, pods } of cluster.nodes) {
    const domain = node.metadata.labels?.[topologyKey];
    if (domain === undefined || !fitsNodeAffinity(pod, node)) continue;
    const matching = pods.filter(
      ({ metadata }) =>
        metadata.namespace === pod.metadata.namespace &&
        metadata.deletionTimestamp === undefined &&
        matchesLabelSelector(labelSelector, metadata.labels) &&
        matchesLabelSelector({ matchLabels: same }, metadata.labels),
    );
    counts.set(domain, (counts.get(domain) ?? 0) + matching.length);
  }
  return counts;
}
