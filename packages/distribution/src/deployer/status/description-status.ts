import type { KubeObject } from '@banyan/api';
import type { DescriptionStatus, ManifestStatus } from '@banyan/api/clusternet';
import { manifestStatusOf } from '@banyan/engine';
import type { SeenObject } from '../member/seen-object.ts';
import type { AppliedWork } from '../work/applied-memory.ts';
import type { WorkItem } from '../work/work-index.ts';
import type { WorkOutcome } from './work-outcomes.ts';

export interface StatusFacts {
  /** Undefined: not known since this process began; what is written stays. */
  readonly outcome: WorkOutcome | undefined;
  readonly before: DescriptionStatus | undefined;
  /** What the member was given; undefined: as before. */
  readonly applied: Pick<AppliedWork, 'text' | 'get'> | undefined;
  readonly items: readonly WorkItem[];
  readonly seenOf: (item: WorkItem) => SeenObject | 'absent' | undefined;
}

/** What a Description is to say of its objects in the member: those that are there, in its own order. */
export function descriptionStatusOf(facts: StatusFacts): DescriptionStatus {
  const { outcome, before, applied, items, seenOf } = facts;
  const phase = outcome?.phase ?? before?.phase;
  const reason = outcome?.reason ?? before?.reason ?? '';
  const manifestStatuses = items.flatMap((item): ManifestStatus[] => {
    const seen = seenOf(item);
    if (seen !== undefined && seen !== 'absent') return [manifestStatusOf(named(item, seen))];
    // A Namespace that was there is not shown: it does not carry our mark.
    return applied?.get(item.key)?.fields === '' ? [manifestStatusOf(named(item))] : [];
  });
  const record = applied === undefined ? before?.applied : applied.text;
  return {
    ...(phase !== undefined && { phase }),
    ...(reason !== '' && { reason }),
    manifestStatuses,
    ...(record !== undefined && { applied: record }),
  };
}

/** Of kinds without a status the watch tells metadata alone, under a kind of that name. */
function named({ apiVersion, identity }: WorkItem, seen?: SeenObject): KubeObject {
  const { kind, namespace, name } = identity;
  const generation = seen?.metadata.generation;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace !== '' && { namespace }),
      ...(generation !== undefined && { generation }),
    },
    ...(seen?.['status'] !== undefined && { status: seen['status'] }),
  };
}
