import type { JsonMember, JsonNode } from './json-node.ts';

/** A plain value as a node, with members in the order of their keys, as who writes a map as JSON does it. */
export function nodeOf(value: unknown): JsonNode {
  if (Array.isArray(value)) return { kind: 'array', items: value.map(nodeOf) };
  switch (typeof value) {
    case 'string':
      return { kind: 'string', value, escaped: false };
    case 'boolean':
      return { kind: 'bool', value };
    case 'number':
    case 'bigint':
      return { kind: 'number', text: String(value) };
    case 'object':
      return value === null ? { kind: 'null' } : { kind: 'object', members: membersOf(value) };
    default:
      return { kind: 'null' };
  }
}

function membersOf(object: object): JsonMember[] {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => ({ key, value: nodeOf(value) }));
}
