import { formatApiVersion } from '@banyan/api';
import { identityKey, objectsToPrune, orderGroups, type ObjectIdentity } from '@banyan/engine';
import { isNoMatch } from '@banyan/kube';
import { isOfAnotherWork } from '../member/delete-object.ts';
import { forEachLimited } from './for-each-limited.ts';
import { broughtBy, deleteObject, isOurNamespace } from './prune-work.ts';
import { wordsOf } from './work-index.ts';
import type { WorkPass } from './work-pass.ts';

const AT_ONCE = 16;

export interface RemoveOptions {
  readonly nowMs: () => number;
  /** How long what comes before waits for an object whose own finalizers hold it. */
  readonly patienceMs: number;
}

/**
 * Takes away everything that a work brought, in the reverse order of applying: a custom resource is gone before whoever
 * has to finalize it. Undefined: all is gone, or has been on its way for so long that nothing more is ours to do.
 * Otherwise what it waits for.
 */
export async function removeWork(
  pass: WorkPass,
  options: RemoveOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  await learnKinds(pass, signal);
  const { key, session, works } = pass;
  const gone = objectsToPrune({
    before: broughtBy(pass),
    after: [],
    isOurNamespace: (name) => isOurNamespace(pass, name),
    isClaimedElsewhere: (object) => works.isClaimedElsewhere(key, object),
  }).filter((identity) => !isOfAnotherWork(session, identity, pass.index.work));
  for (const { items } of orderGroups(gone.map(asItem)).reverse()) {
    const group = items.map(({ item }) => item.identity);
    await forEachLimited(group, AT_ONCE, (identity) => deleteObject(pass, identity, signal));
    const [first, ...others] = group.filter((identity) => holdsBack(pass, identity, options));
    if (first !== undefined) {
      return `waits for ${wordsOf(first)}${others.length > 0 ? ` and ${others.length} more` : ''} to go`;
    }
  }
  return undefined;
}

/** What carries our mark is known once its kind is watched. */
async function learnKinds({ session, index, applied }: WorkPass, signal: AbortSignal): Promise<void> {
  const identities = [...index.items.map(({ identity }) => identity), ...applied.values()];
  const kinds = new Map(identities.map(({ group, kind }) => [`${group}/${kind}`, { group, kind }]));
  await forEachLimited([...kinds.values()], AT_ONCE, async (kind) => {
    try {
      await session.kinds.use(kind, signal);
    } catch (error) {
      if (!isNoMatch(error)) throw error;
    }
  });
}

function holdsBack({ session }: WorkPass, identity: ObjectIdentity, options: RemoveOptions): boolean {
  const key = identityKey(identity);
  const seen = session.kinds.seen(identity);
  if (seen === undefined || seen === 'absent') {
    session.endingSince.delete(key);
    return false;
  }
  const since = session.endingSince.get(key) ?? options.nowMs();
  session.endingSince.set(key, since);
  return options.nowMs() - since < options.patienceMs;
}

function asItem(identity: ObjectIdentity) {
  const { group, kind, namespace, name } = identity;
  const apiVersion = formatApiVersion({ group, version: 'v1' });
  return { identity, object: { apiVersion, kind, metadata: { namespace, name } } };
}
