import { plainValue } from './json-node.ts';
import { parseJsonNodes } from './parse-json-nodes.ts';

/** Sixteen digits may be more than a number holds, wherever they are. */
const LONG_NUMBER = /\d{16}/;

/** In Node since 21; not yet in TypeScript's library. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/**
 * As JSON.stringify, for objects that decoding made: integers that a number cannot hold are bigint there, and are
 * written with all their digits. As fast where there are none.
 */
export function exactJson(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'bigint' ? rawJSON(each.toString()) : each,
    );
  }
}

/** As JSON.parse, of what `exactJson` wrote. */
export function parseExactJson(text: string): unknown {
  return LONG_NUMBER.test(text)
    ? plainValue(parseJsonNodes(Buffer.from(text)))
    : (JSON.parse(text) as unknown);
}
