import { canonicalQuantity } from '@banyan/api/quantity';
import { integerOf, type JsonNode } from '../json/json-node.ts';
import { DOES_NOT_FIT, type CustomType, type ReadResult } from './custom-type.ts';
import { parseGoQuantity } from './go-quantity.ts';
import { parseTime, type TimeFormat } from './go-time.ts';

const INT32_MAX = 2 ** 31 - 1;

/** metav1.Time and metav1.MicroTime. */
export function timeType(format: TimeFormat): CustomType {
  return {
    zero: null,
    write: (value) => {
      const parsed = typeof value === 'string' ? parseTime(value, format) : undefined;
      if (parsed === undefined || 'error' in parsed) throw DOES_NOT_FIT;
      return parsed.text;
    },
    read: (node) => {
      if (node.kind !== 'string') return mismatch(node.kind, 'string');
      const parsed = parseTime(node.value, format);
      return 'error' in parsed ? { failure: parsed.error } : { value: node.value };
    },
  };
}

/** resource.Quantity: text, or a number that is read as its text. */
export const quantityType: CustomType = {
  zero: '0',
  write: (value) => {
    if (typeof value !== 'string' && typeof value !== 'number') throw DOES_NOT_FIT;
    const parsed = parseGoQuantity(String(value));
    if ('error' in parsed) throw DOES_NOT_FIT;
    return parsed.text;
  },
  settle: (value) => canonicalQuantity(value as string | number) ?? value,
  read: (node) => {
    const text = quantityText(node);
    const parsed = parseGoQuantity(text);
    return 'error' in parsed ? { failure: parsed.error } : { value: text };
  },
};

/** It looks at the JSON itself, so nothing with an escape in it is a quantity, and nothing but text and numbers. */
function quantityText(node: JsonNode): string {
  if (node.kind === 'number') return node.text;
  return node.kind === 'string' && !node.escaped ? node.value : '';
}

/** intstr.IntOrString: the integer has 32 bits. */
export const intOrStringType: CustomType = {
  zero: 0,
  write: (value) => {
    if (typeof value === 'string') return value;
    if (!Number.isInteger(value) || Math.abs(Number(value)) > INT32_MAX + 1 || value === INT32_MAX + 1)
      throw DOES_NOT_FIT;
    return Number(value) + 0;
  },
  read: (node) => {
    if (node.kind === 'string') return { value: node.value };
    if (node.kind !== 'number') return mismatch(node.kind, 'int32');
    const integer = integerOf(node.text);
    if (integer === undefined || BigInt.asIntN(32, integer) !== integer)
      return mismatch(`number ${node.text}`, 'int32');
    return { value: Number(integer) };
  },
};

function mismatch(value: string, type: string): ReadResult {
  return { failure: { value, type, struct: '', field: '' } };
}
