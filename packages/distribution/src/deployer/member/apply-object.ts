import type { KubeObject } from '@banyan/api';
import { OWNED_LABEL } from '@banyan/api/banyan';
import {
  adoptionOf,
  type Adoption,
  type AppliedObject,
  type ObjectIdentity,
  type Policies,
} from '@banyan/engine';
import type { ApiResource } from '@banyan/kube';
import type { ApplyContext } from './apply-context.ts';
import { isImmutable, isMissingNamespace, isTaken, wordsOfError } from './apply-errors.ts';
import { deleteSeen, isGone } from './delete-object.ts';
import { ensureNamespace } from './ensure-namespace.ts';
import { MemberSession } from './member-session.ts';
import { FIELD_MANAGER, leftFields, ownFields, type SeenObject } from './seen-object.ts';
import { takeOver } from './take-over.ts';
import { withoutFields } from './without-fields.ts';

/**
 * No object has it: an apply that carries it makes the object or, if there is one, is refused. So an object that is not
 * known costs one request, and is never taken from anyone unasked.
 */
const NO_VERSION = '1';

export interface ObjectToApply {
  readonly object: KubeObject;
  readonly identity: ObjectIdentity;
  readonly resource: ApiResource;
  /** What the member has with our mark, as far as is known. */
  readonly seen: SeenObject | 'absent' | undefined;
  /** What it was given last. */
  readonly applied: AppliedObject | undefined;
  readonly policies: Policies;
}

/** `held`: nothing was written, for a reason that only a person can mend. */
export type ApplyOutcome =
  | { readonly fields: string; readonly isCreated: boolean; readonly version: string | undefined }
  | { readonly held: string };

/** Brings one object of a member to what it should be. Throws KubeErrors, for which trying again may help. */
export async function applyObject(
  context: ApplyContext,
  wanted: ObjectToApply,
  signal: AbortSignal,
): Promise<ApplyOutcome> {
  const problem = scopeProblem(wanted);
  if (problem !== undefined) return { held: problem };
  try {
    return await applied(context, wanted, signal);
  } catch (error) {
    if (!isMissingNamespace(error)) throw error;
    await ensureNamespace(context, wanted.identity.namespace, signal);
    return applied(context, wanted, signal);
  }
}

async function applied(
  context: ApplyContext,
  wanted: ObjectToApply,
  signal: AbortSignal,
): Promise<ApplyOutcome> {
  const { seen, object } = wanted;
  if (seen !== undefined && seen !== 'absent') return changedAsSeen(context, wanted, seen, signal);
  const metadata = { ...object.metadata, resourceVersion: NO_VERSION };
  try {
    const made = await send(context, wanted, { ...object, metadata }, signal);
    return outcome(made, true);
  } catch (error) {
    if (!isTaken(error)) throw error;
    return adopt(context, wanted, signal);
  }
}

/** Our watch may be behind someone who scaled it just now: then what is there is read, and nobody's replicas are lost. */
async function changedAsSeen(
  context: ApplyContext,
  wanted: ObjectToApply,
  { metadata: { resourceVersion }, left = [] }: SeenObject,
  signal: AbortSignal,
): Promise<ApplyOutcome> {
  const change = { left, isCreated: wanted.applied?.isCreated ?? false };
  if (!mayBeLeft(context, wanted) || resourceVersion === undefined)
    return changed(context, wanted, change, signal);
  const metadata = { ...wanted.object.metadata, resourceVersion };
  try {
    return await changed(context, { ...wanted, object: { ...wanted.object, metadata } }, change, signal);
  } catch (error) {
    if (!isTaken(error)) throw error;
    return adopt(context, wanted, signal);
  }
}

/** Whether others may have fields of it that we leave to them. */
function mayBeLeft({ yieldsTo }: ApplyContext, { resource }: ObjectToApply): boolean {
  return yieldsTo.size > 0 || resource.subresources.some(({ name }) => name === 'scale');
}

/** Something is there that our watch does not show. */
async function adopt(
  context: ApplyContext,
  wanted: ObjectToApply,
  signal: AbortSignal,
): Promise<ApplyOutcome> {
  const { session, yieldsTo } = context;
  const { resource, identity } = wanted;
  const live = await session.memberClient.get(resource, MemberSession.keyOf(identity), {
    metadataOnly: true,
    signal,
  });
  const adoption = adoptionFor(context, wanted, live);
  const isCreated = wanted.applied?.isCreated ?? false;
  switch (adoption.action) {
    case 'refuse':
      return { held: adoption.message };
    case 'use':
      return { fields: '', isCreated: false, version: undefined };
    case 'take-over':
      await takeOver(context, { resource, identity, live }, signal);
      break;
    case 'apply':
      break;
  }
  return changed(context, wanted, { left: leftFields(live.metadata, yieldsTo), isCreated }, signal);
}

function adoptionFor({ hubId }: ApplyContext, wanted: ObjectToApply, live: KubeObject): Adoption {
  const { object, applied, policies } = wanted;
  // Someone took our mark off: what we own in it says that it is ours all the same.
  const isOurs = applied !== undefined && applied.fields !== '' && ownFields(live.metadata) !== undefined;
  if (isOurs && live.metadata.labels?.[OWNED_LABEL] === undefined) return { action: 'apply' };
  const { apiVersion, kind } = object;
  return adoptionOf({
    live: { apiVersion, kind, metadata: live.metadata },
    hubId,
    conflict: policies.conflict,
  });
}

async function changed(
  context: ApplyContext,
  wanted: ObjectToApply,
  { left, isCreated }: { readonly left: SeenObject['left']; readonly isCreated: boolean },
  signal: AbortSignal,
): Promise<ApplyOutcome> {
  const object = (left ?? []).reduce(withoutFields, wanted.object);
  try {
    return outcome(await send(context, wanted, object, signal), isCreated);
  } catch (error) {
    if (!isImmutable(error)) throw error;
    if (wanted.policies.immutable === 'recreate') return recreate(context, wanted, signal);
    return {
      held: `${wordsOfError(error)}; annotate the intent with banyan.dev/immutable: recreate to replace it`,
    };
  }
}

async function recreate(
  context: ApplyContext,
  wanted: ObjectToApply,
  signal: AbortSignal,
): Promise<ApplyOutcome> {
  const { session } = context;
  await deleteSeen(context, wanted, signal);
  await isGone(session, wanted, signal);
  const metadata = { ...wanted.object.metadata, resourceVersion: NO_VERSION };
  return outcome(await send(context, wanted, { ...wanted.object, metadata }, signal), true);
}

async function send(
  { session }: ApplyContext,
  { resource }: ObjectToApply,
  object: KubeObject,
  signal: AbortSignal,
): Promise<KubeObject> {
  session.requireTurn();
  const options = { fieldManager: FIELD_MANAGER, force: true, metadataOnly: true, signal };
  return session.memberClient.apply(resource, object, options);
}

function outcome({ metadata }: KubeObject, isCreated: boolean): ApplyOutcome {
  return { fields: ownFields(metadata) ?? '', isCreated, version: metadata.resourceVersion };
}

function scopeProblem({ resource, identity }: ObjectToApply): string | undefined {
  if (resource.namespaced === (identity.namespace !== '')) return undefined;
  return resource.namespaced ? 'it has no namespace' : 'its kind has no namespaces, and it names one';
}
