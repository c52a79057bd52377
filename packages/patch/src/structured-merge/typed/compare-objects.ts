import {
  isJsonArray,
  isJsonObject,
  jsonEqual,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '../../json-value.ts';
import { FieldSetBuilder, type FieldSet } from '../field-set/field-set.ts';
import { fieldElement, type PathElement } from '../field-set/path-element.ts';
import { shapeOf, type FieldType, type ListType, type MapType, type Shape } from './field-type.ts';
import { listItemElement } from './list-item-element.ts';

/** What differs between two objects. No field is in two of the sets. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** Both objects must be valid for the type; duplicates in lists are compared as one atomic value. */
export function compareObjects(type: FieldType, before: JsonValue, after: JsonValue): Comparison {
  const walker = new CompareWalker();
  walker.compare(type, before, after);
  return walker.result();
}

type Maybe = JsonValue | undefined;

class CompareWalker {
  readonly #added = new FieldSetBuilder();
  readonly #modified = new FieldSetBuilder();
  readonly #removed = new FieldSetBuilder();
  readonly #path: PathElement[] = [];

  result(): Comparison {
    return {
      added: this.#added.build(),
      modified: this.#modified.build(),
      removed: this.#removed.build(),
    };
  }

  compare(type: FieldType, before: Maybe, after: Maybe): void {
    if (before === after) return;
    let leaf: boolean;
    if (after === undefined) {
      leaf = this.#compareAs(shapeOf(type, before ?? null), type, before, after);
    } else {
      const shape = shapeOf(type, after);
      // A value that changed its shape is compared as both: the old one goes, the new one comes.
      if (before !== undefined && changedShape(type, before, after)) {
        this.#compareAs(shapeOf(type, before), type, before, after);
      }
      leaf = this.#compareAs(shape, type, before, after);
    }
    if (leaf) return;
    if (before === undefined) this.#added.add(this.#path);
    else if (after === undefined) this.#removed.add(this.#path);
  }

  /** Says whether the value was compared as a leaf. */
  #compareAs(shape: Shape, type: FieldType, before: Maybe, after: Maybe): boolean {
    if (shape === 'map' && type.map !== undefined) return this.#compareMaps(type.map, before, after);
    if (shape === 'list' && type.list !== undefined) return this.#compareLists(type.list, before, after);
    if (shape === 'scalar') return this.#compareLeaf(before, after);
    return false;
  }

  #compareLeaf(before: Maybe, after: Maybe): true {
    if (before === undefined) this.#added.add(this.#path);
    else if (after === undefined) this.#removed.add(this.#path);
    else if (!jsonEqual(before, after)) this.#modified.add(this.#path);
    return true;
  }

  #compareMaps(map: MapType, before: Maybe, after: Maybe): boolean {
    const old = isJsonObject(before) ? before : {};
    const now = isJsonObject(after) ? after : {};
    // Nothing on both sides: a leaf, so that null, absent and empty stay different.
    if (map.atomic || (isEmptyMap(old) && isEmptyMap(now))) return this.#compareLeaf(before, after);
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      this.#below(fieldElement(name), map.fieldType(name), ownValue(old, name), ownValue(now, name));
    }
    return false;
  }

  #compareLists(list: ListType, before: Maybe, after: Maybe): boolean {
    const old = isJsonArray(before) ? before : [];
    const now = isJsonArray(after) ? after : [];
    if (list.atomic || (old.length === 0 && now.length === 0)) return this.#compareLeaf(before, after);
    const oldItems = groupByElement(list, old);
    const newItems = groupByElement(list, now);
    for (const element of new Set([...oldItems.keys(), ...newItems.keys()])) {
      this.#compareItems(list, element, oldItems.get(element) ?? [], newItems.get(element) ?? []);
    }
    return false;
  }

  #compareItems(
    list: ListType,
    element: PathElement,
    old: readonly JsonValue[],
    now: readonly JsonValue[],
  ): void {
    const path = [...this.#path, element];
    if (old.length <= 1 && now.length <= 1) {
      this.#below(element, list.items, old[0], now[0]);
    } else if (old.length > 1 && now.length > 1) {
      if (!jsonEqual(old, now)) this.#modified.add(path);
    } else if (old.length > 1) {
      this.#below(element, list.items, undefined, now[0]);
      this.#removed.add(path);
    } else {
      this.#below(element, list.items, old[0], undefined);
      this.#added.add(path);
    }
  }

  #below(element: PathElement, type: FieldType | undefined, before: Maybe, after: Maybe): void {
    this.#path.push(element);
    this.compare(type ?? {}, before, after);
    this.#path.pop();
  }
}

function isEmptyMap(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}

/** Null fits every shape that the type has, so it differs only from a value of a type with several. */
function changedShape(type: FieldType, before: JsonValue, after: JsonValue): boolean {
  if (before === null || after === null) {
    const shapes =
      Number(type.scalar !== undefined) + Number(type.list !== undefined) + Number(type.map !== undefined);
    return shapes > 1 && before !== after;
  }
  return shapeOf(type, before) !== shapeOf(type, after);
}

function groupByElement(list: ListType, items: readonly JsonValue[]): Map<PathElement, JsonValue[]> {
  const groups = new Map<PathElement, JsonValue[]>();
  for (const item of items) {
    const element = listItemElement(list, item);
    const group = groups.get(element);
    if (group === undefined) groups.set(element, [item]);
    else group.push(item);
  }
  return groups;
}
