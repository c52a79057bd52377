import type { DaemonSet, Node, Pod } from '@banyan/api/objects';
import { isReady, untilAvailable } from '../pods/pod-facts.ts';
import { fitOf, HASH_LABEL, type NodeFit } from './daemon-pod.ts';

export interface DaemonSetView {
  readonly set: Readonly<DaemonSet>;
  /** Of the template as it is now. */
  readonly hash: string;
  readonly nodes: readonly Readonly<Node>[];
  /** By the node that each runs on or is meant for. */
  readonly podsByNode: ReadonlyMap<string, readonly Readonly<Pod>[]>;
  readonly nowMs: number;
}

export interface DaemonSetPlan {
  /** Names of nodes that need a pod. */
  readonly create: readonly string[];
  readonly delete: readonly Readonly<Pod>[];
}

/** One node with the pods of the set that are there. */
export interface DaemonNode extends NodeFit {
  readonly name: string;
  readonly pods: readonly Readonly<Pod>[];
}

export function daemonNodes({ set, nodes, podsByNode }: DaemonSetView): DaemonNode[] {
  return nodes.map((node) => {
    const { name = '' } = node.metadata;
    return { name, pods: podsByNode.get(name) ?? [], ...fitOf(set, node) };
  });
}

/** A pod where there is none, none where there should not be, one where there are several. */
export function planPlaces(view: DaemonSetView): DaemonSetPlan {
  const plans = daemonNodes(view).map((node) => planNode(node, view));
  const names = new Set(view.nodes.map(({ metadata }) => metadata.name));
  const lost = [...view.podsByNode]
    .filter(([name]) => !names.has(name))
    .flatMap(([, pods]) => pods.filter(({ spec }) => (spec.nodeName ?? '') === ''));
  return {
    create: plans.flatMap(({ create }) => create),
    delete: [...plans.flatMap((plan) => plan.delete), ...lost].filter(isStaying),
  };
}

function planNode(node: DaemonNode, view: DaemonSetView): DaemonSetPlan {
  const { name, pods, shouldRun, mayStay } = node;
  if (shouldRun && pods.length === 0) return { create: [name], delete: [] };
  if (!mayStay) return { create: [], delete: pods };
  const ended = pods.filter(isEnded);
  const running = pods.filter((pod) => isStaying(pod) && !isEnded(pod)).toSorted(byAge);
  if (!surges(view.set)) return { create: [], delete: [...ended, ...running.slice(1)] };
  if (running.length === 0) return { create: shouldRun ? [name] : [], delete: ended };
  const isNew = (pod: Readonly<Pod>) => pod.metadata.labels?.[HASH_LABEL] === view.hash;
  const [newer, ...moreNew] = running.filter(isNew);
  const [older, ...moreOld] = running.filter((pod) => !isNew(pod));
  const isRelieved =
    newer !== undefined && older !== undefined && (!isReady(older) || isAvailable(newer, view));
  return { create: [], delete: [...ended, ...moreNew, ...moreOld, ...(isRelieved ? [older] : [])] };
}

/** Those that are bound first, then the oldest. */
export function byAge(a: Readonly<Pod>, b: Readonly<Pod>): number {
  const rank = ({ spec, metadata }: Readonly<Pod>) =>
    `${(spec.nodeName ?? '') === '' ? 1 : 0} ${metadata.creationTimestamp ?? ''} ${metadata.name}`;
  return rank(a) < rank(b) ? -1 : 1;
}

export function isAvailable(
  pod: Readonly<Pod>,
  { set, nowMs }: Pick<DaemonSetView, 'set' | 'nowMs'>,
): boolean {
  return untilAvailable(pod, set.spec.minReadySeconds ?? 0, nowMs) === 0;
}

export function surges({ spec }: Readonly<DaemonSet>): boolean {
  const { type, rollingUpdate } = spec.updateStrategy ?? {};
  const { maxSurge = 0 } = rollingUpdate ?? {};
  return type !== 'OnDelete' && maxSurge !== 0 && maxSurge !== '0%';
}

function isEnded({ status }: Readonly<Pod>): boolean {
  return status?.phase === 'Failed' || status?.phase === 'Succeeded';
}

function isStaying({ metadata }: Readonly<Pod>): boolean {
  return metadata.deletionTimestamp === undefined;
}
