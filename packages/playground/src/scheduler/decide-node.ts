import type { Pod } from '@banyan/api/objects';
import type { ClusterSnapshot, NodeView, Wishes } from './cluster-snapshot.ts';
import { fitsNodeAffinity, matchesTerm } from './node-affinity.ts';
import { affinityWishes } from './pod-affinity.ts';
import { podRequests, type Amounts } from './pod-requests.ts';
import { untolerated } from './tolerations.ts';
import { spreadWishes } from './topology-spread.ts';

export type Decision =
  | { readonly node: string }
  /** Why not, as `kubectl describe pod` shows it. */
  | { readonly problem: string };

/** Sums of fractions are not exact: thirty times 0.1 may be more than 3. */
const ROUNDING = 1e-9;

/** What a pod asks for, worked out once for all nodes. */
interface Asked {
  readonly pod: Readonly<Pod>;
  readonly requests: Amounts;
  readonly affinity: Wishes;
  readonly spread: Wishes;
}

/** Where a pod goes: the best of the nodes on which nothing keeps it from running. */
export function decideNode(pod: Readonly<Pod>, cluster: ClusterSnapshot): Decision {
  const asked: Asked = {
    pod,
    requests: podRequests(pod),
    affinity: affinityWishes(pod, cluster),
    spread: spreadWishes(pod, cluster),
  };
  const problems = new Map<string, number>();
  let best: { readonly name: string; readonly score: number } | undefined;
  for (const view of cluster.nodes) {
    const found = problemsAt(asked, view, cluster);
    for (const problem of found) problems.set(problem, (problems.get(problem) ?? 0) + 1);
    if (found.length > 0) continue;
    const score = scoreAt(asked, view);
    if (best === undefined || score > best.score) best = { name: view.name, score };
  }
  if (best !== undefined) return { node: best.name };
  const all = cluster.nodes.length;
  if (all === 0) return { problem: 'no nodes available to schedule pods' };
  const reasons = [...problems].map(([text, count]) => `${count} ${text}`).toSorted();
  return { problem: `0/${all} nodes are available: ${reasons.join(', ')}.` };
}

/** Empty: it can run here. Only what is short of a resource is told in full. */
function problemsAt(asked: Asked, view: NodeView, cluster: ClusterSnapshot): readonly string[] {
  const { node } = view;
  const { pod, requests } = asked;
  const { spec } = pod;
  const unschedulable = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;
  if (node.spec?.unschedulable === true && untolerated([unschedulable], spec.tolerations) !== undefined)
    return ['node(s) were unschedulable'];
  const taint = untolerated(node.spec?.taints ?? [], spec.tolerations);
  if (taint !== undefined) return ['node(s) had untolerated taint(s)'];
  if (!fitsNodeAffinity(pod, node)) return ["node(s) didn't match Pod's node affinity/selector"];
  if (hasPortConflict(pod, view)) return ["node(s) didn't have free ports for the requested pod ports"];
  const short = shortages(requests, view);
  if (short.length > 0) return short;
  const other =
    cluster.volumeProblem(pod, node) ?? asked.spread.problemAt(view) ?? asked.affinity.problemAt(view);
  return other === undefined ? [] : [other];
}

function shortages(requests: Amounts, { allocatable, requested }: NodeView): string[] {
  return Object.entries(requests).flatMap(([name, amount]) => {
    const room = (allocatable[name] ?? 0) * (1 + ROUNDING);
    if (amount === 0 || (requested[name] ?? 0) + amount <= room) return [];
    return [name === 'pods' ? 'Too many pods' : `Insufficient ${name}`];
  });
}

function hasPortConflict(pod: Readonly<Pod>, { pods }: NodeView): boolean {
  const wanted = hostPorts(pod);
  return wanted.length > 0 && pods.flatMap(hostPorts).some((port) => wanted.includes(port));
}

function hostPorts({ spec }: Readonly<Pod>): string[] {
  return spec.containers
    .flatMap(({ ports = [] }) => ports)
    .filter(({ hostPort = 0 }) => hostPort > 0)
    .map(({ hostPort, protocol = 'TCP' }) => `${hostPort}/${protocol}`);
}

/** Even spread first, then what the pod prefers, then the emptier node. */
function scoreAt({ pod, requests, affinity, spread }: Asked, view: NodeView): number {
  const preferences = pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const preferred = preferences
    .filter(({ preference }) => matchesTerm(preference, view.node))
    .reduce((sum, { weight }) => sum + weight, 0);
  const avoided = untolerated(view.node.spec?.taints ?? [], pod.spec.tolerations, ['PreferNoSchedule']);
  return (
    preferred * 10 +
    affinity.scoreAt(view) * 10 +
    spread.scoreAt(view) * 20 -
    (avoided === undefined ? 0 : 1000) -
    fullness(requests, view) * 10
  );
}

/** From 0 to 1: how full the fullest of cpu, memory and pods would be. */
function fullness(requests: Amounts, { allocatable, requested }: NodeView): number {
  return Math.max(
    ...['cpu', 'memory', 'pods'].map((name) => {
      const room = allocatable[name] ?? 0;
      return room === 0 ? 0 : ((requested[name] ?? 0) + (requests[name] ?? 0)) / room;
    }),
  );
}
