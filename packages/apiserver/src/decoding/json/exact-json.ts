export { exactJson } from './write-exact-json.ts';
import { plainValue } from './json-node.ts';
import { parseJsonNodes } from './parse-json-nodes.ts';

/** Sixteen digits may be more than a number holds, wherever they are. */
const LONG_NUMBER = /\d{16}/;

/** As JSON.parse, of what `exactJson` wrote. */
export function parseExactJson(text: string): unknown {
  return LONG_NUMBER.test(text)
    ? plainValue(parseJsonNodes(Buffer.from(text)))
    : (JSON.parse(text) as unknown);
}
