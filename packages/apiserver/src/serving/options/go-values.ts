import { badRequest } from '../../errors/api-error.ts';

const INT64_MAX = 2n ** 63n - 1n;

/** A whole number as Go reads it: 400 in its words for anything else. */
export function parseInteger(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  const value = BigInt(text);
  if (value > INT64_MAX || value < -INT64_MAX - 1n) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`);
  }
  return Number(value);
}

/** A parameter that is there counts as true unless it says that it is not. */
export function parseBoolean(text: string): boolean {
  return text !== '0' && text.toLowerCase() !== 'false';
}
