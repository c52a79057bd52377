import type { KubeObject } from '@banyan/api';
import { forbidden, type GroupResource } from '../errors/api-error.ts';
import type { ServerWrites } from '../registry/server-writes.ts';
import { groupResource, type Operation, type UpdateAdmission } from '../registry/operation.ts';
import type { ReadableTable } from '../storage/readable-table.ts';
import { unsaidOf, type CountedPod } from './pod-usage.ts';
import {
  addAmounts,
  amountsOver,
  formatAmounts,
  namesOver,
  onlyNamed,
  parseAmounts,
  type QuotaAmounts,
} from './quota-amounts.ts';
import { isInScope, type ResourceQuota } from './quota-scopes.ts';
import { quotaUsage } from './quota-usage.ts';

const QUOTA = { apiVersion: 'v1', kind: 'ResourceQuota', subresource: 'status' };

/** What can come to take more than when it was created, and through which endpoint. */
const GROWING: ReadonlyMap<string, string> = new Map([
  ['services', ''],
  ['persistentvolumeclaims', ''],
  ['pods', 'resize'],
]);

/**
 * Refuses what a quota of its namespace has no room for, and counts what it lets pass in the quota's status. What
 * becomes of it, and what goes, is for a controller to count.
 */
export class QuotaAdmission {
  readonly #quotas: ReadableTable;
  readonly #writes: Pick<ServerWrites, 'change'>;

  constructor(quotas: ReadableTable, writes: Pick<ServerWrites, 'change'>) {
    this.#quotas = quotas;
    this.#writes = writes;
  }

  async create(operation: Operation, draft: Readonly<KubeObject>): Promise<void> {
    await this.#charge(operation, draft, () => quotaUsage(groupResource(operation), draft));
  }

  /** What an object comes to take more is held against the quotas; what it takes less is not given back. */
  readonly updates: UpdateAdmission = {
    isAsked: ({ resource, subresource = '', namespace }) => {
      if (namespace === undefined || resource.group !== '') return false;
      const below = GROWING.get(resource.resource);
      return below === subresource && !this.#quotas.scan(`${namespace}/`)[Symbol.iterator]().next().done;
    },
    admit: async (operation, { object, old }) => {
      const of = groupResource(operation);
      const more = amountsOver(quotaUsage(of, object), quotaUsage(of, old));
      if (more.size > 0) await this.#charge(operation, object, () => more);
    },
  };

  async #charge(
    operation: Operation,
    draft: Readonly<KubeObject>,
    usageOf: () => QuotaAmounts,
  ): Promise<void> {
    const { namespace } = operation;
    if (namespace === undefined) return;
    const of = groupResource(operation);
    const quotas = Array.from(
      this.#quotas.scan(`${namespace}/`),
      ({ object }) => object as ResourceQuota,
    ).filter((quota) => isInScope(quota, of, draft));
    if (quotas.length === 0) return;
    const usage = usageOf();
    const refuse = (why: string) => forbidden(of, nameFor(operation, draft), why);
    // All are asked before any is changed: one that refuses leaves the others as they are.
    for (const quota of quotas) usedWith(quota, { of, draft, usage, refuse });
    if (operation.dryRun) return;
    for (const { metadata } of quotas) {
      const name = metadata.name ?? '';
      await this.#writes.change({ ...QUOTA, namespace, name }, (quota: ResourceQuota) => {
        const used = usedWith(quota, { of, draft, usage, refuse });
        if (used.size === 0) return;
        quota.status = { ...quota.status, used: { ...quota.status?.used, ...formatAmounts(used) } };
      });
    }
  }
}

interface Request {
  readonly of: GroupResource;
  readonly draft: Readonly<KubeObject>;
  readonly usage: QuotaAmounts;
  readonly refuse: (why: string) => Error;
}

/** What of the quota is used once the object is there; empty if it counts nothing of it. Throws if it is too much. */
function usedWith(quota: Readonly<ResourceQuota>, { of, draft, usage, refuse }: Request): QuotaAmounts {
  const hard = parseAmounts(quota.status?.hard);
  const name = quota.metadata.name ?? '';
  if (of.group === '' && of.resource === 'pods') {
    const unsaid = unsaidOf(draft as CountedPod, hard);
    if (unsaid !== undefined) throw refuse(`failed quota: ${name}: ${unsaid}`);
  }
  const requested = onlyNamed(usage, hard);
  const before = onlyNamed(parseAmounts(quota.status?.used), requested);
  const unknown = [...requested.keys()].filter((one) => !before.has(one)).toSorted();
  if (unknown.length > 0) throw refuse(`status unknown for quota: ${name}, resources: ${unknown.join(',')}`);
  const used = addAmounts(before, requested);
  const over = namesOver(used, hard).filter((one) => (requested.get(one)?.unscaled ?? 0n) > 0n);
  if (over.length > 0) throw refuse(exceeded(name, over, { requested, used: before, limited: hard }));
  return used;
}

function exceeded(
  quota: string,
  names: readonly string[],
  facts: Readonly<Record<string, QuotaAmounts>>,
): string {
  const shown = Object.entries(facts).map(([fact, amounts]) => {
    const texts = formatAmounts(amounts);
    return `${fact}: ${names
      .toSorted()
      .map((name) => `${name}=${texts[name]}`)
      .join(',')}`;
  });
  return `exceeded quota: ${quota}, ${shown.join(', ')}`;
}

/** A name that is still to be made is shown as it could have been. */
function nameFor(
  { ids }: Operation,
  { metadata: { name = '', generateName = '' } }: Readonly<KubeObject>,
): string {
  return name === '' && generateName !== '' ? `${generateName}${ids.nameSuffix()}` : name;
}
