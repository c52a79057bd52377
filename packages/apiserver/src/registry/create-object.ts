import type { KubeObject } from '@banyan/api';
import { updateManagedFields } from './managed-fields.ts';
import { alreadyExists, failure, invalid, type ApiError } from '../errors/api-error.ts';
import { dropDuplicateOwners } from './owner-references.ts';
import { ordered, timestamp } from './object-draft.ts';
import { groupResource, invalidKind, type Operation } from './operation.ts';
import type { KeptObject } from './resource-storage.ts';
import { notKept } from './not-kept.ts';

/** A few tries at a suffix that nobody has; more would only hide that there are no names left. */
const NAME_TRIES = 8;

/** Creates one object from a decoded draft of the endpoint's version, defaults filled in. */
export async function createObject(operation: Operation, decoded: KubeObject): Promise<KeptObject> {
  const { generateName = '', name } = decoded.metadata;
  const tries = (name ?? '') === '' && generateName !== '' ? NAME_TRIES : 1;
  for (let left = tries; ; left -= 1) {
    // The decoded draft is nobody else's: only a further try needs it once more.
    const draft = prepareForCreate(operation, left > 1 ? structuredClone(decoded) : decoded);
    try {
      return await keepNew(operation, draft);
    } catch (error) {
      if (left <= 1 || (error as ApiError).status?.reason !== 'AlreadyExists') throw error;
    }
  }
}

/**
 * Creates what was created before by the same rules, in another store: with an identity and times of its own. All else
 * is shared with the first.
 */
export async function createAlike(operation: Operation, created: Readonly<KubeObject>): Promise<void> {
  const time = timestamp(operation.now());
  const { metadata } = created;
  const managedFields = metadata.managedFields?.map((entry) => ({ ...entry, time }));
  const own = { uid: operation.ids.uid(), creationTimestamp: time, ...(managedFields && { managedFields }) };
  await keepNew(operation, { ...created, metadata: { ...metadata, ...own } });
}

/**
 * Names and stamps the draft, and refuses it if it is invalid. `isOwned`: its managedFields are made already. What the
 * server adds after them belongs to nobody.
 */
export function prepareForCreate(
  operation: Operation,
  draft: KubeObject,
  { isOwned = false }: { isOwned?: boolean } = {},
): KubeObject {
  const { strategy } = operation;
  if ((draft.metadata.resourceVersion ?? '') !== '') {
    throw failure('resourceVersion should not be set on objects to be created');
  }
  nameAndStamp(operation, draft);
  const own = isOwned ? draft : updateManagedFields(operation, undefined, draft);
  const owned = preparedByPolicies(operation, prepared(operation, own));
  const causes = strategy.validateCreate(owned);
  if (causes.length > 0) throw invalid(invalidKind(operation), owned.metadata.name ?? '', causes);
  for (const warning of strategy.warnings?.(owned, undefined) ?? []) operation.warn(warning);
  operation.policies?.validate(operation, { object: owned, old: undefined });
  return owned;
}

function prepared(operation: Operation, draft: KubeObject): KubeObject {
  dropDuplicateOwners(operation, draft.metadata);
  operation.guard?.(operation, { object: draft, old: undefined });
  operation.strategy.prepareForCreate(draft, operation);
  return draft;
}

/** Policies see what the server itself made of the draft; what they change of it is prepared once more. */
function preparedByPolicies(operation: Operation, draft: KubeObject): KubeObject {
  const made = operation.policies?.mutate(operation, { object: draft, old: undefined }) ?? draft;
  return made === draft ? draft : prepared(operation, made);
}

function nameAndStamp({ namespace, ids, now }: Operation, { metadata }: KubeObject): void {
  if (namespace === undefined) delete metadata.namespace;
  else metadata.namespace = namespace;
  metadata.uid = ids.uid();
  metadata.creationTimestamp = timestamp(now());
  delete (metadata as { selfLink?: string }).selfLink;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  const { name = '', generateName = '' } = metadata;
  if (name === '' && generateName !== '') metadata.name = generatedName(generateName, ids.nameSuffix());
}

async function keepNew(operation: Operation, draft: KubeObject): Promise<KeptObject> {
  const { resource, strategy, namespace, dryRun } = operation;
  const name = draft.metadata.name ?? '';
  const refuseExisting = (current: KeptObject | undefined): void => {
    if (current !== undefined) throw exists(operation, name, current);
  };
  try {
    strategy.allocate?.(draft, undefined, dryRun);
    const object = resource.toStorage(ordered(draft));
    if (dryRun) {
      refuseExisting(await resource.storage.get({ namespace, name }));
      return notKept(object);
    }
    const kept = await resource.storage.write({ namespace, name }, (current) => {
      refuseExisting(current);
      return { type: 'put', object };
    });
    return kept ?? notKept(object);
  } finally {
    strategy.release?.(draft);
  }
}

function exists(operation: Operation, name: string, current: KeptObject): ApiError {
  const error = alreadyExists(groupResource(operation), name);
  if (current.object.metadata.deletionTimestamp === undefined) return error;
  error.status.message = `object is being deleted: ${error.status.message}`;
  return error;
}

/** The suffix must fit into 63 characters with the rest, whatever the kind allows. */
function generatedName(prefix: string, suffix: string): string {
  return prefix.slice(0, 63 - suffix.length) + suffix;
}
