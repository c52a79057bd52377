import type { Namespace, Node, Pod } from '@banyan/api/objects';
import { amounts, podRequests, sum, type Amounts } from './pod-requests.ts';

/** A node with what is on it. */
export interface NodeView {
  readonly node: Readonly<Node>;
  readonly name: string;
  readonly pods: readonly Readonly<Pod>[];
  readonly requested: Amounts;
  readonly allocatable: Amounts;
}

/** Everything that a decision may look at. */
export interface ClusterSnapshot {
  readonly nodes: readonly NodeView[];
  namespaceLabels(name: string): Readonly<Record<string, string>>;
  /** Why the pod's volumes keep it off a node; undefined: they do not. */
  volumeProblem(pod: Readonly<Pod>, node: Readonly<Node>): string | undefined;
}

export function nodeView(node: Readonly<Node>, pods: readonly Readonly<Pod>[]): NodeView {
  return {
    node,
    name: node.metadata.name ?? '',
    pods,
    requested: pods.map(podRequests).reduce<Record<string, number>>(sum, {}),
    allocatable: amounts(node.status?.allocatable ?? node.status?.capacity),
  };
}

export function labelsOf(namespace: Readonly<Namespace> | undefined): Readonly<Record<string, string>> {
  return namespace?.metadata.labels ?? {};
}
