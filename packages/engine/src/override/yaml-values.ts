import { isMap, isScalar, isSeq, type Scalar } from 'yaml';
import type { JsonValue } from '@banyan/patch';

/**
 * Stands before a text that goes into YAML as it is, unquoted: what it means is for the reader of that YAML to say.
 * From the private use area, so that no text begins with it by itself.
 */
export const AS_WRITTEN = '\u{F0000}';

/**
 * What a node without aliases says, by the core schema of YAML 1.2. The document must be read with the failsafe schema.
 * Keys are the texts that were written: `1.10` is not `1.1`. With `keepsWriting`, so are plain scalars that readers of
 * other versions take for something else, or that would be written differently: `y`, `on`, `0644`, `1.10`.
 */
export function yamlValue(node: unknown, keepsWriting = false): JsonValue {
  if (isMap(node)) {
    const fields = node.items.map(({ key, value }): [string, JsonValue] => [
      keyText(key),
      yamlValue(value, keepsWriting),
    ]);
    return Object.fromEntries(fields);
  }
  if (isSeq(node)) return node.items.map((item) => yamlValue(item, keepsWriting));
  if (!isScalar(node)) return null;
  const value = scalarValue(node);
  return keepsWriting && isPlain(node) && isOddlyWritten(node, value)
    ? `${AS_WRITTEN}${String(node.value)}`
    : value;
}

export function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key);
}

const NULL = /^(?:~|null|Null|NULL|)$/;
const TRUE = /^(?:true|True|TRUE)$/;
const FALSE = /^(?:false|False|FALSE)$/;
const NUMBER = /^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)$/;

const WORD_OF_OTHERS = /^(?:y|n|yes|no|on|off|[-+]?[\d_]+|[-+]?\d+(?::\d+)+)$/i;

function isOddlyWritten({ value: written }: Scalar, value: JsonValue): boolean {
  if (typeof value === 'number') return String(value) !== written;
  return typeof value === 'string' && WORD_OF_OTHERS.test(value);
}

function isPlain({ type, tag }: Scalar): boolean {
  return (type === undefined || type === 'PLAIN') && tag === undefined;
}

function scalarValue(scalar: Scalar): JsonValue {
  const text = typeof scalar.value === 'string' ? scalar.value : '';
  if (!isPlain(scalar)) return text;
  if (NULL.test(text)) return null;
  if (TRUE.test(text)) return true;
  if (FALSE.test(text)) return false;
  return NUMBER.test(text) ? Number(text) : text;
}
