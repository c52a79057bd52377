import { parseApiVersion, type KubeObject } from '@banyan/api';
import { applyDecision, orderGroups, type OrderedItem } from '@banyan/engine';
import { isAborted, type ApiResource } from '@banyan/kube';
import { isMemberAway } from '../member/apply-errors.ts';
import { applyObject } from '../member/apply-object.ts';
import { definitionServed } from '../member/definition-served.ts';
import { TurnOverError } from '../member/member-session.ts';
import { workOf, type SeenObject } from '../member/seen-object.ts';
import { forEachLimited } from './for-each-limited.ts';
import { objectOf, wordsOf, type WorkItem } from './work-index.ts';
import type { WorkPass } from './work-pass.ts';

/** Objects of one work on their way at once: several works share a member's connections. */
const AT_ONCE = 16;

interface DueItem {
  readonly item: WorkItem;
  readonly object: KubeObject;
}

/** Applies what differs, in order. What fails is told and holds back nothing; throws when the member is away. */
export async function applyWork(pass: WorkPass, signal: AbortSignal): Promise<void> {
  await learnKinds(pass, signal);
  const marks = { hubId: pass.hubId, work: pass.index.work };
  const due = pass.index.items
    .filter((item) => isDue(pass, item))
    .map((item): DueItem => ({ item, object: objectOf(pass.description, item, marks) }));
  for (const { items } of orderGroups(due)) {
    await forEachLimited(items, AT_ONCE, (ordered) => applyDue(pass, ordered, signal));
  }
}

/** What the member has of a kind must be known before it is decided what to write. */
async function learnKinds({ session, index }: WorkPass, signal: AbortSignal): Promise<void> {
  const kinds = new Map(index.items.map((item) => [`${item.apiVersion}/${item.identity.kind}`, item]));
  await forEachLimited([...kinds.values()], AT_ONCE, async (item) => {
    try {
      await session.kinds.use(kindOf(item), signal);
    } catch (error) {
      // Told when it is this kind's turn: its definition may be among what is applied before it.
      if (stopsPass(error, signal)) throw error;
    }
  });
}

function isDue(pass: WorkPass, item: WorkItem): boolean {
  const { applied, findings, key, policies, works } = pass;
  const seen = seenOf(pass, item);
  const mark = seen !== undefined && seen !== 'absent' ? workOf(seen) : undefined;
  const owner = works.otherOwner(key, item.key, mark);
  if (owner !== undefined) {
    findings.hold(item.identity, `the work ${owner} claims it too, and has it: take it out of one of them`);
    return false;
  }
  const known = applied.get(item.key);
  const decision = applyDecision({
    digest: item.digest,
    applied: known,
    // A Namespace that was there is only used: it does not carry our mark.
    live: known?.fields === '' ? undefined : seen === undefined || seen === 'absent' ? seen : liveOf(seen),
    drift: policies.drift,
  });
  if (decision.action === 'report') {
    const what = decision.because === 'absent' ? 'was deleted' : 'was changed';
    findings.drift.push(`${wordsOf(item.identity)} ${what} in the cluster`);
  }
  const isEnding = seen !== undefined && seen !== 'absent' && seen.metadata.deletionTimestamp !== undefined;
  return decision.action === 'apply' && !(isEnding && decision.because === 'drift');
}

function liveOf({ fields, digest }: SeenObject): { fields: string | undefined; digest: string | undefined } {
  return { fields, digest };
}

function seenOf({ session, applied }: WorkPass, item: WorkItem): SeenObject | 'absent' | undefined {
  const seen = session.kinds.seen(item.identity, applied.versionOf(item.key));
  if (seen !== undefined) applied.settle(item.key);
  return seen;
}

async function applyDue(
  pass: WorkPass,
  { item: { item, object }, waitsFor }: OrderedItem<DueItem>,
  signal: AbortSignal,
): Promise<void> {
  const { applied, findings, policies, session } = pass;
  const { identity, digest } = item;
  try {
    if (waitsFor !== undefined) await definitionServed(session, waitsFor, signal);
    const resource: ApiResource = await session.kinds.use(kindOf(item), signal);
    const wanted = {
      object,
      identity,
      resource,
      policies,
      seen: seenOf(pass, item),
      applied: applied.get(item.key),
    };
    const outcome = await applyObject(pass, wanted, signal);
    if ('held' in outcome) {
      findings.hold(identity, outcome.held);
      return;
    }
    const { fields, isCreated, version } = outcome;
    applied.set({ ...identity, digest, fields, isCreated }, version);
    if (identity.kind === 'CustomResourceDefinition') session.kinds.discovery.invalidate();
  } catch (error) {
    if (stopsPass(error, signal)) throw error;
    findings.fail(identity, error);
  }
}

/** Whether it makes no sense to go on with the other objects. */
export function stopsPass(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || error instanceof TurnOverError || isAborted(error) || isMemberAway(error);
}

function kindOf({ apiVersion, identity: { kind } }: WorkItem): {
  group: string;
  version: string;
  kind: string;
} {
  return { ...parseApiVersion(apiVersion), kind };
}
