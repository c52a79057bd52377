import { MAX_KEPT_DEPTH, type JsonMember, type JsonNode } from '../json/json-node.ts';
import { JsonSyntaxError } from '../json/json-syntax.ts';
import { parseJsonNodes } from '../json/parse-json-nodes.ts';
import { scalarNode } from './yaml-scalar.ts';

/** Half of a surrogate pair: YAML 1.1 has other escapes for such characters. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;
/** A longer key is none in YAML. */
const MAX_KEY_LENGTH = 1000;

/** Thrown for what is JSON, and has to be read as YAML all the same. */
const READ_AS_YAML = Symbol('read as YAML');

/**
 * Clients send JSON and call it YAML, kubectl first of all. Reads it as the JSON that it is, many times faster.
 * Undefined for what has to be read as YAML: it is no JSON, or has keys twice, whose lines are asked for.
 */
export function jsonInYaml(bytes: Buffer, text: string): JsonNode | undefined {
  if (!/^\s*[{[]/.test(text) || SURROGATE_ESCAPE.test(text)) return undefined;
  try {
    return asYaml(parseJsonNodes(bytes), 0);
  } catch (error) {
    if (error === READ_AS_YAML || error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** Numbers are read as YAML reads them (`1.0` is the integer 1), members come in the order of their keys. */
function asYaml(node: JsonNode, depth: number): JsonNode {
  if (depth > MAX_KEPT_DEPTH) throw READ_AS_YAML;
  switch (node.kind) {
    case 'number':
      return scalarNode(node.text, true);
    case 'string':
      return node.escaped ? { ...node, escaped: false } : node;
    case 'array':
      return { kind: 'array', items: node.items.map((item) => asYaml(item, depth + 1)) };
    case 'object':
      return { kind: 'object', members: membersAsYaml(node.members, depth) };
    default:
      return node;
  }
}

function membersAsYaml(members: readonly JsonMember[], depth: number): JsonMember[] {
  const keys = new Set(members.map(({ key }) => key));
  if (keys.size < members.length || members.some(({ key }) => key.length > MAX_KEY_LENGTH))
    throw READ_AS_YAML;
  return members
    .map(({ key, value }) => ({ key, value: asYaml(value, depth + 1) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}
