import { exactJson } from '../../decoding/json/exact-json.ts';
import { parseTime } from '../../decoding/typed/go-time.ts';
import type { TableColumn } from '../../registry/served-resource.ts';
import { timeSince } from '@banyan/api/human-duration';
import type { ColumnDefinition } from '../definitions/definition.ts';
import { compileJsonPath, type JsonPath } from '../schema/json-path.ts';
import { goFloat, isGoInteger } from '../schema/values/go-number.ts';

type Cell = ReturnType<TableColumn['value']>;

const NAME: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Its name',
  priority: 0,
  value: ({ metadata }) => metadata.name ?? '',
};

const AGE: ColumnDefinition = {
  name: 'Age',
  type: 'date',
  description: 'When it was created',
  jsonPath: '.metadata.creationTimestamp',
};

/** The columns of a definition, or the age if it has none. One that cannot be read ends them, as in the real server. */
export function customColumns(definitions: readonly ColumnDefinition[] = []): readonly TableColumn[] {
  const columns = [NAME];
  for (const definition of definitions.length === 0 ? [AGE] : definitions) {
    const path = readablePath(definition.jsonPath);
    if (path === undefined) break;
    columns.push(columnOf(definition, path));
  }
  return columns;
}

function readablePath(text: string): JsonPath | undefined {
  try {
    return compileJsonPath(text);
  } catch {
    return undefined;
  }
}

function columnOf(definition: ColumnDefinition, path: JsonPath): TableColumn {
  const { name, type, format, description = '', priority = 0, jsonPath } = definition;
  return {
    name,
    type: type as TableColumn['type'],
    ...(format !== undefined && { format }),
    description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    priority,
    value: (object, now) => {
      const found = path(object);
      return found.length === 0 ? null : cellOf(type, found[0], now);
    },
  };
}

/** Values of another type than the column's are left out, but anything can be a text. */
function cellOf(type: string, value: unknown, now: Date): Cell {
  switch (type) {
    case 'string':
      return textOf(value);
    case 'integer':
      return isNumber(value) ? Math.trunc(Number(value)) : null;
    case 'number':
      return isNumber(value) ? Number(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? dateOf(value, now) : null;
    default:
      return null;
  }
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'object') return exactJson(inOrder(value) as object);
  if (typeof value === 'number' && !isGoInteger(value)) return goFloat(value);
  return String(value as string | number | boolean | bigint);
}

/** Maps are written with their keys in order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => [key, inOrder(each)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function dateOf(text: string, now: Date): string {
  if (text === '') return '<unknown>';
  const time = parseTime(text, 'seconds');
  if ('error' in time) return '<invalid>';
  return timeSince(time.text, now);
}
