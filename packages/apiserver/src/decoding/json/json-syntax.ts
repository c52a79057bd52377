import { quoted } from '../../kinds/fields/go-text.ts';

/** As the real server: one level more is refused. */
export const MAX_DEPTH = 10_000;

/** What is wrong with a text that is no JSON, in Go's words. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
}

export function unexpectedEnd(): JsonSyntaxError {
  return new JsonSyntaxError('unexpected end of JSON input');
}

/** Bytes are named one by one, whatever character they are part of. */
export function invalidCharacter(byte: number, where: string): JsonSyntaxError {
  return new JsonSyntaxError(`invalid character ${quotedByte(byte)} ${where}`);
}

function quotedByte(byte: number): string {
  const character = String.fromCharCode(byte);
  if (character === "'") return String.raw`'\''`;
  return character === '"' ? `'"'` : `'${quoted(character).slice(1, -1)}'`;
}
