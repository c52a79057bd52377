import type { Node, Pod } from '@banyan/api/objects';
import { keyOf, type ClusterObjects, type ObjectEvent } from '../cluster/cluster-objects.ts';
import { NODES, PODS } from '../cluster/resources.ts';
import { nodeView, type NodeView } from './cluster-snapshot.ts';

/** All nodes with what is on them, kept up to date: a decision looks at no pod twice. */
export class NodeTable {
  readonly #nodes = new Map<string, Readonly<Node>>();
  readonly #pods = new Map<string, Map<string, Readonly<Pod>>>();
  /** Made when asked for, dropped when something on the node changes. */
  readonly #views = new Map<string, NodeView>();

  constructor(objects: ClusterObjects) {
    for (const object of objects.list(NODES)) this.#node({ type: 'ADDED', object, old: undefined });
    for (const object of objects.list(PODS)) this.#pod({ type: 'ADDED', object, old: undefined });
    objects.listen(NODES, (event) => this.#node(event));
    objects.listen(PODS, (event) => this.#pod(event));
  }

  views(): NodeView[] {
    return [...this.#nodes].map(([name, node]) => {
      let view = this.#views.get(name);
      if (view === undefined) {
        view = nodeView(node, [...(this.#pods.get(name)?.values() ?? [])]);
        this.#views.set(name, view);
      }
      return view;
    });
  }

  /** Counts a pod that is about to be bound. Returns what takes that back. */
  assume(pod: Readonly<Pod>, node: string): () => void {
    const assumed = { ...pod, spec: { ...pod.spec, nodeName: node } };
    this.#put(node, assumed);
    return () => {
      if (this.#pods.get(node)?.get(textOf(pod)) === assumed) this.#take(node, pod);
    };
  }

  #node({ type, object }: ObjectEvent<Node>): void {
    const { name = '' } = object.metadata;
    this.#views.delete(name);
    if (type === 'DELETED') this.#nodes.delete(name);
    else this.#nodes.set(name, object);
  }

  #pod({ type, object, old }: ObjectEvent<Pod>): void {
    const before = old?.spec.nodeName;
    const after = object.spec.nodeName;
    if (before !== undefined && before !== '') this.#take(before, object);
    const isOver =
      type === 'DELETED' || object.status?.phase === 'Succeeded' || object.status?.phase === 'Failed';
    if (after === undefined || after === '') return;
    if (isOver) this.#take(after, object);
    else this.#put(after, object);
  }

  #put(node: string, pod: Readonly<Pod>): void {
    let pods = this.#pods.get(node);
    if (pods === undefined) this.#pods.set(node, (pods = new Map()));
    pods.set(textOf(pod), pod);
    this.#views.delete(node);
  }

  #take(node: string, pod: Readonly<Pod>): void {
    if (this.#pods.get(node)?.delete(textOf(pod)) === true) this.#views.delete(node);
  }
}

function textOf(pod: Readonly<Pod>): string {
  const { namespace = '', name } = keyOf(pod);
  return `${namespace}/${name}`;
}
