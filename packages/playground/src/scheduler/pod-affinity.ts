import { matchesLabelSelector } from '@banyan/api';
import type { Pod, PodAffinityTerm } from '@banyan/api/objects';
import type { ClusterSnapshot, NodeView } from './cluster-snapshot.ts';

/** Why the pod may not be beside, or must be beside, what runs in the node's topology. Undefined: it may be here. */
export function podAffinityProblem(
  pod: Readonly<Pod>,
  at: NodeView,
  cluster: ClusterSnapshot,
): string | undefined {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  for (const term of podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []) {
    if (!isMet(term, pod, at, cluster)) return "node(s) didn't match pod affinity rules";
  }
  for (const term of podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []) {
    if (matchingIn(term, pod, at, cluster) > 0) return "node(s) didn't match pod anti-affinity rules";
  }
  return isUnwelcome(pod, at, cluster)
    ? "node(s) didn't satisfy existing pods anti-affinity rules"
    : undefined;
}

/** More is better: pods nearby that are wanted, less those that are not. */
export function podAffinityScore(pod: Readonly<Pod>, at: NodeView, cluster: ClusterSnapshot): number {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  const wanted = podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const unwanted = podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const weigh = (sum: number, { weight, podAffinityTerm }: (typeof wanted)[number]) =>
    sum + weight * matchingIn(podAffinityTerm, pod, at, cluster);
  return wanted.reduce(weigh, 0) - unwanted.reduce(weigh, 0);
}

/** The first pod of a group that wants to be together may be anywhere. */
function isMet(term: PodAffinityTerm, pod: Readonly<Pod>, at: NodeView, cluster: ClusterSnapshot): boolean {
  if (at.node.metadata.labels?.[term.topologyKey] === undefined) return false;
  if (matchingIn(term, pod, at, cluster) > 0) return true;
  const isFirst = !cluster.nodes.some(({ pods }) => pods.some((other) => isMatch(term, pod, other, cluster)));
  return isFirst && isMatch(term, pod, pod, cluster);
}

/** What runs already may refuse company too. */
function isUnwelcome(pod: Readonly<Pod>, at: NodeView, cluster: ClusterSnapshot): boolean {
  return cluster.nodes.some(({ node, pods }) =>
    pods.some((other) =>
      (other.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).some(
        (term) => {
          const zone = node.metadata.labels?.[term.topologyKey];
          const isNear = zone !== undefined && zone === at.node.metadata.labels?.[term.topologyKey];
          return isNear && isMatch(term, other, pod, cluster);
        },
      ),
    ),
  );
}

/** How many pods that the term means run where the node's topology is. */
function matchingIn(
  term: PodAffinityTerm,
  pod: Readonly<Pod>,
  at: NodeView,
  cluster: ClusterSnapshot,
): number {
  const zone = at.node.metadata.labels?.[term.topologyKey];
  if (zone === undefined) return 0;
  return cluster.nodes
    .filter(({ node }) => node.metadata.labels?.[term.topologyKey] === zone)
    .reduce((sum, { pods }) => sum + pods.filter((other) => isMatch(term, pod, other, cluster)).length, 0);
}

function isMatch(
  { labelSelector, namespaces = [], namespaceSelector }: PodAffinityTerm,
  owner: Readonly<Pod>,
  other: Readonly<Pod>,
  cluster: ClusterSnapshot,
): boolean {
  if (!matchesLabelSelector(labelSelector, other.metadata.labels)) return false;
  const { namespace = '' } = other.metadata;
  if (namespaces.includes(namespace)) return true;
  if (namespaceSelector !== undefined)
    return matchesLabelSelector(namespaceSelector, cluster.namespaceLabels(namespace));
  return namespaces.length === 0 && namespace === owner.metadata.namespace;
}
