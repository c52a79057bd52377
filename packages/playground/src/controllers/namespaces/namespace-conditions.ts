import type { KubeObject } from '@banyan/api';
import type { Condition } from '@banyan/api/objects';
import { setCondition } from '../../cluster/set-condition.ts';
import type { Resource } from '../../cluster/resources.ts';

/** What a namespace still holds of one kind. */
export interface RemainingContent {
  readonly kind: Resource<KubeObject>;
  readonly objects: readonly Readonly<KubeObject>[];
}

interface Words {
  readonly reason: string;
  readonly message: string;
}

/** What is said when there is nothing to complain of, in the order in which conditions stand. */
const WELL: Readonly<Record<string, Words>> = {
  NamespaceDeletionDiscoveryFailure: {
    reason: 'ResourcesDiscovered',
    message: 'All resources successfully discovered',
  },
  NamespaceDeletionGroupVersionParsingFailure: {
    reason: 'ParsedGroupVersions',
    message: 'All legacy kube types successfully parsed',
  },
  NamespaceDeletionContentFailure: {
    reason: 'ContentDeleted',
    message: 'All content successfully deleted, may be waiting on finalization',
  },
  NamespaceContentRemaining: { reason: 'ContentRemoved', message: 'All content successfully removed' },
  NamespaceFinalizersRemaining: {
    reason: 'ContentHasNoFinalizers',
    message: 'All content-preserving finalizers finished',
  },
};

/** What a namespace says while it is emptied. `failures`: why some content could not be deleted. */
export function deletionConditions(
  conditions: readonly Condition[] | undefined,
  { remaining, failures }: { remaining: readonly RemainingContent[]; failures: readonly string[] },
  nowMs: number,
): Condition[] {
  const troubles: Readonly<Record<string, Words | undefined>> = {
    NamespaceDeletionContentFailure: contentFailure(failures),
    NamespaceContentRemaining: contentRemaining(remaining),
    NamespaceFinalizersRemaining: finalizersRemaining(remaining),
  };
  let next = conditions;
  for (const [type, well] of Object.entries(WELL)) {
    const trouble = troubles[type];
    next = setCondition(next, { type, status: trouble ? 'True' : 'False', ...(trouble ?? well) }, nowMs);
  }
  return [...(next ?? [])];
}

function contentFailure(failures: readonly string[]): Words | undefined {
  if (failures.length === 0) return undefined;
  const list = failures.toSorted().join(', ');
  const message = `Failed to delete all resource types, ${failures.length} remaining: ${list}`;
  return { reason: 'ContentDeletionFailed', message };
}

function contentRemaining(remaining: readonly RemainingContent[]): Words | undefined {
  if (remaining.length === 0) return undefined;
  const list = remaining.map(
    ({ kind, objects }) => `${kind.resource}.${kind.group} has ${objects.length} resource instances`,
  );
  const message = `Some resources are remaining: ${list.toSorted().join(', ')}`;
  return { reason: 'SomeResourcesRemain', message };
}

function finalizersRemaining(remaining: readonly RemainingContent[]): Words | undefined {
  const counts = new Map<string, number>();
  for (const { objects } of remaining)
    for (const { metadata } of objects)
      for (const finalizer of metadata.finalizers ?? [])
        counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
  if (counts.size === 0) return undefined;
  const list = [...counts].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`);
  const message = `Some content in the namespace has finalizers remaining: ${list.toSorted().join(', ')}`;
  return { reason: 'SomeFinalizersRemain', message };
}
