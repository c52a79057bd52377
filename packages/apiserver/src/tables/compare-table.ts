import assert from 'node:assert/strict';
import type { KubeObject } from '@banyan/api';
import { SCALE_COLUMNS } from './autoscaling-columns.ts';
import { builtInColumns } from './built-in-columns.ts';
import { podRowConditions } from './pod-columns.ts';

/** Columns about when an object was created: a recording does not say. */
const ABOUT_CREATION = new Set(['Age', 'Created At']);

/** What a real server showed of the objects of one collection. */
interface RecordedTable {
  readonly collection: string;
  readonly now: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly cells: readonly unknown[];
    readonly conditions?: readonly unknown[];
    readonly object: KubeObject;
  }[];
}

/** Throws where a table of ours differs from the recorded one. */
export function compareTable({ collection, now, columns: recorded, rows }: RecordedTable): void {
  const resource = resourceOf(collection);
  const columns = resource.resource === 'scale' ? SCALE_COLUMNS : builtInColumns(resource);
  assert.deepEqual(
    columns.map(({ name, type, format = '', priority }) => [name, type, format, priority].join('|')),
    recorded,
    collection,
  );
  for (const { cells, conditions = [], object } of rows) {
    const isCompared = (_: unknown, i: number) => !ABOUT_CREATION.has(columns[i]?.name ?? 'Age');
    const ours = columns.map((column) => column.value(object, new Date(now))).filter(isCompared);
    assert.deepEqual(ours, cells.filter(isCompared), `${collection}: ${JSON.stringify(object)}`);
    if (resource.resource === 'pods') assert.deepEqual(podRowConditions(object), conditions);
  }
}

/** Of `/apis/<group>/<version>/…/<plural>` or `/api/v1/…/<plural>`. */
function resourceOf(collection: string): { group: string; resource: string } {
  const parts = collection.split('/').slice(1);
  return { group: parts[0] === 'api' ? '' : (parts[1] ?? ''), resource: parts.at(-1) ?? '' };
}
