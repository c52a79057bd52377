import type { Namespace, Node, Pod } from '@banyan/api/objects';
import type { Amounts } from './pod-requests.ts';

/** A node with what is on it. */
export interface NodeView {
  readonly node: Readonly<Node>;
  readonly name: string;
  readonly pods: readonly Readonly<Pod>[];
  /** Those of them that refuse company. */
  readonly repelling: Iterable<Readonly<Pod>>;
  readonly requested: Amounts;
  readonly allocatable: Amounts;
  /** How many pods of one controller are here. */
  countOf(controllerUid: string): number;
}

/** Everything that a decision may look at. */
export interface ClusterSnapshot {
  readonly nodes: readonly NodeView[];
  namespaceLabels(name: string): Readonly<Record<string, string>>;
  /** Why the pod's volumes keep it off a node; undefined: they do not. */
  volumeProblem(pod: Readonly<Pod>, node: Readonly<Node>): string | undefined;
}

/** What one pod's wishes about other pods come to, worked out once for all nodes. */
export interface Wishes {
  /** Why the pod may not be on a node; undefined: it may. */
  problemAt(node: NodeView): string | undefined;
  /** More is better. */
  scoreAt(node: NodeView): number;
}

export function labelsOf(namespace: Readonly<Namespace> | undefined): Readonly<Record<string, string>> {
  return namespace?.metadata.labels ?? {};
}
