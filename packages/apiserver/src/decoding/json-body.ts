import { unrecognised } from './found-kind.ts';
import type { JsonNode } from './json/json-node.ts';
import { JsonSyntaxError } from './json/json-syntax.ts';
import { parseJsonNodes } from './json/parse-json-nodes.ts';

/** A body of JSON with all that is odd about it. Throws a DecodeError for what is no JSON. */
export function jsonNodes(bytes: Buffer): JsonNode {
  try {
    return parseJsonNodes(bytes);
  } catch (error) {
    throw error instanceof JsonSyntaxError ? unrecognised(error.message) : error;
  }
}
