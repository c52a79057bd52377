import type { JsonValue } from '../../json-value.ts';
import type { PathElement } from '../field-set/path-element.ts';
import type { ListType } from './field-type.ts';
import { listItemElement } from './list-item-element.ts';

type MergeItem = (live: JsonValue | undefined, applied: JsonValue | undefined) => JsonValue | undefined;

/**
 * Items of both lists, each once. The order is the applied one's where both have an item; what only the
 * live list has keeps its place relative to the items around it.
 */
export function mergeLists(
  list: ListType,
  live: readonly JsonValue[],
  applied: readonly JsonValue[],
  mergeItem: MergeItem,
): JsonValue | undefined {
  const merged = new ListMerge(list, live, applied, mergeItem).run();
  return merged.length === 0 ? undefined : merged;
}

class ListMerge {
  readonly #live: readonly JsonValue[];
  readonly #mergeItem: MergeItem;
  readonly #liveElements: readonly PathElement[];
  readonly #appliedElements: readonly PathElement[];
  readonly #liveItems: ReadonlyMap<PathElement, JsonValue>;
  readonly #appliedItems: ReadonlyMap<PathElement, JsonValue>;
  /** Elements of both lists that are still to come, in the applied order. */
  readonly #shared: PathElement[];
  readonly #done = new Set<PathElement>();
  readonly #out: JsonValue[] = [];

  constructor(
    list: ListType,
    live: readonly JsonValue[],
    applied: readonly JsonValue[],
    mergeItem: MergeItem,
  ) {
    this.#live = live;
    this.#mergeItem = mergeItem;
    this.#liveElements = live.map((item) => listItemElement(list, item));
    this.#appliedElements = applied.map((item) => listItemElement(list, item));
    this.#liveItems = indexItems(this.#liveElements, live);
    this.#appliedItems = indexItems(this.#appliedElements, applied);
    this.#shared = this.#appliedElements.filter((element) => this.#liveItems.has(element));
  }

  run(): JsonValue[] {
    let live = 0;
    let applied = 0;
    while (live < this.#liveElements.length || applied < this.#appliedElements.length) {
      const mine = this.#liveElements[live];
      const theirs = this.#appliedElements[applied];
      if (mine !== undefined && mine === theirs) {
        this.#takeApplied(mine);
        this.#shared.shift();
        live++;
        applied++;
        continue;
      }
      if (mine !== undefined && theirs !== undefined && this.#comesLater(mine)) {
        live++;
        continue;
      }
      if (mine !== undefined && !this.#appliedItems.has(mine)) {
        this.#take(this.#live[live], undefined);
        live++;
        continue;
      }
      if (mine !== undefined && this.#done.has(mine)) live++;
      if (theirs !== undefined) {
        this.#takeApplied(theirs);
        if (this.#shared[0] === theirs) this.#shared.shift();
        applied++;
      }
    }
    return this.#out;
  }

  /** The element is in both lists, and the applied one wants another first. */
  #comesLater(element: PathElement): boolean {
    return this.#appliedItems.has(element) && this.#shared.length > 0 && this.#shared[0] !== element;
  }

  #takeApplied(element: PathElement): void {
    this.#done.add(element);
    this.#take(this.#liveItems.get(element), this.#appliedItems.get(element));
  }

  #take(live: JsonValue | undefined, applied: JsonValue | undefined): void {
    const item = this.#mergeItem(live, applied);
    if (item !== undefined) this.#out.push(item);
  }
}

/** Duplicates are not merged with anything: their value is null. */
function indexItems(
  elements: readonly PathElement[],
  items: readonly JsonValue[],
): ReadonlyMap<PathElement, JsonValue> {
  const index = new Map<PathElement, JsonValue>();
  for (const [at, element] of elements.entries()) {
    index.set(element, index.has(element) ? null : (items[at] ?? null));
  }
  return index;
}
