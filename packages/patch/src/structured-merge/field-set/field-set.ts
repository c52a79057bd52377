import { compareElements, type FieldPath, type PathElement } from './path-element.ts';

/** What a set knows of one element: whether the field itself is in the set, and which fields below it are. */
interface FieldNode {
  readonly member: boolean;
  readonly children: FieldSet | undefined;
}

const MEMBER: FieldNode = { member: true, children: undefined };

/**
 * A set of field paths, as a tree. A parent's membership says nothing of its children's, nor theirs of it.
 * Sets are never changed once made (sets share their parts); `FieldSetBuilder` makes them.
 */
export class FieldSet {
  static readonly EMPTY = new FieldSet(new Map());
  readonly #nodes: ReadonlyMap<PathElement, FieldNode>;

  private constructor(nodes: ReadonlyMap<PathElement, FieldNode>) {
    this.#nodes = nodes;
  }

  static of(...paths: FieldPath[]): FieldSet {
    const builder = new FieldSetBuilder();
    for (const path of paths) builder.add(path);
    return builder.build();
  }

  /** For builders only: nodes that are neither members nor have children are left out. */
  static fromNodes(nodes: Iterable<readonly [PathElement, boolean, FieldSet | undefined]>): FieldSet {
    const kept = new Map<PathElement, FieldNode>();
    for (const [element, member, children] of nodes) {
      const below = children?.isEmpty === true ? undefined : children;
      if (below !== undefined) kept.set(element, { member, children: below });
      else if (member) kept.set(element, MEMBER);
    }
    return kept.size === 0 ? FieldSet.EMPTY : new FieldSet(kept);
  }

  get isEmpty(): boolean {
    return this.#nodes.size === 0;
  }

  /** How many fields are in the set. */
  get size(): number {
    let size = 0;
    for (const { member, children } of this.#nodes.values()) size += Number(member) + (children?.size ?? 0);
    return size;
  }

  has(path: FieldPath): boolean {
    const [first, ...rest] = path;
    if (first === undefined) return false;
    if (rest.length === 0) return this.hasMember(first);
    return this.#nodes.get(first)?.children?.has(rest) ?? false;
  }

  hasMember(element: PathElement): boolean {
    return this.#nodes.get(element)?.member ?? false;
  }

  /** The fields below an element, relative to it. */
  below(element: PathElement): FieldSet {
    return this.#nodes.get(element)?.children ?? FieldSet.EMPTY;
  }

  /** The elements at the root of the set, in no particular order, with membership and what is below. */
  entries(): Iterable<readonly [PathElement, FieldNode]> {
    return this.#nodes;
  }

  /** The same in the API server's order. */
  sortedEntries(): readonly (readonly [PathElement, FieldNode])[] {
    const entries = [...this.#nodes];
    return entries.length > 1 ? entries.sort(([left], [right]) => compareElements(left, right)) : entries;
  }

  /** Every path, in the API server's order: the members of a level before what is below them. */
  *paths(prefix: FieldPath = []): Iterable<FieldPath> {
    const entries = this.sortedEntries();
    for (const [element, { member }] of entries) if (member) yield [...prefix, element];
    for (const [element, { children }] of entries) {
      if (children !== undefined) yield* children.paths([...prefix, element]);
    }
  }

  equals(other: FieldSet): boolean {
    if (this === other) return true;
    if (this.#nodes.size !== other.#nodes.size) return false;
    for (const [element, { member, children }] of this.#nodes) {
      const node = other.#nodes.get(element);
      if (node === undefined || node.member !== member) return false;
      if (!(children ?? FieldSet.EMPTY).equals(node.children ?? FieldSet.EMPTY)) return false;
    }
    return true;
  }

  union(other: FieldSet): FieldSet {
    if (other.isEmpty || this === other) return this;
    if (this.isEmpty) return other;
    const nodes = new Map(this.#nodes);
    for (const [element, node] of other.#nodes) {
      const mine = nodes.get(element);
      nodes.set(element, mine === undefined ? node : unionNode(mine, node));
    }
    return new FieldSet(nodes);
  }

  intersection(other: FieldSet): FieldSet {
    return this.#map((element, { member, children }) => {
      const node = other.#nodes.get(element);
      if (node === undefined) return undefined;
      const below = node.children && children?.intersection(node.children);
      return { member: member && node.member, children: below };
    });
  }

  /** Without the other's fields; a field that is only a parent or a child of one of them stays. */
  difference(other: FieldSet): FieldSet {
    if (other.isEmpty) return this;
    return this.#map((element, own) => {
      const node = other.#nodes.get(element);
      if (node === undefined) return own;
      const below = node.children === undefined ? own.children : own.children?.difference(node.children);
      return { member: own.member && !node.member, children: below };
    });
  }

  /** Without the other's fields and everything below them. */
  recursiveDifference(other: FieldSet): FieldSet {
    if (other.isEmpty) return this;
    return this.#map((element, own) => {
      const node = other.#nodes.get(element);
      if (node === undefined) return own;
      if (node.member) return undefined;
      const below =
        node.children === undefined ? own.children : own.children?.recursiveDifference(node.children);
      return { member: own.member, children: below };
    });
  }

  /** Only the fields that have no field of the set below them. */
  leaves(): FieldSet {
    return this.#map((_, { member, children }) =>
      children === undefined ? { member, children } : { member: false, children: children.leaves() },
    );
  }

  #map(change: (element: PathElement, node: FieldNode) => FieldNode | undefined): FieldSet {
    const nodes: (readonly [PathElement, boolean, FieldSet | undefined])[] = [];
    for (const [element, node] of this.#nodes) {
      const changed = change(element, node);
      if (changed !== undefined) nodes.push([element, changed.member, changed.children]);
    }
    return FieldSet.fromNodes(nodes);
  }
}

function unionNode(left: FieldNode, right: FieldNode): FieldNode {
  const below =
    left.children === undefined || right.children === undefined
      ? (left.children ?? right.children)
      : left.children.union(right.children);
  return { member: left.member || right.member, children: below };
}

/** Collects paths and makes a set of them. */
export class FieldSetBuilder {
  readonly #nodes = new Map<PathElement, { member: boolean; below: FieldSetBuilder | undefined }>();

  add(path: FieldPath): void {
    const [first, ...rest] = path;
    if (first === undefined) return;
    const node = this.#node(first);
    if (rest.length === 0) node.member = true;
    else (node.below ??= new FieldSetBuilder()).add(rest);
  }

  build(): FieldSet {
    return FieldSet.fromNodes(
      [...this.#nodes].map(([element, { member, below }]) => [element, member, below?.build()] as const),
    );
  }

  #node(element: PathElement): { member: boolean; below: FieldSetBuilder | undefined } {
    const known = this.#nodes.get(element);
    if (known !== undefined) return known;
    const node = { member: false, below: undefined };
    this.#nodes.set(element, node);
    return node;
  }
}
