import { isJsonObject, type Json } from './transcript.ts';

/** What fits in a line stays on one. */
const LINE_WIDTH = 120;

/** JSON for people to review: one space an indent, and short values on one line. */
export function printJson(value: Json, indent = '', prefixLength = 0): string {
  const line = oneLine(value, LINE_WIDTH - indent.length - prefixLength);
  if (line !== undefined) return line;
  const inner = `${indent} `;
  if (isJsonObject(value)) {
    const lines = Object.entries(value).map(([key, item]) => {
      const start = `${JSON.stringify(key)}: `;
      return `${inner}${start}${printJson(item, inner, start.length)}`;
    });
    return `{\n${lines.join(',\n')}\n${indent}}`;
  }
  if (!Array.isArray(value)) return JSON.stringify(value);
  const lines = (value as readonly Json[]).map((item) => `${inner}${printJson(item, inner)}`);
  return `[\n${lines.join(',\n')}\n${indent}]`;
}

function oneLine(value: Json, width: number): string | undefined {
  const compact = JSON.stringify(value);
  if (compact.length > width) return undefined;
  const line = spaced(value);
  return line.length <= width ? line : undefined;
}

function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(spaced).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
