import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json-value.ts';
import { FieldSet } from '../field-set/field-set.ts';
import { fieldElement, type PathElement } from '../field-set/path-element.ts';
import { shapeOf, type FieldType, type ListType, type MapType } from './field-type.ts';
import { listItemElement } from './list-item-element.ts';

/**
 * Every leaf and every item that an object mentions: what whoever applies it owns. The object must be valid
 * for the type (`validateObject`); items of a list that appear twice are owned as one, without their fields.
 */
export function toFieldSet(type: FieldType, value: JsonValue): FieldSet {
  return walk(type, value).below;
}

interface Walked {
  /** The value is a leaf, so the field itself is owned. */
  readonly leaf: boolean;
  readonly below: FieldSet;
}

const LEAF: Walked = { leaf: true, below: FieldSet.EMPTY };
const NOTHING: Walked = { leaf: false, below: FieldSet.EMPTY };

type Node = readonly [PathElement, boolean, FieldSet];

function walk(type: FieldType, value: JsonValue): Walked {
  switch (shapeOf(type, value)) {
    case 'scalar':
      return LEAF;
    case 'map':
      if (type.map?.atomic === true) return LEAF;
      return type.map === undefined || !isJsonObject(value) ? NOTHING : walkMap(type.map, value);
    case 'list':
      if (type.list?.atomic === true) return LEAF;
      return type.list === undefined || !isJsonArray(value) ? NOTHING : walkList(type.list, value);
    case 'none':
      return NOTHING;
  }
}

function walkMap(map: MapType, value: JsonObject): Walked {
  const nodes: Node[] = [];
  for (const [name, inner] of Object.entries(value)) {
    const { leaf, below } = walk(map.fieldType(name) ?? {}, inner);
    nodes.push([fieldElement(name), leaf || isNothing(inner) || !map.isNamed(name), below]);
  }
  return { leaf: false, below: FieldSet.fromNodes(nodes) };
}

function isNothing(value: JsonValue): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

function walkList(list: ListType, value: readonly JsonValue[]): Walked {
  const nodes = new Map<PathElement, Node>();
  for (const item of value) {
    const element = listItemElement(list, item);
    const below = nodes.has(element) ? FieldSet.EMPTY : walk(list.items, item).below;
    nodes.set(element, [element, true, below]);
  }
  return { leaf: false, below: FieldSet.fromNodes(nodes.values()) };
}
