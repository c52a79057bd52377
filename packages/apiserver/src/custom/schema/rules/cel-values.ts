import { Duration } from '@marcbachmann/cel-js/evaluator';
import { goDuration } from '../values/time-formats.ts';
import { canonicalJson, hasOwn, isObject, type JsonObject } from '../values/json-value.ts';
import type { DeclType, ListDecl, ObjectDecl } from './decl-type.ts';

/** Makes what a rule sees of a JSON value. Objects are read member by member, when a rule asks for one. */
export type ToCel = (value: unknown) => unknown;

/** Not by name: an object may have members of any. */
export const RAW = Symbol('raw');
const SEEN = Symbol('seen');

/** An object as rules see it: members are properties by the names that rules use, undefined if they are not there. */
export interface CelObject {
  readonly [RAW]: JsonObject;
}

export type CelClass = new (raw: JsonObject) => CelObject;

/** Remembers of which list of JSON a list that is a set or a map was made: its order does not count. */
const UNORDERED = Symbol('unordered');

interface UnorderedList extends Array<unknown> {
  [UNORDERED]?: { readonly raw: readonly unknown[]; readonly type: ListDecl };
}

/** `classOf` gives the class that was registered for a type of object. */
export function toCel(type: DeclType, classOf: (type: ObjectDecl) => CelClass): ToCel {
  switch (type.kind) {
    case 'scalar':
      return scalarToCel(type.name);
    case 'list': {
      const item = toCel(type.element, classOf);
      return (value) => (Array.isArray(value) ? listToCel(value, type, item) : value);
    }
    case 'map': {
      const member = toCel(type.element, classOf);
      return (value) => (isObject(value) ? mapToCel(value, member) : value);
    }
    case 'object': {
      const Class = classOf(type);
      return (value) => (isObject(value) ? new Class(value) : value);
    }
  }
}

function listToCel(list: readonly unknown[], type: ListDecl, item: ToCel): unknown[] {
  const made: UnorderedList = list.map(item);
  if (type.listType !== 'atomic') made[UNORDERED] = { raw: list, type };
  return made;
}

function mapToCel(object: JsonObject, member: ToCel): Map<string, unknown> {
  const made = new Map<string, unknown>();
  for (const key of Object.keys(object)) made.set(key, member(object[key]));
  return made;
}

function scalarToCel(name: string): ToCel {
  switch (name) {
    case 'int':
      return (value) => (typeof value === 'number' ? BigInt(Math.trunc(value)) : value);
    case 'double':
      return (value) => (typeof value === 'bigint' ? Number(value) : value);
    case 'dyn':
      return (value) => (typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value);
    case 'bytes':
      return (value) => (typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value);
    case 'timestamp':
      return (value) => (typeof value === 'string' ? new Date(value) : value);
    case 'duration':
      return (value) => (typeof value === 'string' ? celDuration(value) : value);
    default:
      return (value) => value;
  }
}

function celDuration(text: string): Duration {
  const nanoseconds = goDuration(text) ?? 0n;
  return new Duration(nanoseconds / 1_000_000_000n, Number(nanoseconds % 1_000_000_000n));
}

/** A class whose properties read members of the JSON that it is made of. */
export function celClass(type: ObjectDecl, toCelOf: (type: DeclType) => ToCel): CelClass {
  class Value implements CelObject {
    readonly [RAW]: JsonObject;
    readonly [SEEN] = new Map<string, unknown>();

    constructor(raw: JsonObject) {
      this[RAW] = raw;
    }
  }
  for (const [escaped, { name, type: fieldType }] of type.fields) {
    const convert = toCelOf(fieldType);
    Object.defineProperty(Value.prototype, escaped, {
      get(this: Value): unknown {
        const seen = this[SEEN];
        if (seen.has(escaped)) return seen.get(escaped);
        const value = hasOwn(this[RAW], name) ? this[RAW][name] : undefined;
        const made = value === null || value === undefined ? undefined : convert(value);
        seen.set(escaped, made);
        return made;
      },
    });
  }
  return Value;
}

/** A text that two JSON values have in common if rules take them for equal. */
export function equalityText(value: unknown, type: DeclType): string {
  if (type.kind === 'list' && Array.isArray(value)) {
    const items = value.map((item) => equalityText(item, type.element));
    return `[${(type.listType === 'atomic' ? items : items.sort()).join(',')}]`;
  }
  if (type.kind === 'map' && isObject(value)) {
    const members = Object.keys(value).sort();
    return `{${members.map((key) => `${JSON.stringify(key)}:${equalityText(value[key], type.element)}`).join(',')}}`;
  }
  if (type.kind === 'object' && isObject(value)) {
    const present = [...type.fields].filter(([, { name }]) => hasOwn(value, name) && value[name] !== null);
    return `{${present.map(([key, { name, type: of }]) => `${key}:${equalityText(value[name], of)}`).join(',')}}`;
  }
  return canonicalJson(value);
}

/** Whether two lists are equal, if one of them is a set or a map; undefined if their order counts. */
export function unorderedEqual(left: unknown, right: unknown): boolean | undefined {
  const [a, b] = [(left as UnorderedList)[UNORDERED], (right as UnorderedList)[UNORDERED]];
  if (a === undefined || b === undefined) return undefined;
  return equalityText(a.raw, a.type) === equalityText(b.raw, a.type);
}

/** Sets and maps put together: what is there already is not added, of maps it is replaced. */
export function unorderedSum(left: unknown, right: unknown): unknown[] | undefined {
  const [a, b] = [(left as UnorderedList)[UNORDERED], (right as UnorderedList)[UNORDERED]];
  if (a === undefined || b === undefined) return undefined;
  const keyOf = (item: unknown): string => {
    const { type } = a;
    if (type.listType === 'set' || !isObject(item)) return equalityText(item, type.element);
    return canonicalJson(type.keys.map((key) => item[key]));
  };
  const [lefts, rights] = [left as unknown[], right as unknown[]];
  const result: UnorderedList = [...lefts];
  const raw = [...a.raw];
  const places = new Map(a.raw.map((item, index) => [keyOf(item), index]));
  for (const [index, item] of b.raw.entries()) {
    const place = places.get(keyOf(item)) ?? result.length;
    places.set(keyOf(item), place);
    result[place] = rights[index];
    raw[place] = item;
  }
  result[UNORDERED] = { raw, type: a.type };
  return result;
}
