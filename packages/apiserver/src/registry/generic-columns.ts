import type { TableColumn } from './served-resource.ts';

/** What any kind can be shown by. */
export const GENERIC_COLUMNS: readonly TableColumn[] = [
  {
    name: 'Name',
    type: 'string',
    format: 'name',
    description: 'The name of the object',
    priority: 0,
    value: ({ metadata }) => metadata.name ?? '',
  },
  {
    name: 'Age',
    type: 'string',
    description: 'The time since the object was created',
    priority: 0,
    value: ({ metadata }, now) => age(metadata.creationTimestamp, now),
  },
];

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const;

function age(since: string | null | undefined, now: Date): string {
  if (since === undefined || since === null) return '<unknown>';
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 1000));
  const unit = UNITS.find(([, length]) => seconds >= 2 * length);
  return unit === undefined ? `${seconds}s` : `${Math.floor(seconds / unit[1])}${unit[0]}`;
}
