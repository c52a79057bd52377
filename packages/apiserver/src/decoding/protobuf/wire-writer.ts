import type { WIRE } from './wire-reader.ts';

type WireType = (typeof WIRE)[keyof typeof WIRE];

const FIRST_SIZE_BYTES = 1024;

/**
 * Writes the wire format of protobuf from the end to the front, so that what is before a message can say how long the
 * message became: the last field is written first, and of a field the value before its tag.
 */
export class WireWriter {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE_BYTES);
  /** What is from here on is written. */
  #at = FIRST_SIZE_BYTES;

  /** All that was written. */
  finish(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  tag(field: number, wireType: WireType): void {
    this.varint(field * 8 + wireType);
  }

  /** A field of what `write` writes, with its length before it. */
  message(field: number, write: () => void): void {
    const end = this.#bytes.length - this.#at;
    write();
    this.varint(this.#bytes.length - this.#at - end);
    this.tag(field, 2);
  }

  bytes(field: number, value: Buffer): void {
    this.#room(value.length);
    this.#at -= value.length;
    value.copy(this.#bytes, this.#at);
    this.varint(value.length);
    this.tag(field, 2);
  }

  string(field: number, value: string): void {
    const length = Buffer.byteLength(value);
    this.#room(length);
    this.#at -= length;
    this.#bytes.write(value, this.#at);
    this.varint(length);
    this.tag(field, 2);
  }

  double(field: number, value: number): void {
    this.#room(8);
    this.#at -= 8;
    this.#bytes.writeDoubleLE(value, this.#at);
    this.tag(field, 1);
  }

  /** A field that is an integer, which has 64 bits if it is negative. */
  integer(field: number, value: number | bigint): void {
    this.varint(value >= 0 ? value : BigInt.asUintN(64, BigInt(value)));
    this.tag(field, 0);
  }

  /** Not negative. */
  varint(value: number | bigint): void {
    if (value < 0x80) {
      this.#room(1);
      this.#at -= 1;
      this.#bytes[this.#at] = Number(value);
      return;
    }
    const groups: number[] = [];
    let rest = BigInt(value);
    for (; rest >= 0x80n; rest >>= 7n) groups.push(Number(rest & 0x7fn) | 0x80);
    groups.push(Number(rest));
    this.#room(groups.length);
    this.#at -= groups.length;
    this.#bytes.set(groups, this.#at);
  }

  #room(length: number): void {
    if (length <= this.#at) return;
    const written = this.finish();
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, 2 * (written.length + length)));
    this.#at = grown.length - written.length;
    written.copy(grown, this.#at);
    this.#bytes = grown;
  }
}
