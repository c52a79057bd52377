import type { Node, Pod } from '@banyan/api/objects';
import { controllerOf } from '../cluster/cluster-objects.ts';
import { amounts, podRequests, type Amounts } from './pod-requests.ts';
import type { NodeView } from './cluster-snapshot.ts';

/** A node with what is on it, counted as pods come and go: none is looked at twice. */
export class NodeContent implements NodeView {
  #node: Readonly<Node>;
  #allocatable: Amounts;
  readonly #pods = new Map<string, { readonly pod: Readonly<Pod>; readonly requests: Amounts }>();
  readonly #repelling = new Map<string, Readonly<Pod>>();
  readonly #requested: Record<string, number> = {};
  readonly #controlled = new Map<string, number>();

  constructor(node: Readonly<Node>, pods: Iterable<Readonly<Pod>> = []) {
    this.#node = node;
    this.#allocatable = allocatableOf(node);
    for (const pod of pods) this.put(pod);
  }

  get node(): Readonly<Node> {
    return this.#node;
  }

  set node(node: Readonly<Node>) {
    this.#node = node;
    this.#allocatable = allocatableOf(node);
  }

  get name(): string {
    return this.#node.metadata.name ?? '';
  }

  get pods(): Readonly<Pod>[] {
    return [...this.#pods.values()].map(({ pod }) => pod);
  }

  get repelling(): Iterable<Readonly<Pod>> {
    return this.#repelling.values();
  }

  get requested(): Amounts {
    return this.#requested;
  }

  get allocatable(): Amounts {
    return this.#allocatable;
  }

  countOf(controllerUid: string): number {
    return this.#controlled.get(controllerUid) ?? 0;
  }

  /** The pod as it is here now; undefined if it is not. */
  find(pod: Readonly<Pod>): Readonly<Pod> | undefined {
    return this.#pods.get(keyOf(pod))?.pod;
  }

  /** In the place of an earlier version of itself. */
  put(pod: Readonly<Pod>): void {
    this.take(pod);
    const requests = podRequests(pod);
    this.#pods.set(keyOf(pod), { pod, requests });
    if (repels(pod)) this.#repelling.set(keyOf(pod), pod);
    this.#count(pod, requests, 1);
  }

  take(pod: Readonly<Pod>): void {
    const here = this.#pods.get(keyOf(pod));
    if (here === undefined) return;
    this.#pods.delete(keyOf(pod));
    this.#repelling.delete(keyOf(pod));
    this.#count(here.pod, here.requests, -1);
  }

  #count(pod: Readonly<Pod>, requests: Amounts, sign: 1 | -1): void {
    for (const [name, amount] of Object.entries(requests))
      this.#requested[name] = (this.#requested[name] ?? 0) + sign * amount;
    const controller = controllerOf(pod)?.uid;
    if (controller === undefined) return;
    const count = this.countOf(controller) + sign;
    if (count > 0) this.#controlled.set(controller, count);
    else this.#controlled.delete(controller);
  }
}

function allocatableOf({ status }: Readonly<Node>): Amounts {
  return amounts(status?.allocatable ?? status?.capacity);
}

function repels({ spec }: Readonly<Pod>): boolean {
  return (spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).length > 0;
}

function keyOf({ metadata: { namespace = '', name = '' } }: Readonly<Pod>): string {
  return `${namespace}/${name}`;
}
