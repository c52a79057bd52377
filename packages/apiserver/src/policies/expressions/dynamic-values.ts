import { Duration } from '@marcbachmann/cel-js/evaluator';
import { isPlainObject } from './plain-object.ts';
import { RAW, type CelObject } from '../../custom/schema/rules/cel-values.ts';
import { Message } from '../../custom/schema/rules/library/messages.ts';

/** JSON as an expression sees it that knows nothing of its type. */
export function toDynamic(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(toDynamic);
  if (!isPlainObject(value)) return value ?? null;
  const made = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) made.set(name, toDynamic(member));
  return made;
}

/** What an expression made, as JSON. Throws an Error for what JSON has no form for. */
export function toJson(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    case 'object':
      return value === null ? null : objectToJson(value);
    case 'string':
    case 'boolean':
    case 'number':
      return value;
    default:
      throw new Error(`a value of type ${typeof value} has no form in JSON`);
  }
}

function objectToJson(value: object): unknown {
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map) return membersToJson(value);
  if (value instanceof Message) return membersToJson(Message.fieldsOf(value));
  if (value instanceof Date) return value.toISOString().replace(/\.?0*Z$/, 'Z');
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Duration) return `${value.valueOf() / 1000}s`;
  if (isPlainObject(value)) return membersToJson(new Map(Object.entries(value)));
  if (RAW in value) return (value as CelObject)[RAW];
  throw new Error('the value has no form in JSON');
}

function membersToJson(members: ReadonlyMap<unknown, unknown>): Record<string, unknown> {
  const entries = Array.from(members, ([key, member]) => {
    if (typeof key !== 'string') throw new Error(`map key ${String(key)} is no string`);
    return [key, toJson(member)] as const;
  });
  return Object.fromEntries(entries);
}
