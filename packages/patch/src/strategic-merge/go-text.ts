import { isJsonArray, isJsonObject, type JsonValue } from '../json-value.ts';

/** A value as the API server prints it in messages: `map[name:a ports:[80 443]]`. */
export function goText(value: JsonValue): string {
  return format(value, (plain) => {
    if (plain === null) return '<nil>';
    return typeof plain === 'number' ? goNumber(plain) : String(plain);
  });
}

/** A value where the API server expects a string: what is none is marked, `%!s(int64=5)`. */
export function goStringText(value: JsonValue): string {
  return format(value, (plain) => {
    if (typeof plain === 'string') return plain;
    return plain === null ? '%!s(<nil>)' : `%!s(${goTypeName(plain)}=${goText(plain)})`;
  });
}

type Plain = string | number | boolean | null;

function format(value: JsonValue, plainText: (value: Plain) => string): string {
  if (isJsonArray(value)) return `[${value.map((item) => format(item, plainText)).join(' ')}]`;
  if (!isJsonObject(value)) return plainText(value);
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `map[${entries.map(([key, inner]) => `${key}:${format(inner, plainText)}`).join(' ')}]`;
}

/** The name of a value's type in messages. */
export function goTypeName(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '%!s(<nil>)';
  if (isJsonArray(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** Fractions get an exponent of two digits or more when small or large: 1e-07, 1e+21. */
function goNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e21) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}
