/** What JSON.parse does not tell of a text that it has read. */
export interface JsonFacts {
  /** Members of all objects, duplicates included. */
  readonly members: number;
  readonly depth: number;
  /** Something in it may not come out of JSON.parse as Go would read it. */
  readonly isOdd: boolean;
}

/** Every integer of so many digits fits into a number. */
const SAFE_DIGITS = 15;

/** One look at the bytes of a valid JSON text: a few microseconds for a usual body. */
export function scanJson(bytes: Uint8Array): JsonFacts {
  let members = 0;
  let depth = 0;
  let deepest = 0;
  let isOdd = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x22) {
      for (at += 1; bytes[at] !== 0x22; at += 1) {
        if (bytes[at] !== 0x5c) continue;
        at += 1;
        // \ud…: half of a surrogate pair, of which the other half may be missing.
        if (bytes[at] === 0x75 && ((bytes[at + 1] ?? 0) | 0x20) === 0x64) isOdd = true;
      }
    } else if (byte === 0x3a) members += 1;
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    else if (byte >= 0x30 && byte <= 0x39) {
      const start = at;
      while (isDigit(bytes[at + 1])) at += 1;
      if (at - start >= SAFE_DIGITS || isFractionOrExponent(bytes[at + 1])) isOdd = true;
    }
  }
  return { members, depth: deepest, isOdd };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isFractionOrExponent(byte: number | undefined): boolean {
  return byte === 0x2e || byte === 0x65 || byte === 0x45;
}
