/** One element of DER: its tag and length, and what they are about. Buffers are views of the whole. */
export interface DerElement {
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** Lengths of more bytes belong to nothing that fits into a request. */
const MAX_LENGTH_BYTES = 3;

/** The element with which the bytes begin. Throws a RangeError for what is none. */
export function derElement(bytes: Buffer): DerElement {
  const first = bytes.readUInt8(1);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > MAX_LENGTH_BYTES || (first >= 0x80 && lengthBytes === 0)) throw new RangeError('length');
  const start = 2 + lengthBytes;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  if (start + length > bytes.length) throw new RangeError('too short');
  return { whole: bytes.subarray(0, start + length), content: bytes.subarray(start, start + length) };
}

/** The elements that an element is made of. */
export function childrenOf({ content }: DerElement): DerElement[] {
  const children: DerElement[] = [];
  for (let rest = content; rest.length > 0;) {
    const child = derElement(rest);
    children.push(child);
    rest = rest.subarray(child.whole.length);
  }
  return children;
}

/** `1.2.840.10045.4.3.2`. */
export function derOid({ content }: DerElement): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  const [first = 0, ...rest] = numbers;
  const top = Math.min(Math.floor(first / 40), 2);
  return [top, first - top * 40, ...rest].join('.');
}
