import { DOES_NOT_FIT, type Tally } from './custom-type.ts';
import { parseBase64 } from './go-base64.ts';

/** Turns plain values of one Go type into what the real server would write of them. */
export interface TypeWriter {
  /** What is written of a value that was not given, or null. A new one each time. */
  zero(): unknown;
  /** Of anything but null. Throws DOES_NOT_FIT for what the type cannot read. Never changes the value. */
  write(value: unknown, tally: Tally): unknown;
  /**
   * The same for a value that fits its type: changed in place where it can be, returned where it cannot. An empty
   * list is as good as none, which is undefined, unless `keepsEmpty`: then it stays where one is always written.
   */
  settle(value: unknown, keepsEmpty: boolean): unknown;
  /** Nothing in such a value has to be settled. */
  readonly isPlain?: boolean;
}

export function scalarWriter(zero: unknown, fits: (value: unknown) => boolean): TypeWriter {
  return {
    zero: () => zero,
    write: (value) => {
      if (!fits(value)) throw DOES_NOT_FIT;
      return value;
    },
    settle: (value) => value,
    isPlain: true,
  };
}

/** Larger integers than a number holds come as bigint, and stay so. */
export function integerWriter(isSigned: boolean, bits: number): TypeWriter {
  const most = 2 ** (isSigned ? bits - 1 : bits) - 1;
  const least = isSigned ? -most - 1 : 0;
  return {
    zero: () => 0,
    write: (value) => {
      if (typeof value === 'bigint' && bits === 64) return value;
      if (!Number.isSafeInteger(value) || Number(value) > most || Number(value) < least) throw DOES_NOT_FIT;
      // Minus zero is zero.
      return Number(value) + 0;
    },
    settle: (value) => value,
    isPlain: true,
  };
}

/** Base64, as the server writes it. */
export const bytesWriter: TypeWriter = {
  zero: () => null,
  write: (value) => {
    const parsed = typeof value === 'string' ? parseBase64(value) : undefined;
    if (parsed === undefined || 'error' in parsed) throw DOES_NOT_FIT;
    return parsed.text;
  },
  settle: (value) => value,
  isPlain: true,
};
