import type { Node, Pod } from '@banyan/api/objects';
import type { ClusterObjects, ObjectEvent } from '../cluster/cluster-objects.ts';
import { NODES, PODS } from '../cluster/resources.ts';
import type { NodeView } from './cluster-snapshot.ts';
import { NodeContent } from './node-content.ts';

/** All nodes with what is on them, kept up to date. */
export class NodeTable {
  readonly #nodes = new Map<string, NodeContent>();
  /** Pods whose node is not there, or not yet. */
  readonly #strays = new Map<string, Map<string, Readonly<Pod>>>();

  constructor(objects: ClusterObjects) {
    for (const object of objects.list(NODES)) this.#node({ type: 'ADDED', object, old: undefined });
    for (const object of objects.list(PODS)) this.#pod({ type: 'ADDED', object, old: undefined });
    objects.listen(NODES, (event) => this.#node(event));
    objects.listen(PODS, (event) => this.#pod(event));
  }

  views(): NodeView[] {
    return [...this.#nodes.values()];
  }

  /** Counts a pod that is about to be bound. Returns what takes that back. */
  assume(pod: Readonly<Pod>, node: string): () => void {
    const assumed = { ...pod, spec: { ...pod.spec, nodeName: node } };
    this.#put(node, assumed);
    return () => {
      if (this.#nodes.get(node)?.find(pod) === assumed) this.#take(node, pod);
    };
  }

  #node({ type, object }: ObjectEvent<Node>): void {
    const { name = '' } = object.metadata;
    const content = this.#nodes.get(name);
    if (type === 'DELETED') {
      this.#nodes.delete(name);
      for (const pod of content?.pods ?? []) this.#put(name, pod);
    } else if (content !== undefined) content.node = object;
    else {
      this.#nodes.set(name, new NodeContent(object, this.#strays.get(name)?.values()));
      this.#strays.delete(name);
    }
  }

  #pod({ type, object, old }: ObjectEvent<Pod>): void {
    const before = old?.spec.nodeName ?? '';
    const after = object.spec.nodeName ?? '';
    const isOver =
      type === 'DELETED' || object.status?.phase === 'Succeeded' || object.status?.phase === 'Failed';
    if (before !== '' && before !== after) this.#take(before, object);
    if (after === '') return;
    if (isOver) this.#take(after, object);
    else this.#put(after, object);
  }

  #put(node: string, pod: Readonly<Pod>): void {
    const content = this.#nodes.get(node);
    if (content !== undefined) return content.put(pod);
    const strays = this.#strays.get(node) ?? new Map<string, Readonly<Pod>>();
    this.#strays.set(node, strays);
    strays.set(textOf(pod), pod);
  }

  #take(node: string, pod: Readonly<Pod>): void {
    this.#nodes.get(node)?.take(pod);
    const strays = this.#strays.get(node);
    strays?.delete(textOf(pod));
    if (strays?.size === 0) this.#strays.delete(node);
  }
}

function textOf({ metadata: { namespace = '', name = '' } }: Readonly<Pod>): string {
  return `${namespace}/${name}`;
}
