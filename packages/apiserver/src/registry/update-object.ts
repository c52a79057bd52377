import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { withoutIdleTimestamps, type JsonObject } from '@banyan/patch';
import { invalid, notFound } from '../errors/api-error.ts';
import { isGone } from './delete-object.ts';
import { dropDuplicateOwners } from './owner-references.ts';
import { ordered } from './object-draft.ts';
import {
  asServed,
  groupResource,
  invalidKind,
  requireVersion,
  type Operation,
  type UpdateAdmission,
} from './operation.ts';
import type { KeptObject, StorageChange } from './resource-storage.ts';
import { notKept } from './not-kept.ts';

/**
 * Makes the new version from the newest one, in the endpoint's version, managedFields included. May be called more
 * than once. Undefined stands for "there is none".
 */
export type NextVersion = (live: Readonly<KubeObject> | undefined) => KubeObject;

export interface UpdateOutcome {
  readonly kept: KeptObject;
  /** True when there was none before. */
  readonly created: boolean;
}

export interface UpdateTarget {
  readonly name: string;
  /** What to make of a write to what is not there; without it that is 404. */
  readonly create?: (draft: KubeObject) => KubeObject;
}

/** PUT and every patch: reads, changes and writes with nothing in between. */
export async function updateObject(
  operation: Operation,
  target: UpdateTarget,
  next: NextVersion,
): Promise<UpdateOutcome> {
  const { resource, namespace, dryRun, updates } = operation;
  if (updates?.isAsked(operation) === true) await admitUpdate(operation, updates, { target, next });
  const key = { namespace, name: target.name };
  let created = false;
  let finished: KeptObject | undefined;
  const allocated: KubeObject[] = [];
  const allocate = (draft: KubeObject, live: Readonly<KubeObject> | undefined): void => {
    allocated.push(draft);
    operation.strategy.allocate?.(draft, live, dryRun);
  };
  const change = (current: KeptObject | undefined): StorageChange => {
    created = current === undefined;
    if (current === undefined) return creation(operation, target, { next, allocate });
    const object = modification(operation, current, { next, allocate });
    if (object === undefined) return { type: 'keep' };
    if (!isGone(operation, object)) return { type: 'put', object };
    // Only its finalizers kept it. The client sees what it wrote, watchers what was kept last.
    finished = notKept(object);
    return { type: 'delete' };
  };
  try {
    const kept = dryRun
      ? tried(change, await resource.storage.get(key))
      : await resource.storage.write(key, change);
    if (kept === undefined) throw notFound(groupResource(operation), target.name);
    return { kept: finished ?? kept, created };
  } finally {
    for (const draft of allocated) operation.strategy.release?.(draft);
  }
}

/** Tries the update, and asks about what would come of it. What is not there yet is asked about elsewhere. */
async function admitUpdate(
  operation: Operation,
  updates: UpdateAdmission,
  { target, next }: { readonly target: UpdateTarget; readonly next: NextVersion },
): Promise<void> {
  const { updates: _, ...rest } = operation;
  const current = await operation.resource.storage.get({
    namespace: operation.namespace,
    name: target.name,
  });
  if (current === undefined) return;
  const { kept } = await updateObject({ ...rest, dryRun: true }, target, next);
  await updates.admit(operation, { object: kept.object, old: current.object });
}

/** What a write would leave, without writing it. */
function tried(
  change: (current: KeptObject | undefined) => StorageChange,
  current: KeptObject | undefined,
): KeptObject | undefined {
  const decided = change(current);
  return decided.type === 'put' ? notKept(decided.object) : current;
}

interface NextAndAllocate {
  readonly next: NextVersion;
  readonly allocate: (draft: KubeObject, live: Readonly<KubeObject> | undefined) => void;
}

function creation(
  operation: Operation,
  { name, create }: UpdateTarget,
  { next, allocate }: NextAndAllocate,
): StorageChange {
  if (create === undefined) throw notFound(groupResource(operation), name);
  const draft = create(next(undefined));
  allocate(draft, undefined);
  return { type: 'put', object: operation.resource.toStorage(ordered(draft)) };
}

/** The object as it will be; undefined if it would be as it is. */
function modification(
  operation: Operation,
  current: KeptObject,
  { next, allocate }: NextAndAllocate,
): KubeObject | undefined {
  const { resource, strategy } = operation;
  const live = asServed(operation, current);
  const sent = next(live);
  const draft = operation.policies?.mutate(operation, { object: sent, old: live }) ?? sent;
  requireVersion(operation, live.metadata.name ?? '', live, draft.metadata.resourceVersion);
  keepServerFields(draft, live);
  dropDuplicateOwners(operation, draft.metadata);
  operation.guard?.(operation, { object: draft, old: live });
  strategy.prepareForUpdate(draft, live, operation);
  const causes = strategy.validateUpdate(draft, live, operation.warn);
  if (causes.length > 0) throw invalid(invalidKind(operation), live.metadata.name ?? '', causes);
  for (const warning of strategy.warnings?.(draft, live) ?? []) operation.warn(warning);
  operation.policies?.validate(operation, { object: draft, old: live });
  allocate(draft, live);
  const settled = withoutIdleTimestamps(live as unknown as JsonObject, draft as unknown as JsonObject);
  const object = resource.toStorage(ordered(settled as unknown as KubeObject));
  return isDeepStrictEqual(object, current.object) ? undefined : object;
}

/** Whatever the client sent, these stay; validation has its say on those it may not even try to change. */
function keepServerFields(draft: KubeObject, live: Readonly<KubeObject>): void {
  const { creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, generation, uid } = live.metadata;
  draft.metadata.resourceVersion = live.metadata.resourceVersion ?? '';
  draft.metadata.uid ??= uid ?? '';
  if (creationTimestamp !== undefined) draft.metadata.creationTimestamp = creationTimestamp;
  if (generation !== undefined) draft.metadata.generation = generation;
  if (deletionTimestamp !== undefined) draft.metadata.deletionTimestamp = deletionTimestamp;
  else delete draft.metadata.deletionTimestamp;
  if (deletionGracePeriodSeconds !== undefined)
    draft.metadata.deletionGracePeriodSeconds = deletionGracePeriodSeconds;
  else delete draft.metadata.deletionGracePeriodSeconds;
}
