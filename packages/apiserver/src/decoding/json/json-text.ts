import { isUtf8 } from 'node:buffer';

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/g;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const NAMED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The text that is written with escapes. Half a surrogate pair becomes U+FFFD, as in Go. */
export function unescaped(text: string): string {
  return text
    .replaceAll(ESCAPE, (_, hex: string | undefined, named: string) =>
      hex === undefined ? (NAMED[named] ?? named) : String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replaceAll(LONE_SURROGATE, '\uFFFD');
}

/**
 * The text that bytes are. Go replaces every byte that is out of place by U+FFFD, where others replace as much of a
 * character as there is.
 */
export function utf8Text(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString();
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < buffer.length;) {
    const length = characterLength(buffer, at);
    if (length === 0) {
      parts.push(buffer.toString('utf8', start, at), '\uFFFD');
      start = at + 1;
    }
    at += Math.max(length, 1);
  }
  parts.push(buffer.toString('utf8', start));
  return parts.join('');
}

/** 0 if no character begins here. */
function characterLength(buffer: Buffer, at: number): number {
  const first = buffer[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  return isUtf8(buffer.subarray(at, at + length)) ? length : 0;
}
