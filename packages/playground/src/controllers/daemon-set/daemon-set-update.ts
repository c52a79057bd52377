import type { Pod } from '@banyan/api/objects';
import { intOrPercent } from '../pods/int-or-percent.ts';
import { HASH_LABEL } from './daemon-pod.ts';
import {
  daemonNodes,
  isAvailable,
  surges,
  type DaemonNode,
  type DaemonSetPlan,
  type DaemonSetView,
} from './daemon-set-plan.ts';

/** What to do next on the way to the new template, once every node has its pod. */
export function planUpdate(view: DaemonSetView): DaemonSetPlan {
  if (view.set.spec.updateStrategy?.type === 'OnDelete') return { create: [], delete: [] };
  const nodes = daemonNodes(view).filter(({ pods }) => pods.length > 0);
  const wanted = daemonNodes(view).filter(({ shouldRun }) => shouldRun).length;
  return surges(view.set) ? planSurge(nodes, view, wanted) : planReplace(nodes, view, wanted);
}

/** An old pod goes, the node is without for a while: on so many nodes at once as may be. */
function planReplace(nodes: readonly DaemonNode[], view: DaemonSetView, wanted: number): DaemonSetPlan {
  const pairs = nodes.map((node) => pairOf(node, view));
  const unwell = pairs.flatMap(({ older, newer }) =>
    older !== undefined && newer === undefined && !isAvailable(older, view) ? [older] : [],
  );
  const well = pairs.flatMap(({ older, newer }) =>
    older !== undefined && newer === undefined && isAvailable(older, view) ? [older] : [],
  );
  const missing = pairs.filter(
    ({ older, newer }) =>
      (older === undefined) === (newer === undefined) ||
      (newer !== undefined && !isAvailable(newer, view)) ||
      (older !== undefined && !isAvailable(older, view)),
  ).length;
  const room = Math.max(0, unavailableOf(view, wanted) - missing);
  return { create: [], delete: [...unwell, ...well.slice(0, room)] };
}

/** A new pod comes beside the old one, which goes when the new one is available. */
function planSurge(nodes: readonly DaemonNode[], view: DaemonSetView, wanted: number): DaemonSetPlan {
  const limit = intOrPercent(view.set.spec.updateStrategy?.rollingUpdate?.maxSurge, wanted, Math.ceil);
  const pairs = nodes.map((node) => ({ node, ...pairOf(node, view) }));
  const surging = pairs.filter(
    ({ older, newer }) => older !== undefined && newer !== undefined && !isAvailable(newer, view),
  ).length;
  const alone = pairs.filter(({ older, newer }) => older !== undefined && newer === undefined);
  const isUnwell = ({ older }: (typeof alone)[number]) => older !== undefined && !isAvailable(older, view);
  const replaced = pairs.flatMap(({ older, newer }) =>
    older !== undefined && newer !== undefined && isAvailable(newer, view) ? [older] : [],
  );
  const misplaced = alone.filter((pair) => !pair.node.shouldRun && isUnwell(pair));
  const allowed = alone.filter((pair) => pair.node.shouldRun && isUnwell(pair));
  const others = alone.filter((pair) => pair.node.shouldRun && !isUnwell(pair));
  return {
    create: [...allowed, ...others.slice(0, Math.max(0, limit - surging))].map(({ node }) => node.name),
    delete: [...replaced, ...misplaced.flatMap(({ older }) => older ?? [])],
  };
}

interface Pair {
  readonly older: Readonly<Pod> | undefined;
  readonly newer: Readonly<Pod> | undefined;
}

/** What of a node's pods stays, of the old template and of the new. */
function pairOf({ pods }: DaemonNode, { hash }: DaemonSetView): Pair {
  const staying = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const isNew = ({ metadata }: Readonly<Pod>) => metadata.labels?.[HASH_LABEL] === hash;
  return { older: staying.find((pod) => !isNew(pod)), newer: staying.find(isNew) };
}

/** At least one, or nothing could ever move. */
function unavailableOf({ set }: DaemonSetView, wanted: number): number {
  const { maxUnavailable } = set.spec.updateStrategy?.rollingUpdate ?? {};
  return Math.max(1, intOrPercent(maxUnavailable ?? 1, wanted, Math.ceil));
}
