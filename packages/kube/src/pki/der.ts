/** The few DER types (X.690) that an X.509 certificate is made of. */

export function sequence(...items: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(items));
}

/** DER wants the members of a SET sorted; we only ever write sets of one. */
export function setOf(item: Buffer): Buffer {
  return tagged(0x31, item);
}

/** A non-negative integer, big-endian: a leading zero keeps a high first bit from meaning "negative". */
export function integer(value: Buffer): Buffer {
  const first = value.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.from([0]) : value.subarray(first);
  return tagged(0x02, (digits[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits);
}

export function boolean(value: boolean): Buffer {
  return tagged(0x01, Buffer.from([value ? 0xff : 0]));
}

export function bitString(bytes: Buffer, unusedBits = 0): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([unusedBits]), bytes]));
}

export function octetString(bytes: Buffer): Buffer {
  return tagged(0x04, bytes);
}

export function utf8String(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text, 'utf8'));
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** RFC 5280: UTCTime up to 2049, GeneralizedTime from 2050 on. */
export function time(date: Date): Buffer {
  const digits = date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
  return date.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2), 'ascii'))
    : tagged(0x18, Buffer.from(digits, 'ascii'));
}

/** `[n]` in ASN.1: constructed wraps whole elements, primitive replaces an element's own tag. */
export function contextTag(number: number, kind: 'constructed' | 'primitive', content: Buffer): Buffer {
  return tagged((kind === 'constructed' ? 0xa0 : 0x80) + number, content);
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), length(content.length), content]);
}

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size]);
  const bytes: number[] = [];
  for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 + bytes.length, ...bytes]);
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(0x80 + (rest % 128));
  return bytes;
}
