import { DecodeError } from '../decode-error.ts';

/**
 * JSON as it was written: members in their order, with duplicates; numbers as text. What JSON.parse loses and the
 * answers to odd bodies depend on.
 */
export type JsonNode =
  | { readonly kind: 'null' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'number'; readonly text: string }
  /** `escaped`: there was a backslash in it. */
  | { readonly kind: 'string'; readonly value: string; readonly escaped: boolean }
  | { readonly kind: 'array'; readonly items: JsonNode[] }
  | { readonly kind: 'object'; readonly members: JsonMember[] };

export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
}

/**
 * The real server reads 10,000 levels. Nothing deeper than this is kept here: reading, cloning and writing recurse,
 * and a few thousand levels are the end of the stack. No object of real life has a hundred.
 */
export const MAX_KEPT_DEPTH = 500;

/** The value without what JSON.parse would lose, except that integers stay exact. Of duplicates the last counts. */
export function plainValue(node: JsonNode, depth = 0): unknown {
  if (depth > MAX_KEPT_DEPTH) throw tooDeep();
  switch (node.kind) {
    case 'null':
      return null;
    case 'bool':
    case 'string':
      return node.value;
    case 'number':
      return plainNumber(node.text);
    case 'array':
      return node.items.map((item) => plainValue(item, depth + 1));
    case 'object': {
      const object: Record<string, unknown> = {};
      for (const { key, value } of node.members) setMember(object, key, plainValue(value, depth + 1));
      return object;
    }
  }
}

export function tooDeep(): DecodeError {
  return new DecodeError(`exceeded max depth of ${MAX_KEPT_DEPTH}`);
}

/** `__proto__` is a name like any other. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Nineteen digits are the most that 64 bits hold: reading longer ones only costs time. */
const INTEGER = /^-?\d{1,19}$/;
const INT64_MAX = 2n ** 63n - 1n;

/** An integer of 64 bits, or undefined: a fraction, an exponent, or too large. */
export function integerOf(text: string): bigint | undefined {
  if (!INTEGER.test(text)) return undefined;
  const value = BigInt(text);
  return value <= INT64_MAX && value >= -INT64_MAX - 1n ? value : undefined;
}

/** A number, or a bigint for what a number would round. */
export function plainInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Integers of 64 bits stay exact; everything else is a double, as in the real server. */
function plainNumber(text: string): number | bigint {
  const integer = integerOf(text);
  return integer === undefined ? Number(text) : plainInteger(integer);
}
