import { matchesLabelSelector } from '@banyan/api';
import type { Pod, PodAffinityTerm } from '@banyan/api/objects';
import type { ClusterSnapshot, NodeView, Wishes } from './cluster-snapshot.ts';

/** What the pod wants to be beside or away from, and what wants to be away from it. */
export function affinityWishes(pod: Readonly<Pod>, cluster: ClusterSnapshot): Wishes {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  const counted = (term: PodAffinityTerm) => matchingPods(term, pod, cluster);
  const weighted = (terms: readonly { weight: number; podAffinityTerm: PodAffinityTerm }[] = []) =>
    terms.map(({ weight, podAffinityTerm }) => ({ weight, matching: counted(podAffinityTerm) }));
  const wanted = (podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => ({
    matching: counted(term),
    isOneOfThem: isMatch(term, pod, pod, cluster),
  }));
  const unwanted = (podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map(counted);
  const liked = weighted(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution);
  const disliked = weighted(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution);
  const isUnwelcome = unwelcomeAt(pod, cluster);
  return {
    problemAt(node) {
      // The first pod of a group that wants to be together may be anywhere.
      for (const { matching, isOneOfThem } of wanted)
        if (!matching.hasDomain(node) || !(matching.at(node) > 0 || (matching.total === 0 && isOneOfThem)))
          return "node(s) didn't match pod affinity rules";
      if (unwanted.some((matching) => matching.at(node) > 0))
        return "node(s) didn't match pod anti-affinity rules";
      return isUnwelcome(node) ? "node(s) didn't satisfy existing pods anti-affinity rules" : undefined;
    },
    scoreAt(node) {
      const weigh = (sum: number, { weight, matching }: (typeof liked)[number]) =>
        sum + weight * matching.at(node);
      return liked.reduce(weigh, 0) - disliked.reduce(weigh, 0);
    },
  };
}

interface MatchingPods {
  readonly total: number;
  hasDomain(node: NodeView): boolean;
  /** How many run where the node's topology is. */
  at(node: NodeView): number;
}

function matchingPods(term: PodAffinityTerm, owner: Readonly<Pod>, cluster: ClusterSnapshot): MatchingPods {
  const domainOf = ({ node }: NodeView) => node.metadata.labels?.[term.topologyKey];
  const counts = new Map<string, number>();
  let total = 0;
  for (const view of cluster.nodes) {
    const count = view.pods.filter((other) => isMatch(term, owner, other, cluster)).length;
    const domain = domainOf(view);
    total += count;
    if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + count);
  }
  return {
    total,
    hasDomain: (node) => domainOf(node) !== undefined,
    at: (node) => counts.get(domainOf(node) ?? '') ?? 0,
  };
}

/** What runs already may refuse company too. */
function unwelcomeAt(pod: Readonly<Pod>, cluster: ClusterSnapshot): (node: NodeView) => boolean {
  const refused: { readonly key: string; readonly domain: string }[] = [];
  for (const { node, repelling } of cluster.nodes)
    for (const other of repelling)
      for (const term of other.spec.affinity?.podAntiAffinity
        ?.requiredDuringSchedulingIgnoredDuringExecution ?? []) {
        const domain = node.metadata.labels?.[term.topologyKey];
        if (domain !== undefined && isMatch(term, other, pod, cluster))
          refused.push({ key: term.topologyKey, domain });
      }
  return ({ node }) => refused.some(({ key, domain }) => node.metadata.labels?.[key] === domain);
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
