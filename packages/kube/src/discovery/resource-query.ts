/** Words for a resource; what is undefined is left open. */
export interface ResourceQuery {
  /** Plural, singular, kind or short name, in lower case. */
  readonly name: string;
  readonly group?: string;
  readonly version?: string;
}

/**
 * The readings of `name`, `name.group` and `name.version.group`, the most exact first, as kubectl takes them:
 * `foos.v1.example.com` may mean version v1 of example.com, or the group v1.example.com.
 */
export function readingsOf(text: string): ResourceQuery[] {
  const [name = '', ...rest] = text.split('.');
  const lower = name.toLowerCase();
  if (rest.length === 0) return [{ name: lower }];
  const [version, ...group] = rest;
  const asGroup = { name: lower, group: rest.join('.') };
  return rest.length === 1
    ? [asGroup]
    : [{ name: lower, version: version ?? '', group: group.join('.') }, asGroup];
}
