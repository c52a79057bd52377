import { ALLOW_DELETION_ANNOTATION } from '@banyan/api/banyan';
import { DESCRIPTIONS } from '@banyan/api/clusternet';
import { identityKey, objectsToPrune, type ObjectIdentity } from '@banyan/engine';
import { isNoMatch, type KubeClient } from '@banyan/kube';
import { deleteSeen, isOfAnotherWork } from '../member/delete-object.ts';
import { stopsPass } from './apply-work.ts';
import type { WorkPass } from './work-pass.ts';

export interface PruneOptions {
  readonly hubClient: KubeClient;
  /** Objects that one change may take from a member unasked. */
  readonly maxPruned: number;
  /** The generation of each Description of a member's namespace that is known here, by uid. */
  readonly knownGenerations: (namespace: string) => ReadonlyMap<string, number>;
}

/** Deletes what the work no longer has, of what it brought. */
export async function pruneWork(pass: WorkPass, options: PruneOptions, signal: AbortSignal): Promise<void> {
  const { applied, description, findings, index } = pass;
  const gone = await obsolete(pass, options, signal);
  if (gone.length === 0) return;
  const isAllowed = description.metadata.annotations?.[ALLOW_DELETION_ANNOTATION] !== undefined;
  if (gone.length > options.maxPruned && !isAllowed) {
    findings.held.push(
      `this would delete ${gone.length} objects, more than ${options.maxPruned}: nothing is deleted until the intent ` +
        `is annotated with ${ALLOW_DELETION_ANNOTATION} and its generation`,
    );
    return;
  }
  for (const identity of gone) {
    try {
      if (!isOfAnotherWork(pass.session, identity, index.work)) await deleteObject(pass, identity, signal);
      applied.delete(identityKey(identity));
    } catch (error) {
      if (stopsPass(error, signal)) throw error;
      findings.fail(identity, error);
    }
  }
}

/** Asks for one object's deletion; a kind that is served no more has none. */
export async function deleteObject(
  pass: WorkPass,
  identity: ObjectIdentity,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { group, kind } = identity;
    const resource = await pass.session.kinds.use({ group, kind }, signal);
    await deleteSeen(pass, { resource, identity }, signal);
  } catch (error) {
    if (!isNoMatch(error)) throw error;
  }
}

/** What the member was given for the work: by the record, and by the mark that objects carry. */
export function broughtBy({ applied, index, session }: WorkPass): ObjectIdentity[] {
  return [...applied.values(), ...session.kinds.ofWork(index.work)];
}

export function isOurNamespace({ applied, session }: WorkPass, name: string): boolean {
  const identity = { group: '', kind: 'Namespace', namespace: '', name };
  const seen = session.kinds.seen(identity);
  if (seen !== undefined && seen !== 'absent') return true;
  return applied.get(identityKey(identity))?.isCreated ?? false;
}

async function obsolete(
  pass: WorkPass,
  options: PruneOptions,
  signal: AbortSignal,
): Promise<ObjectIdentity[]> {
  const { applied, index, key, session, works } = pass;
  const gone = objectsToPrune({
    before: broughtBy(pass),
    after: index.items.map(({ identity }) => identity),
    isOurNamespace: (name) => isOurNamespace(pass, name),
    isClaimedElsewhere: (object) => works.isClaimedElsewhere(key, object),
  }).filter((identity) => !isEnding(pass, identity));
  const isRecorded = (identity: ObjectIdentity): boolean => applied.get(identityKey(identity)) !== undefined;
  if (gone.every(isRecorded)) return gone;
  // Found by its mark alone: it may be of a change that another deployer made and that has not come here yet.
  return (await isCurrent(session.namespace, options, signal)) ? gone : gone.filter(isRecorded);
}

function isEnding({ applied, session }: WorkPass, identity: ObjectIdentity): boolean {
  const seen = session.kinds.seen(identity);
  const isOnItsWay = seen !== undefined && seen !== 'absent' && seen.metadata.deletionTimestamp !== undefined;
  if (isOnItsWay) applied.delete(identityKey(identity));
  return isOnItsWay;
}

async function isCurrent(namespace: string, options: PruneOptions, signal: AbortSignal): Promise<boolean> {
  const { hubClient, knownGenerations } = options;
  const { items } = await hubClient.list(DESCRIPTIONS, { namespace, metadataOnly: true, signal });
  const known = knownGenerations(namespace);
  return items.every(({ metadata: { uid = '', generation } }) => known.get(uid) === generation);
}
