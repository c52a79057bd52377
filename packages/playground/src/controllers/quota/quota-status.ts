import type { KubeObject } from '@banyan/api';
import {
  addAmounts,
  formatAmounts,
  isInScope,
  parseAmounts,
  quotaUsage,
  tableCountedAs,
  type QuotaAmounts,
  type ResourceQuota,
} from '@banyan/apiserver';

/** The objects of the quota's namespace that are kept in a table: `pods`, `deployments.apps`. */
export type ObjectsIn = (table: string) => Iterable<Readonly<KubeObject>>;

/** What a quota allows and what is used of it. */
export function quotaStatus(
  quota: Readonly<ResourceQuota>,
  objectsIn: ObjectsIn,
): NonNullable<ResourceQuota['status']> {
  const hard = quota.spec?.hard ?? {};
  const names = Object.keys(hard).toSorted();
  let used: QuotaAmounts = parseAmounts(Object.fromEntries(names.map((name) => [name, '0'])));
  for (const table of new Set(names.map(tableCountedAs))) {
    const of = groupResourceOf(table);
    for (const object of objectsIn(table))
      if (isInScope(quota, of, object)) used = addAmounts(used, quotaUsage(of, object));
  }
  return { hard, used: formatAmounts(used) };
}

function groupResourceOf(table: string): { group: string; resource: string } {
  const dot = table.indexOf('.');
  return dot < 0
    ? { group: '', resource: table }
    : { group: table.slice(dot + 1), resource: table.slice(0, dot) };
}
