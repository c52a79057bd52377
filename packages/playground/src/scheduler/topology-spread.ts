import { matchesLabelSelector } from '@banyan/api';
import type { Pod, TopologySpreadConstraint } from '@banyan/api/objects';
import { controllerOf } from '../cluster/cluster-objects.ts';
import type { ClusterSnapshot, NodeView, Wishes } from './cluster-snapshot.ts';
import { fitsNodeAffinity } from './node-affinity.ts';

/** How evenly the pod and those like it are to be spread. Without constraints of its own: its controller's, over nodes. */
export function spreadWishes(pod: Readonly<Pod>, cluster: ClusterSnapshot): Wishes {
  const constraints = (pod.spec.topologySpreadConstraints ?? []).map((constraint) => ({
    constraint,
    counts: countsByDomain(constraint, pod, cluster),
  }));
  const controller = controllerOf(pod)?.uid;
  return {
    problemAt(node) {
      for (const { constraint, counts } of constraints) {
        const problem = problemOf(constraint, counts, domainOf(constraint, node));
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
    scoreAt(node) {
      if (constraints.length === 0) return controller === undefined ? 0 : -node.countOf(controller);
      return constraints.reduce(
        (sum, { constraint, counts }) => sum - (counts.get(domainOf(constraint, node) ?? '') ?? 0),
        0,
      );
    },
  };
}

function domainOf({ topologyKey }: TopologySpreadConstraint, { node }: NodeView): string | undefined {
  return node.metadata.labels?.[topologyKey];
}

/** Why one more pod in the domain would make the spread too uneven. */
function problemOf(
  { whenUnsatisfiable, minDomains = 1, maxSkew }: TopologySpreadConstraint,
  counts: ReadonlyMap<string, number>,
  domain: string | undefined,
): string | undefined {
  if (whenUnsatisfiable !== 'DoNotSchedule') return undefined;
  if (domain === undefined)
    return "node(s) didn't match pod topology spread constraints (missing required label)";
  const least = counts.size < minDomains ? 0 : Math.min(...counts.values());
  return (counts.get(domain) ?? 0) + 1 - least > maxSkew
    ? "node(s) didn't match pod topology spread constraints"
    : undefined;
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
