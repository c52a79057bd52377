import { DecodeError } from '../decode-error.ts';
import { utf8Text } from '../json/json-text.ts';
import { MAX_KEPT_DEPTH, tooDeep } from '../json/json-node.ts';

/** How a field's value is laid out; what comes before every value. */
export const WIRE = { varint: 0, fixed64: 1, bytes: 2, groupStart: 3, groupEnd: 4, fixed32: 5 } as const;

/** A varint of 64 bits has ten bytes, of seven bits each. */
const MAX_VARINT_BYTES = 10;
/** In JSON: it may be an item of a list, which is a level of its own. */
const LEVELS_OF_A_MESSAGE = 2;
/** So many bytes of a varint a number holds exactly. */
const EXACT_BYTES = 7;

/** Takes one field's value from the reader, or leaves it: then it is skipped. */
export type TakeField = (field: number, wireType: number) => boolean;

/**
 * Reads the wire format of protobuf from front to end. Throws DecodeErrors with the words of the Go code that
 * Kubernetes generates. Never reads outside of its bytes, and never goes deeper than objects may.
 */
export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;
  #end: number;
  #depth = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#end = bytes.length;
  }

  /** In levels of JSON, of the message that this reader is in. */
  get depth(): number {
    return this.#depth;
  }

  /** Reads fields until the end of the message that this reader is in. An entry of a map has no name. */
  fields(name: string | undefined, take: TakeField): void {
    while (this.#at < this.#end) {
      const before = this.#at;
      const tag = this.uint64();
      const wireType = wireTypeOf(tag);
      const field = fieldNumber(tag);
      if (name !== undefined) requireTag(name, tag, field, wireType);
      if (take(field, wireType)) continue;
      this.#at = before;
      this.#skip();
    }
  }

  /** A message within this one. */
  message(name: string | undefined, take: TakeField): void {
    const length = this.#length();
    if (this.#depth >= MAX_KEPT_DEPTH) throw tooDeep();
    const end = this.#end;
    this.#end = this.#at + length;
    this.#depth += LEVELS_OF_A_MESSAGE;
    this.fields(name, take);
    this.#depth -= LEVELS_OF_A_MESSAGE;
    this.#end = end;
  }

  /** A list of numbers in one value. */
  packed(take: () => void): void {
    const length = this.#length();
    const end = this.#end;
    this.#end = this.#at + length;
    while (this.#at < this.#end) take();
    this.#end = end;
  }

  /** Shares the memory of what is read. */
  bytes(): Buffer {
    const length = this.#length();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  string(): string {
    const length = this.#length();
    const start = this.#at;
    this.#at += length;
    const text = this.#bytes.toString('utf8', start, this.#at);
    return text.includes('\uFFFD') ? utf8Text(this.#bytes.subarray(start, this.#at)) : text;
  }

  double(): number {
    this.#require(8);
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  bool(): boolean {
    const value = this.uint64();
    return value !== 0 && value !== 0n;
  }

  /** What does not fit is cut off, as in Go. */
  int32(): number {
    const value = this.uint64();
    return typeof value === 'number' ? value | 0 : Number(BigInt.asIntN(32, value));
  }

  /** bigint for what a number does not hold. */
  int64(): number | bigint {
    const value = this.uint64();
    return typeof value === 'number' ? value : narrowed(BigInt.asIntN(64, value));
  }

  uint64(): number | bigint {
    const first = this.#at < this.#end ? (this.#bytes[this.#at] ?? 0) : 0x80;
    if (first < 0x80) {
      this.#at += 1;
      return first;
    }
    let value = 0;
    let factor = 1;
    for (let count = 0; count < EXACT_BYTES; count += 1) {
      const byte = this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
    return this.#longVarint(BigInt(value));
  }

  #longVarint(start: bigint): number | bigint {
    let value = start;
    for (let count = EXACT_BYTES; count < MAX_VARINT_BYTES; count += 1) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << BigInt(7 * count);
      if (byte < 0x80) return narrowed(BigInt.asUintN(64, value));
    }
    throw new DecodeError('proto: integer overflow');
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new DecodeError('unexpected EOF');
    const byte = this.#bytes[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }

  /** Of a value with its length before it; there are as many bytes. */
  #length(): number {
    const length = this.int64();
    if (length < 0) throw new DecodeError('proto: negative length found during unmarshaling');
    this.#require(length);
    return Number(length);
  }

  #require(length: number | bigint): void {
    if (length > this.#end - this.#at) throw new DecodeError('unexpected EOF');
  }

  /** One field with its value, groups within groups included. */
  #skip(): void {
    let groups = 0;
    do {
      const wireType = wireTypeOf(this.uint64());
      switch (wireType) {
        case WIRE.varint:
          this.uint64();
          break;
        case WIRE.fixed64:
        case WIRE.fixed32: {
          const size = wireType === WIRE.fixed64 ? 8 : 4;
          this.#require(size);
          this.#at += size;
          break;
        }
        case WIRE.bytes:
          this.bytes();
          break;
        case WIRE.groupStart:
          groups += 1;
          break;
        case WIRE.groupEnd:
          if (groups === 0) throw new DecodeError('proto: unexpected end of group');
          groups -= 1;
          break;
        default:
          throw new DecodeError(`proto: illegal wireType ${wireType}`);
      }
    } while (groups > 0);
  }
}

function requireTag(name: string, tag: number | bigint, field: number, wireType: number): void {
  if (wireType === WIRE.groupEnd) throw new DecodeError(`proto: ${name}: wiretype end group for non-group`);
  if (field <= 0) throw new DecodeError(`proto: ${name}: illegal tag ${field} (wire type ${tag})`);
}

function fieldNumber(tag: number | bigint): number {
  return typeof tag === 'number' && tag < 2 ** 31 ? tag >>> 3 : Number(BigInt.asIntN(32, BigInt(tag) >> 3n));
}

function narrowed(value: bigint): number | bigint {
  return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER ? Number(value) : value;
}

function wireTypeOf(tag: number | bigint): number {
  return typeof tag === 'number' ? tag % 8 : Number(tag & 7n);
}
