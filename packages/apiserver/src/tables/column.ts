import type { ObjectMeta } from '@banyan/api';
import type { TableColumn } from '../registry/served-resource.ts';
import { timeSince } from '@banyan/api/human-duration';

type Cell = ReturnType<TableColumn['value']>;

/** What columns are made for: the fields they read. All may be missing. */
export interface Shown {
  readonly metadata: ObjectMeta;
}

/** A column that reads a kind by the shape of its fields. */
export interface KindColumn<Kind extends Shown> extends Omit<TableColumn, 'value'> {
  value(object: Kind, now: Date): Cell;
}

/**
 * Columns as resources have them. The shape is not checked: built-in kinds are stored as their schemas say, and a
 * field that is absent reads as undefined.
 */
export function columnsFor<Kind extends Shown>(columns: readonly KindColumn<Kind>[]): readonly TableColumn[] {
  return columns.map((column) => ({
    ...column,
    value: (object, now) => column.value(object as unknown as Kind, now),
  }));
}

/** Cells of one row are made one after the other: what several are made of is made once. */
export function oncePerRow<From extends object, To>(make: (object: From) => To): (object: From) => To {
  let last: { readonly from: From; readonly to: To } | undefined;
  return (from) => {
    if (last?.from !== from) last = { from, to: make(from) };
    return last.to;
  };
}

export function text<Kind extends Shown>(
  name: string,
  description: string,
  value: (object: Kind, now: Date) => Cell,
): KindColumn<Kind> {
  return { name, type: 'string', description, priority: 0, value };
}

export function integer<Kind extends Shown>(
  name: string,
  description: string,
  value: (object: Kind) => number | undefined,
): KindColumn<Kind> {
  return { name, type: 'integer', description, priority: 0, value: (object) => value(object) ?? 0 };
}

export function truth<Kind extends Shown>(
  name: string,
  description: string,
  value: (object: Kind) => boolean | string,
): KindColumn<Kind> {
  return { name, type: 'boolean', description, priority: 0, value };
}

/** Shown with `-o wide` alone. */
export function wide<Kind extends Shown>(column: KindColumn<Kind>): KindColumn<Kind> {
  return { ...column, priority: 1 };
}

export const NAME: KindColumn<Shown> = {
  ...text('Name', 'Its name', ({ metadata }) => metadata.name ?? ''),
  format: 'name',
};

export const AGE: KindColumn<Shown> = text('Age', 'How long ago it was created', ({ metadata }, now) =>
  timeSince(metadata.creationTimestamp, now),
);

/** Of kinds about which there is nothing more to say. */
export const NAME_AND_AGE_COLUMNS: readonly TableColumn[] = columnsFor<Shown>([NAME, AGE]);

/** What the real server shows of kinds for which it has no columns. */
export const PLAIN_COLUMNS: readonly TableColumn[] = columnsFor<Shown>([
  NAME,
  {
    name: 'Created At',
    type: 'date',
    description: 'When it was created',
    priority: 0,
    value: ({ metadata }) => metadata.creationTimestamp ?? '0001-01-01T00:00:00Z',
  },
]);
