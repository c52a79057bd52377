import { isUtf8 } from 'node:buffer';
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml';
import type { Alias, Node, Pair, Scalar, YAMLMap } from 'yaml';
import { quoted } from '../../kinds/fields/go-text.ts';
import { DecodeError } from '../decode-error.ts';
import { MAX_KEPT_DEPTH, plainValue, tooDeep, type JsonNode } from '../json/json-node.ts';
import { AliasBudget } from './alias-budget.ts';
import { jsonInYaml } from './json-in-yaml.ts';
import { unreadableText, yamlProblem } from './yaml-problem.ts';
import { keyText, scalarNode, type YamlScalar } from './yaml-scalar.ts';

/**
 * Reading YAML costs some microseconds for each line, comma, bracket, dash and tag, and nothing else is done
 * meanwhile: this many take about a second. No one writes so much by hand, and programs send JSON.
 */
const MAX_STRUCTURE = 100_000;

export interface YamlNodes {
  /** Members in the order of their keys, each once: the real server makes JSON of the YAML first. */
  readonly node: JsonNode;
  /** Keys that are there twice: one text with a line for each, or none. */
  readonly duplicates: readonly string[];
}

/** Reads the first document of a YAML text as Kubernetes' YAML 1.1 reader does. Throws a DecodeError with its words. */
export function yamlNodes(bytes: Buffer): YamlNodes {
  const text = bytes.toString();
  const unreadable = isUtf8(bytes) ? unreadableText(text) : 'invalid leading UTF-8 octet';
  if (unreadable !== undefined) throw new DecodeError(`yaml: ${unreadable}`);
  const json = jsonInYaml(bytes, text);
  return json === undefined ? readYaml(text) : { node: json, duplicates: [] };
}

function readYaml(text: string): YamlNodes {
  requireModestStructure(text);
  const lines = new LineCounter();
  // Scalars are resolved here, so the parser is to leave them as text.
  const documents = parseAllDocuments(text, {
    schema: 'failsafe',
    lineCounter: lines,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    stringKeys: false,
  });
  const [document] = Array.isArray(documents) ? documents : [];
  if (document === undefined) return { node: { kind: 'null' }, duplicates: [] };
  // What follows the first document is not read.
  const problem = document.errors.find(({ message }) => !message.includes('in YAML stream'));
  if (problem !== undefined) throw new DecodeError(`yaml: ${yamlProblem(problem, text, lines)}`);
  return new YamlReader(lines).read(document.contents);
}

function requireModestStructure(text: string): void {
  let marks = 0;
  for (const _ of text.matchAll(/[\n,:[\]{}!&*]|[-?](?=\s)/g)) marks += 1;
  if (marks > MAX_STRUCTURE) throw new DecodeError('yaml: document has too much structure: send it as JSON');
}

class YamlReader {
  readonly #lines: LineCounter;
  /** As far as the document was read: an alias names what came before it. */
  readonly #anchors = new Map<string, Node>();
  readonly #budget = new AliasBudget();
  readonly #duplicates: string[] = [];
  #depth = 0;

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  read(contents: unknown): YamlNodes {
    const node = this.#value(contents);
    if (this.#duplicates.length === 0) return { node, duplicates: [] };
    return { node, duplicates: [['yaml: unmarshal errors:', ...this.#duplicates].join('\n  ')] };
  }

  #value(node: unknown): JsonNode {
    this.#budget.count();
    if (isAlias(node)) return this.#alias(node);
    if (isNode(node) && node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (isScalar(node)) return scalarOf(node as Scalar<string | null>);
    if (this.#depth >= MAX_KEPT_DEPTH) throw tooDeep();
    this.#depth += 1;
    const value = this.#collection(node);
    this.#depth -= 1;
    return value;
  }

  #collection(node: unknown): JsonNode {
    if (isSeq(node)) return { kind: 'array', items: node.items.map((item) => this.#value(item)) };
    if (!isMap(node)) return { kind: 'null' };
    const members = new Map<string, JsonNode>();
    this.#entries(node, members);
    const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1));
    return { kind: 'object', members: sorted.map(([key, value]) => ({ key, value })) };
  }

  #alias(alias: Alias): JsonNode {
    return this.#budget.expand(alias.source, () => this.#value(this.#target(alias)));
  }

  #target(alias: Alias): Node {
    const target = this.#anchors.get(alias.source);
    if (target === undefined) throw new DecodeError(`yaml: unknown anchor '${alias.source}' referenced`);
    return target;
  }

  #entries(map: YAMLMap, members: Map<string, JsonNode>): void {
    for (const pair of map.items as Pair<Node, Node | null>[]) {
      if (isMergeKey(pair.key)) this.#merge(pair.value, members);
      else this.#entry(pair, members);
    }
  }

  #entry({ key: keyNode, value: valueNode }: Pair<Node, Node | null>, members: Map<string, JsonNode>): void {
    const scalar = this.#value(keyNode);
    if (scalar.kind === 'array' || scalar.kind === 'object')
      throw new DecodeError(`yaml: invalid map key: ${JSON.stringify(keyNode.toJSON())}`);
    const key = keyText(scalar);
    const value = this.#value(valueNode);
    if (key === undefined) {
      const printed = JSON.stringify(plainValue(value));
      throw new DecodeError(`unsupported map key of type: %!s(<nil>), key: <nil>, value: ${printed}`);
    }
    if (members.has(key)) {
      const line = this.#lines.linePos((valueNode ?? keyNode).range?.[0] ?? 0).line;
      this.#duplicates.push(`line ${line}: key ${printedKey(scalar)} already set in map`);
    }
    members.set(key, value);
  }

  /** `<<`: what is merged counts as if it were written here. */
  #merge(node: Node | null, members: Map<string, JsonNode>): void {
    if (isSeq(node)) {
      for (const item of node.items.toReversed()) this.#merge(isSeq(item) ? null : (item as Node), members);
      return;
    }
    const map = isAlias(node) ? this.#target(node) : node;
    if (!isMap(map)) throw new DecodeError('yaml: map merge requires map or sequence of maps as the value');
    if (isAlias(node)) this.#budget.expand(node.source, () => this.#entries(map, members));
    else this.#entries(map, members);
  }
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === '<<';
}

function printedKey(scalar: YamlScalar): string {
  return scalar.kind === 'string' ? quoted(scalar.value) : (keyText(scalar) ?? '');
}

function scalarOf({ value, source, tag, type }: Scalar<string | null>): YamlScalar {
  const isPlain = type === 'PLAIN' || type === undefined;
  const text = source ?? value ?? '';
  return scalarNode(text, isPlain, tag?.replace('tag:yaml.org,2002:', '!!'));
}
