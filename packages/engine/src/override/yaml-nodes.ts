import { isMap, isSeq, Pair, Scalar, YAMLMap, YAMLSeq, type Node } from 'yaml';
import type { JsonValue } from '@banyan/patch';
import { AS_WRITTEN, keyText } from './yaml-values.ts';

type JsonMap = Readonly<Record<string, JsonValue>>;

export interface NodeUpdate {
  readonly node: Node | null | undefined;
  /** What the node says. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue;
}

/**
 * The node for a new value, with as much of the old node as says the same. The document must be read with the failsafe
 * schema, where every scalar is the text that was written.
 */
export function updateYamlNode({ node, before, after }: NodeUpdate): Node {
  if (node != null && after === before) return node;
  if (isMap(node) && isJsonMap(before) && isJsonMap(after)) {
    updateMap(node, before, after);
    return node;
  }
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after)) {
    node.items = updatedItems(node, before as JsonValue[], after as JsonValue[]);
    return node;
  }
  return newYamlNode(after);
}

function updateMap(node: YAMLMap, before: JsonMap, after: JsonMap): void {
  node.items = node.items.filter(({ key }) => Object.hasOwn(after, keyText(key)));
  const present = new Set<string>();
  for (const pair of node.items) {
    const key = keyText(pair.key);
    present.add(key);
    pair.value = updateYamlNode({
      node: pair.value as Node | null,
      before: before[key],
      after: after[key] ?? null,
    });
  }
  for (const [key, value] of Object.entries(after)) {
    if (!present.has(key)) node.items.push(new Pair(newYamlNode(key), newYamlNode(value)));
  }
}

/** An item that only moved keeps its node. */
function updatedItems(node: YAMLSeq, before: readonly JsonValue[], after: readonly JsonValue[]): unknown[] {
  const nodes = node.items as Node[];
  const isShifted = before.length !== after.length;
  return after.map((value, index) => {
    const from = isShifted ? before.indexOf(value) : index;
    return updateYamlNode({ node: nodes[from], before: before[from], after: value });
  });
}

/** Written so that no reader takes a text for anything else. */
export function newYamlNode(value: JsonValue): Node {
  if (Array.isArray(value)) {
    const list = new YAMLSeq();
    list.items = value.map((item: JsonValue) => newYamlNode(item));
    if (list.items.length === 0) list.flow = true;
    return list;
  }
  if (isJsonMap(value)) {
    const map = new YAMLMap();
    map.items = Object.entries(value).map(
      ([key, inner]) => new Pair<unknown, unknown>(newYamlNode(key), newYamlNode(inner)),
    );
    if (map.items.length === 0) map.flow = true;
    return map;
  }
  if (typeof value === 'string' && value.startsWith(AS_WRITTEN))
    return new Scalar(value.slice(AS_WRITTEN.length));
  const scalar = new Scalar(typeof value === 'string' ? value : JSON.stringify(value));
  if (typeof value === 'string' && isAmbiguous(value)) scalar.type = 'QUOTE_DOUBLE';
  return scalar;
}

/** Texts that some reader of YAML 1.1 or 1.2 takes for something else. */
function isAmbiguous(text: string): boolean {
  return /^(?:|~|=|<<|y|n|yes|no|on|off|true|false|null|[-+.]?[.\d].*|[-+]?\.(?:inf|nan))$/i.test(text);
}

function isJsonMap(value: JsonValue | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
