import type { JsonNode } from './json-node.ts';
import { JsonReader } from './json-reader.ts';
import { invalidCharacter, MAX_DEPTH, unexpectedEnd } from './json-syntax.ts';

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const [QUOTE, COLON, COMMA] = [0x22, 0x3a, 0x2c];

type Container = Extract<JsonNode, { kind: 'array' | 'object' }>;

/**
 * Reads one JSON text completely, however deep, without recursion. Throws a JsonSyntaxError with Go's words. Many
 * times slower than JSON.parse: for bodies that need it.
 */
export function parseJsonNodes(bytes: Uint8Array): JsonNode {
  return new NodeParser(bytes).parse();
}

class NodeParser {
  readonly #reader: JsonReader;
  readonly #open: Container[] = [];
  /** Of the members whose values are being read, outermost first. */
  readonly #keys: string[] = [];

  constructor(bytes: Uint8Array) {
    this.#reader = new JsonReader(bytes);
  }

  parse(): JsonNode {
    let node = this.#value();
    for (;;) {
      const container = this.#open.at(-1);
      if (container === undefined) return this.#endOfText(node);
      if (node !== undefined) {
        this.#attach(container, node);
        node = this.#closed(container);
      }
      node ??= this.#element(this.#open.at(-1));
    }
  }

  /** A whole value; undefined if it is a container that has begun and has elements to come. */
  #value(): JsonNode | undefined {
    const first = this.#reader.peek();
    if (first === undefined) throw unexpectedEnd();
    if (first === OPEN_OBJECT) return this.#begin({ kind: 'object', members: [] }, first);
    if (first === OPEN_ARRAY) return this.#begin({ kind: 'array', items: [] }, first);
    return this.#reader.scalar(first);
  }

  #begin(container: Container, bracket: number): JsonNode | undefined {
    if (this.#open.length >= MAX_DEPTH) throw invalidCharacter(bracket, 'exceeded max depth');
    this.#reader.take();
    if (this.#reader.peek() === closingOf(container)) {
      this.#reader.take();
      return container;
    }
    this.#open.push(container);
    return undefined;
  }

  #element(container: Container | undefined): JsonNode | undefined {
    if (container?.kind === 'object') this.#keys.push(this.#key());
    return this.#value();
  }

  #key(): string {
    const first = this.#reader.peek();
    if (first === undefined) throw unexpectedEnd();
    if (first !== QUOTE) throw invalidCharacter(first, 'looking for beginning of object key string');
    const { value } = this.#reader.string();
    const colon = this.#reader.peek();
    if (colon === undefined) throw unexpectedEnd();
    if (colon !== COLON) throw invalidCharacter(colon, 'after object key');
    this.#reader.take();
    return value;
  }

  #attach(container: Container, node: JsonNode): void {
    if (container.kind === 'array') container.items.push(node);
    else container.members.push({ key: this.#keys.pop() ?? '', value: node });
  }

  /** What follows an element: the container if it ends, undefined if there is more. */
  #closed(container: Container): JsonNode | undefined {
    const next = this.#reader.peek();
    if (next === undefined) throw unexpectedEnd();
    if (next !== COMMA && next !== closingOf(container)) {
      const where = container.kind === 'array' ? 'after array element' : 'after object key:value pair';
      throw invalidCharacter(next, where);
    }
    this.#reader.take();
    if (next === COMMA) return undefined;
    this.#open.pop();
    return container;
  }

  #endOfText(node: JsonNode | undefined): JsonNode {
    const next = this.#reader.peek();
    if (next !== undefined) throw invalidCharacter(next, 'after top-level value');
    return node ?? { kind: 'null' };
  }
}

function closingOf({ kind }: Container): number {
  return kind === 'array' ? CLOSE_ARRAY : CLOSE_OBJECT;
}
