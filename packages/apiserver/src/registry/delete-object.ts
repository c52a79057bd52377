import type { KubeObject } from '@banyan/api';
import { conflict, notFound } from '../errors/api-error.ts';
import { ordered, timestamp } from './object-draft.ts';
import { asServed, groupResource, type Operation } from './operation.ts';
import type { KeptObject, StorageChange } from './resource-storage.ts';
import { notKept } from './not-kept.ts';

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
}

export interface DeleteOutcome {
  readonly kept: KeptObject;
  /** False when it is only marked, and waits for finalizers or its grace period. */
  readonly gone: boolean;
}

const FINALIZER = { Foreground: 'foregroundDeletion', Orphan: 'orphan' } as const;

/** Deletes one object, or marks it as being deleted if something must happen first. */
export async function deleteObject(
  operation: Operation,
  name: string,
  options: DeleteOptions,
): Promise<DeleteOutcome> {
  const { resource, namespace, dryRun } = operation;
  let gone = false;
  const change = (current: KeptObject | undefined): StorageChange => {
    if (current === undefined) throw notFound(groupResource(operation), name);
    requirePreconditions(operation, current.object, options);
    judge(operation, current, options);
    const marked = markForDeletion(operation, current.object, options);
    gone = isGone(operation, marked);
    // Watchers see its last state, which only kinds that end in peace mark.
    if (gone)
      return operation.strategy.gracePeriodSeconds ? { type: 'delete', object: marked } : { type: 'delete' };
    return marked === current.object ? { type: 'keep' } : { type: 'put', object: marked };
  };
  const key = { namespace, name };
  if (dryRun) {
    const current = await resource.storage.get(key);
    const decided = change(current);
    const object = decided.type === 'keep' ? undefined : decided.object;
    const kept = object === undefined ? current : notKept(object);
    if (kept === undefined) throw notFound(groupResource(operation), name);
    return { kept, gone };
  }
  const kept = await resource.storage.write(key, change);
  if (kept === undefined) throw notFound(groupResource(operation), name);
  return { kept, gone };
}

function judge(operation: Operation, current: KeptObject, options: DeleteOptions): void {
  const { policies } = operation;
  if (policies === undefined) return;
  const { gracePeriodSeconds, propagationPolicy, preconditions } = options;
  policies.validate(operation, {
    object: undefined,
    old: asServed(operation, current),
    options: {
      ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
      ...(propagationPolicy !== undefined && { propagationPolicy }),
      ...(preconditions !== undefined && { preconditions }),
    },
  });
}

function requirePreconditions(
  { resource }: Operation,
  object: Readonly<KubeObject>,
  { preconditions }: DeleteOptions,
): void {
  const { uid, resourceVersion, name = '' } = object.metadata;
  const refuse = (field: string, asked: string, found: string | undefined, hint: string) => {
    const why = `the ${field} in the precondition (${asked}) does not match the ${field} in record (${found}). The object might have been ${hint}`;
    throw conflict({ group: resource.group, resource: resource.kind }, name, why);
  };
  if (preconditions?.uid !== undefined && preconditions.uid !== uid)
    refuse('UID', preconditions.uid, uid, 'deleted and then recreated');
  if (preconditions?.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion)
    refuse('ResourceVersion', preconditions.resourceVersion, resourceVersion, 'modified');
}

/** The same object when nothing changes: deleting what is being deleted is no write. */
function markForDeletion(
  operation: Operation,
  object: Readonly<KubeObject>,
  options: DeleteOptions,
): Readonly<KubeObject> {
  const { metadata } = object;
  const finalizers = finalizersAfter(metadata.finalizers ?? [], options);
  const asked = operation.strategy.gracePeriodSeconds?.(object, options.gracePeriodSeconds) ?? 0;
  const isMarked = metadata.deletionTimestamp !== undefined;
  // A grace period under way can only be shortened.
  const grace = isMarked ? Math.min(asked, metadata.deletionGracePeriodSeconds ?? 0) : asked;
  const isUnchanged =
    isMarked &&
    grace === (metadata.deletionGracePeriodSeconds ?? 0) &&
    sameItems(finalizers, metadata.finalizers ?? []);
  if (isUnchanged) return object;
  const startMs = isMarked ? deletionStartMs(metadata) : operation.now().getTime();
  const { finalizers: _, ...rest } = metadata;
  const draft: KubeObject = {
    ...object,
    metadata: {
      ...rest,
      deletionTimestamp: timestamp(new Date(startMs + grace * 1000)),
      deletionGracePeriodSeconds: grace,
      ...(metadata.generation !== undefined && !isMarked && { generation: metadata.generation + 1 }),
      ...(finalizers.length > 0 && { finalizers }),
    },
  };
  operation.strategy.marksDeletion?.(draft, object);
  return ordered(draft);
}

function deletionStartMs({
  deletionTimestamp = '',
  deletionGracePeriodSeconds = 0,
}: KubeObject['metadata']): number {
  return Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000;
}

/** How dependents are dealt with is a finalizer, which the garbage collector takes off. */
function finalizersAfter(finalizers: readonly string[], { propagationPolicy }: DeleteOptions): string[] {
  if (propagationPolicy === undefined) return [...finalizers];
  const others = finalizers.filter(
    (finalizer) => finalizer !== FINALIZER.Foreground && finalizer !== FINALIZER.Orphan,
  );
  return propagationPolicy === 'Background' ? others : [...others, FINALIZER[propagationPolicy]];
}

/** True when nothing keeps an object that is marked. */
export function isGone({ strategy }: Operation, object: Readonly<KubeObject>): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds > 0 || finalizers.length > 0)
    return false;
  return strategy.holdsDeletion?.(object) !== true;
}

function sameItems(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
