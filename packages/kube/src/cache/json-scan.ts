import { KubeError } from '../errors/kube-error.ts';

/**
 * A look at JSON bytes without building values: it finds where things begin and end. It is not a
 * validator; what it accepts may still fail to parse. It never reads past the end and never recurses.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;

/** One member of an object: where its name stands (without quotes) and where its value begins. */
export interface JsonMember {
  nameStart: number;
  nameEnd: number;
  valueStart: number;
}

/** Answer of a visitor that did not look at the value: it is skipped for it. Else the index behind the value. */
export const NOT_READ = -1;

/** The index of the first byte at or after `at` that is no white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let i = at;
  // All white space of JSON is at or below the space.
  while (i < bytes.length && (bytes[i] ?? 0) <= SPACE) i++;
  return i;
}

/** `at` is an opening quote; the answer is the index behind the closing one. */
function skipString(bytes: Uint8Array, at: number): number {
  for (let i = at + 1; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) return i + 1;
    if (byte === BACKSLASH) i++;
  }
  throw malformed('a string without an end', bytes.length);
}

/** `at` is an opening brace or bracket; the answer is the index behind the matching closing one. */
function skipContainer(bytes: Uint8Array, at: number): number {
  let depth = 0;
  for (let i = at; i < bytes.length;) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      i = skipString(bytes, i);
      continue;
    }
    i++;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return i;
  }
  throw malformed('an object or array without an end', bytes.length);
}

/** `at` is the first byte of any value; the answer is the index behind its last. */
export function skipValue(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === QUOTE) return skipString(bytes, at);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipContainer(bytes, at);
  let i = at;
  while (i < bytes.length && !endsScalar(bytes[i] ?? COMMA)) i++;
  if (i === at) throw malformed('no value', at);
  return i;
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte <= SPACE;
}

/**
 * Calls `visit` for each member of the object at `at`, with one reused record; answers the index behind the
 * object. A visitor that reads a value says where it ended, so that each byte is looked at once.
 */
export function scanObject(bytes: Buffer, at: number, visit: (member: JsonMember) => number): number {
  if (bytes[at] !== OPEN_BRACE) throw malformed('no object', at);
  let i = skipSpace(bytes, at + 1);
  if (bytes[i] === CLOSE_BRACE) return i + 1;
  const member: JsonMember = { nameStart: 0, nameEnd: 0, valueStart: 0 };
  for (;;) {
    if (bytes[i] !== QUOTE) throw malformed('no member name', i);
    member.nameStart = i + 1;
    i = skipString(bytes, i);
    member.nameEnd = i - 1;
    i = skipSpace(bytes, i);
    if (bytes[i] !== COLON) throw malformed('no colon', i);
    const valueStart = skipSpace(bytes, i + 1);
    member.valueStart = valueStart;
    const end = visit(member);
    i = skipSpace(bytes, end === NOT_READ ? skipValue(bytes, valueStart) : end);
    if (bytes[i] === CLOSE_BRACE) return i + 1;
    if (bytes[i] !== COMMA) throw malformed('no comma', i);
    i = skipSpace(bytes, i + 1);
  }
}

/** Calls `read` with the start of each element of the array at `at`, for its end; a null instead of it has none. */
export function scanArray(bytes: Buffer, at: number, read: (start: number) => number): number {
  if (bytes[at] !== OPEN_BRACKET) {
    if (bytes.toString('latin1', at, at + 4) === 'null') return at + 4;
    throw malformed('no array', at);
  }
  let i = skipSpace(bytes, at + 1);
  if (bytes[i] === CLOSE_BRACKET) return i + 1;
  for (;;) {
    i = skipSpace(bytes, read(i));
    if (bytes[i] === CLOSE_BRACKET) return i + 1;
    if (bytes[i] !== COMMA) throw malformed('no comma', i);
    i = skipSpace(bytes, i + 1);
  }
}

/** Is the member's name this word? Names that are written with escapes are not recognised. */
export function isNamed(bytes: Uint8Array, member: JsonMember, word: string): boolean {
  if (member.nameEnd - member.nameStart !== word.length) return false;
  for (let i = 0; i < word.length; i++) {
    if (bytes[member.nameStart + i] !== word.charCodeAt(i)) return false;
  }
  return true;
}

/** The text of a string value; what is no string (null, a number) is empty. */
export function stringAt(bytes: Buffer, start: number, end: number): string {
  if (bytes[start] !== QUOTE) return '';
  for (let i = start + 1; i < end - 1; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === BACKSLASH || byte >= 0x80) return parseString(bytes.toString('utf8', start, end), start);
  }
  return bytes.toString('latin1', start + 1, end - 1);
}

function parseString(json: string, at: number): string {
  try {
    return String(JSON.parse(json));
  } catch (cause) {
    throw malformed('a string that is none', at, cause);
  }
}

function malformed(what: string, at: number, cause?: unknown): KubeError {
  return new KubeError('BadResponse', `the server's JSON has ${what} at byte ${at}`, { cause });
}
