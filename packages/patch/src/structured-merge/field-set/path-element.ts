import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json-value.ts';
import { compareText, goJson, goQuote } from './go-text.ts';

/**
 * One step of a field path, in the form that `fieldsV1` uses as its keys:
 *   f:replicas              a field of an object
 *   k:{"name":"web"}        the item of a list with these keys (names sorted)
 *   v:"10.0.0.1"            the item of a set with this value
 *   i:3                     the item at an index
 * Two elements are equal when their texts are.
 */
export type PathElement = string;

/** Where a field is: from the object's root down. The empty path is the object itself and never owned. */
export type FieldPath = readonly PathElement[];

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

export function keyElement(keys: JsonObject): PathElement {
  const names = Object.keys(keys);
  if (names.length > 1) names.sort(compareText);
  let text = '';
  for (const name of names) text += `${text && ','}${goJson(name)}:${goJson(keys[name] ?? null)}`;
  return `k:{${text}}`;
}

export function valueElement(value: JsonValue): PathElement {
  return `v:${goJson(value)}`;
}

/** A path of plain fields: `fieldPath('spec', 'replicas')`. */
export function fieldPath(...names: string[]): FieldPath {
  return names.map(fieldElement);
}

/**
 * An element of somebody else's `fieldsV1` in our form, or undefined when it is of a type from the future,
 * which is left out as the API server leaves it out. Throws a SyntaxError for what is no element at all.
 */
export function parseElement(text: string): PathElement | undefined {
  if (text.startsWith('f:')) return text;
  if (knownElements.has(text)) return knownElements.get(text);
  const element = parse(text);
  remember(knownElements, text, element);
  return element;
}

/** The same items are named in every object of an application and in every event about them. */
const knownElements = new Map<string, PathElement | undefined>();
const knownKeys = new Map<PathElement, JsonObject>();
/** A few hundred bytes each; beyond it, all are forgotten. */
const KNOWN_LIMIT = 4096;

function remember<T>(known: Map<string, T>, text: string, value: T): void {
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(text, value);
}

function parse(text: string): PathElement | undefined {
  if (text.length < 2 || text[1] !== ':') throw new SyntaxError(`${goQuote(text)} is no path element`);
  switch (text[0]) {
    case 'k':
      return keyElement(keysOf(text));
    case 'v':
      return valueElement(JSON.parse(text.slice(2)) as JsonValue);
    case 'i':
      return `i:${indexOf(text)}`;
    default:
      return undefined;
  }
}

/** A path as messages show it: `.spec.containers[name="web"].image`. */
export function fieldPathText(path: FieldPath): string {
  return path.map(elementText).join('');
}

export function elementText(element: PathElement): string {
  const rest = element.slice(2);
  switch (element[0]) {
    case 'f':
      return `.${rest}`;
    case 'k': {
      const keys = Object.entries(keysOf(element)).map(([name, value]) => `${name}=${valueText(value)}`);
      return `[${keys.join(',')}]`;
    }
    case 'v':
      return `[=${valueText(JSON.parse(rest) as JsonValue)}]`;
    default:
      return `[${rest}]`;
  }
}

function valueText(value: JsonValue): string {
  if (typeof value === 'string') return goQuote(value);
  if (isJsonArray(value)) return `[${value.map(valueText).join(',')}]`;
  if (isJsonObject(value)) {
    return Object.entries(value)
      .map(([name, inner]) => `${name}=${valueText(inner)}`)
      .join('');
  }
  return String(value);
}

const KIND_ORDER = 'fkvi';

/** The order in which the API server writes elements: fields, keys, values, indexes; numbers as numbers. */
export function compareElements(left: PathElement, right: PathElement): number {
  const kind = left[0] ?? '';
  if (kind !== right[0]) return KIND_ORDER.indexOf(kind) - KIND_ORDER.indexOf(right[0] ?? '');
  if (kind === 'f') return compareText(left, right);
  if (kind === 'k') return compareKeys(keysOf(left), keysOf(right));
  if (kind === 'i') return indexOf(left) - indexOf(right);
  return compareValues(JSON.parse(left.slice(2)) as JsonValue, JSON.parse(right.slice(2)) as JsonValue);
}

function keysOf(element: PathElement): JsonObject {
  const known = knownKeys.get(element);
  if (known !== undefined) return known;
  const keys = JSON.parse(element.slice(2)) as JsonValue;
  if (!isJsonObject(keys)) throw new SyntaxError(`${goQuote(element)} has no keys`);
  remember(knownKeys, element, keys);
  return keys;
}

function indexOf(element: PathElement): number {
  const index = Number(element.slice(2));
  if (!Number.isInteger(index)) throw new SyntaxError(`${goQuote(element)} has no index`);
  return index;
}

function compareKeys(left: JsonObject, right: JsonObject): number {
  const leftKeys = Object.entries(left);
  const rightKeys = Object.entries(right);
  for (const [index, [name, value]] of leftKeys.entries()) {
    const other = rightKeys[index];
    if (other === undefined) return 1;
    const order = compareText(name, other[0]) || compareValues(value, other[1]);
    if (order !== 0) return order;
  }
  return leftKeys.length - rightKeys.length;
}

/** Scalars of any types have an order: numbers, strings, booleans, lists, maps, null. */
function compareValues(left: JsonValue, right: JsonValue): number {
  const rank = valueRank(left) - valueRank(right);
  if (rank !== 0) return rank;
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (typeof left === 'number' || typeof left === 'boolean') return Number(left) - Number(right);
  return compareText(JSON.stringify(left), JSON.stringify(right));
}

function valueRank(value: JsonValue): number {
  if (typeof value === 'object') return isJsonArray(value) ? 3 : value === null ? 5 : 4;
  return ['number', 'string', 'boolean'].indexOf(typeof value);
}
