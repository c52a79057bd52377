import { setTimeout as delay } from 'node:timers/promises';
import { OWNED_LABEL } from '@banyan/api/banyan';
import type { ObjectIdentity } from '@banyan/engine';
import { isNotFound, type ApiResource } from '@banyan/kube';
import type { ApplyContext } from './apply-context.ts';
import { MemberSession } from './member-session.ts';
import { ownFields, workOf } from './seen-object.ts';

interface Target {
  readonly resource: ApiResource;
  readonly identity: ObjectIdentity;
}

const LOOK_MS = 50;

/** Deletes an object that is ours, in the state of now. Nothing happens to one that is gone or on its way. */
export async function deleteSeen(
  { session, hubId }: ApplyContext,
  { resource, identity }: Target,
  signal: AbortSignal,
): Promise<void> {
  const key = MemberSession.keyOf(identity);
  const seen = session.kinds.seen(identity);
  if (seen !== undefined && seen !== 'absent') {
    if (seen.metadata.deletionTimestamp !== undefined) return;
    return remove(session, { resource, identity }, seen.metadata.uid, signal);
  }
  try {
    const { metadata } = await session.memberClient.get(resource, key, { metadataOnly: true, signal });
    const mark = metadata.labels?.[OWNED_LABEL];
    // Someone took our mark off: what we own in it says that it is ours all the same.
    const isOurs = mark === hubId || (mark === undefined && ownFields(metadata) !== undefined);
    if (isOurs) await remove(session, { resource, identity }, metadata.uid, signal);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Whether an object is there that carries the mark of another work than this one. */
export function isOfAnotherWork(session: MemberSession, identity: ObjectIdentity, work: string): boolean {
  const seen = session.kinds.seen(identity);
  if (seen === undefined || seen === 'absent') return false;
  const owner = workOf(seen);
  return owner !== undefined && owner !== work;
}

/** Resolves when the object is no longer there. */
export async function isGone(
  session: MemberSession,
  { resource, identity }: Target,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      const key = MemberSession.keyOf(identity);
      await session.memberClient.get(resource, key, { metadataOnly: true, signal });
    } catch (error) {
      if (isNotFound(error)) return;
      throw error;
    }
    await delay(LOOK_MS, undefined, { signal });
  }
}

async function remove(
  session: MemberSession,
  { resource, identity }: Target,
  uid: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  session.requireTurn();
  try {
    await session.memberClient.delete(resource, MemberSession.keyOf(identity), {
      propagationPolicy: 'Background',
      ...(uid !== undefined && { preconditions: { uid } }),
      signal,
    });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
