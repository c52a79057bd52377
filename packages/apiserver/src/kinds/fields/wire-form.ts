import type { GoField, GoStruct, GoType } from '@banyan/api';
import { canonicalQuantity } from './quantity.ts';

type Fields = Record<string, unknown>;

/**
 * Brings an object of a built-in kind into the form in which the real server writes it: nulls and empty optional
 * values are gone, structs that are always there are there (`resources: {}`), other fields that are always written
 * are zero if they were not given (an empty list is as good as none), quantities are canonical. Changes the object,
 * which has nothing that its type cannot hold. Idempotent.
 */
export function toWireForm(object: Fields, struct: GoStruct): void {
  const { known, always } = planOf(struct);
  for (const name of Object.keys(object)) {
    const field = known.get(name);
    if (field === undefined) continue;
    const value = wireValue(object[name], field.type);
    if (value === undefined || (!always.has(name) && isEmpty(value, field.type))) delete object[name];
    else object[name] = value;
  }
  for (const [name, type] of always) if (object[name] === undefined) object[name] = zeroOf(type);
}

/** What a struct says of its fields, worked out once. */
interface Plan {
  readonly known: ReadonlyMap<string, GoField>;
  /** Those that are written whatever they are. */
  readonly always: ReadonlyMap<string, GoType>;
}

const plans = new WeakMap<GoStruct, Plan>();

function planOf(struct: GoStruct): Plan {
  let plan = plans.get(struct);
  if (plan === undefined) {
    const always = struct.fields.filter(isAlwaysWritten).map(({ name, type }) => [name, type] as const);
    plan = { known: new Map(struct.fields.map((field) => [field.name, field])), always: new Map(always) };
    plans.set(struct, plan);
  }
  return plan;
}

/** Structs are never empty, and types that write themselves (times) are not either. */
function isAlwaysWritten({ type, omitEmpty, omitZero }: GoField): boolean {
  return !omitZero && (!omitEmpty || type.kind === 'struct' || type.kind === 'custom');
}

/** Undefined for what is as good as not given. */
function wireValue(value: unknown, type: GoType): unknown {
  if (value === undefined || value === null) return undefined;
  switch (type.kind) {
    case 'pointer':
      return wireValue(value, type.of) ?? value;
    case 'struct':
      toWireForm(value as Fields, type);
      return value;
    case 'list':
      return wireItems(value as unknown[], type.of);
    case 'map':
      wireEntries(value as Fields, type.of);
      return value;
    case 'custom':
      return isQuantity(type) ? (canonicalQuantity(value as string | number) ?? value) : value;
    default:
      return value;
  }
}

function wireItems(items: unknown[], type: GoType): unknown[] | undefined {
  if (items.length === 0) return undefined;
  if (isPlain(type)) return items;
  for (const [i, item] of items.entries()) items[i] = wireMember(item, type);
  return items;
}

function wireEntries(map: Fields, type: GoType): void {
  if (isPlain(type)) return;
  for (const [key, value] of Object.entries(map)) map[key] = wireMember(value, type);
}

function wireMember(value: unknown, type: GoType): unknown {
  return value === null ? zeroOf(type) : (wireValue(value, type) ?? value);
}

function isPlain({ kind }: GoType): boolean {
  return kind === 'string' || kind === 'bool' || kind === 'int';
}

/** A pointer to something empty is not empty: `replicas: 0` says something. */
function isEmpty(value: unknown, { kind }: GoType): boolean {
  switch (kind) {
    case 'pointer':
    case 'struct':
    case 'custom':
      return false;
    case 'map':
      return isEmptyObject(value as object);
    default:
      return value === '' || value === 0 || value === false;
  }
}

function zeroOf(type: GoType): unknown {
  switch (type.kind) {
    case 'string':
      return '';
    case 'bool':
      return false;
    case 'int':
    case 'uint':
    case 'float':
      return 0;
    case 'struct': {
      const empty: Fields = {};
      toWireForm(empty, type);
      return empty;
    }
    case 'custom':
      return zeroOfCustom(type.name);
    default:
      return null;
  }
}

function zeroOfCustom(name: string): unknown {
  if (name.endsWith('.Quantity')) return '0';
  return name.endsWith('.IntOrString') ? 0 : null;
}

function isQuantity(type: GoType): boolean {
  return type.kind === 'custom' && type.name.endsWith('.Quantity');
}

function isEmptyObject(value: object): boolean {
  for (const _ in value) return false;
  return true;
}
