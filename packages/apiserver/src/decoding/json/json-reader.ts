import { unescaped, utf8Text } from './json-text.ts';
import type { JsonNode } from './json-node.ts';
import { invalidCharacter, unexpectedEnd } from './json-syntax.ts';

/** V8 copies what is shorter. */
const COPIED_SLICE_LENGTH = 13;
const SPACE = 0x20;
const [ZERO, NINE, MINUS, PLUS, DOT] = [0x30, 0x39, 0x2d, 0x2b, 0x2e];
const [QUOTE, BACKSLASH, LOWER_U] = [0x22, 0x5c, 0x75];
const ESCAPES = new Set(Buffer.from('bfnrt\\/"'));
const LITERALS: Readonly<Record<number, { readonly text: string; readonly node: JsonNode }>> = {
  0x74: { text: 'true', node: { kind: 'bool', value: true } },
  0x66: { text: 'false', node: { kind: 'bool', value: false } },
  0x6e: { text: 'null', node: { kind: 'null' } },
};

/** Reads scalars and the spaces between them. Says what is wrong as Go's scanner does, byte by byte. */
export class JsonReader {
  readonly #bytes: Buffer;
  /** One character a byte: what is ASCII in it is the text. */
  readonly #latin1: string;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#latin1 = this.#bytes.toString('latin1');
  }

  /** The next byte that is no space, without taking it; undefined at the end. */
  peek(): number | undefined {
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
      this.#at += 1;
    }
  }

  /** Takes the byte that `peek` saw. */
  take(): void {
    this.#at += 1;
  }

  /** A string, number or literal that begins with `first`, which `peek` saw. Throws if nothing begins so. */
  scalar(first: number): JsonNode {
    if (first === QUOTE) return this.string();
    const literal = LITERALS[first];
    if (literal !== undefined) return this.#literal(literal);
    if (first === MINUS || isDigit(first)) return this.#number();
    throw invalidCharacter(first, 'looking for beginning of value');
  }

  string(): JsonNode & { kind: 'string' } {
    const start = this.#at + 1;
    let escaped = false;
    let highest = 0;
    for (this.#at = start; ; this.#at += 1) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw unexpectedEnd();
      if (byte === QUOTE) break;
      if (byte < SPACE) throw invalidCharacter(byte, 'in string literal');
      highest |= byte;
      if (byte !== BACKSLASH) continue;
      escaped = true;
      this.#escape();
    }
    const text = highest < 0x80 ? this.#ascii(start) : utf8Text(this.#bytes.subarray(start, this.#at));
    const value = escaped ? unescaped(text) : text;
    this.#at += 1;
    return { kind: 'string', value, escaped };
  }

  #escape(): void {
    this.#at += 1;
    const byte = this.#current();
    if (ESCAPES.has(byte)) return;
    if (byte !== LOWER_U) throw invalidCharacter(byte, 'in string escape code');
    for (let digits = 0; digits < 4; digits += 1) {
      this.#at += 1;
      const digit = this.#current();
      if (!isHexDigit(digit)) throw invalidCharacter(digit, String.raw`in \u hexadecimal character escape`);
    }
  }

  #literal({ text, node }: { readonly text: string; readonly node: JsonNode }): JsonNode {
    for (const expected of text.slice(1)) {
      this.#at += 1;
      const byte = this.#current();
      if (byte !== expected.charCodeAt(0))
        throw invalidCharacter(byte, `in literal ${text} (expecting '${expected}')`);
    }
    this.#at += 1;
    return node;
  }

  #number(): JsonNode {
    const start = this.#at;
    if (this.#bytes[this.#at] === MINUS) this.#at += 1;
    if (this.#current() === ZERO) this.#at += 1;
    else this.#digits('in numeric literal');
    if (this.#bytes[this.#at] === DOT) {
      this.#at += 1;
      this.#digits('after decimal point in numeric literal');
    }
    const exponent = this.#bytes[this.#at];
    if (exponent === 0x65 || exponent === 0x45) {
      this.#at += 1;
      const sign = this.#bytes[this.#at];
      if (sign === PLUS || sign === MINUS) this.#at += 1;
      this.#digits('in exponent of numeric literal');
    }
    return { kind: 'number', text: this.#ascii(start) };
  }

  /** Short slices are copies; a long one would keep the whole body in memory for as long as it lives. */
  #ascii(start: number): string {
    return this.#at - start < COPIED_SLICE_LENGTH
      ? this.#latin1.slice(start, this.#at)
      : this.#bytes.toString('latin1', start, this.#at);
  }

  /** One or more. */
  #digits(where: string): void {
    const first = this.#current();
    if (!isDigit(first)) throw invalidCharacter(first, where);
    while (isDigit(this.#bytes[this.#at])) this.#at += 1;
  }

  /** Inside of a scalar the end counts as a space. */
  #current(): number {
    return this.#bytes[this.#at] ?? SPACE;
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

function isHexDigit(byte: number): boolean {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}
