import {
  baseName,
  feedKey,
  SUBSCRIPTION_UID_LABEL,
  type Base,
  type Subscription,
} from '@banyan/api/clusternet';
import {
  baseOfSubscription,
  guardDeletion,
  policiesOfAnnotations,
  type DeletionLimits,
  type Member,
} from '@banyan/engine';
import { metadataPatch, policyAnnotations } from '../policy-annotations.ts';

export interface BasesPlan {
  readonly create: readonly Base[];
  readonly update: readonly { readonly base: Base; readonly patch: Record<string, unknown> }[];
  readonly remove: readonly Base[];
  /** Those that stay, as they are now. */
  readonly keep: readonly Base[];
  /** Why nothing is taken away, if the guard says so. */
  readonly held: string | undefined;
  /** More than one of the same Subscription in a member; all of them are kept in step. */
  readonly duplicates: readonly string[];
}

export interface BasesRequest {
  readonly subscription: Subscription;
  /** What it is bound to and is there. */
  readonly members: readonly Member[];
  /** Namespaces of all that it is bound to, whether they are there or not. */
  readonly boundNamespaces: ReadonlySet<string>;
  /** Those of the Subscription. */
  readonly bases: readonly Base[];
  readonly baseAt: (namespace: string, name: string) => Base | undefined;
  readonly limits: DeletionLimits;
}

/** What is to become of the Bases of a Subscription. */
export function planBases(request: BasesRequest): BasesPlan {
  const { subscription, members, boundNamespaces, bases } = request;
  const living = bases.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const keep = living.filter(({ metadata }) => boundNamespaces.has(metadata.namespace ?? ''));
  const remove = living.filter((base) => !keep.includes(base));
  const held = guarded(request, keep, remove);
  const byNamespace = Map.groupBy(keep, ({ metadata }) => metadata.namespace ?? '');
  // One that is on its way out still has its name; its successor is made when it is gone.
  const leaving = new Set(
    bases.filter((base) => !living.includes(base)).map(({ metadata }) => metadata.namespace),
  );
  const create: Base[] = [];
  const update: { base: Base; patch: Record<string, unknown> }[] = [];
  for (const member of members) {
    const own = byNamespace.get(member.namespace) ?? [];
    if (own.length === 0 && !leaving.has(member.namespace)) create.push(newBase(request, member));
    for (const base of own) {
      const patch = changeOf(subscription, member, base, held !== undefined);
      if (patch !== undefined) update.push({ base, patch });
    }
  }
  const duplicates = [...byNamespace].filter(([, own]) => own.length > 1).map(([namespace]) => namespace);
  return { create, update, remove: held === undefined ? remove : [], keep, held, duplicates };
}

function newBase({ subscription, baseAt }: BasesRequest, member: Member): Base {
  const { namespace = '', name = '', uid } = subscription.metadata;
  const isTaken = (wanted: string): boolean => {
    const other = baseAt(member.namespace, wanted);
    return other !== undefined && other.metadata.labels?.[SUBSCRIPTION_UID_LABEL] !== uid;
  };
  return wantedBase(subscription, member, baseName({ namespace, name }, isTaken));
}

function wantedBase(subscription: Subscription, member: Member, name: string): Base {
  const base = baseOfSubscription(subscription, member, name);
  const annotations = { ...base.metadata.annotations, ...policyAnnotations(subscription) };
  return { ...base, metadata: { ...base.metadata, annotations } };
}

function changeOf(
  subscription: Subscription,
  member: Member,
  base: Base,
  isHeld: boolean,
): Record<string, unknown> | undefined {
  const wanted = wantedBase(subscription, member, base.metadata.name ?? '');
  const metadata = metadataPatch(base, wanted);
  // While the guard holds, what is new is added and nothing is taken away.
  const feeds = isHeld ? withRemoved(wanted.spec.feeds, base.spec.feeds) : wanted.spec.feeds;
  const isSame = feedList(feeds) === feedList(base.spec.feeds);
  if (metadata === undefined && isSame) return undefined;
  return { ...(metadata && { metadata }), ...(!isSame && { spec: { feeds } }) };
}

function withRemoved(wanted: Base['spec']['feeds'], before: Base['spec']['feeds']): Base['spec']['feeds'] {
  const keys = new Set(wanted.map(feedKey));
  return [...wanted, ...before.filter((feed) => !keys.has(feedKey(feed)))];
}

function feedList(feeds: Base['spec']['feeds']): string {
  return JSON.stringify(feeds.map(feedKey));
}

function guarded(
  { subscription, limits }: BasesRequest,
  keep: readonly Base[],
  remove: readonly Base[],
): string | undefined {
  const wanted = new Set(subscription.spec.feeds.map(feedKey));
  const removed = (base: Base): number => base.spec.feeds.filter((feed) => !wanted.has(feedKey(feed))).length;
  const sum = (bases: readonly Base[], count: (base: Base) => number): number =>
    bases.reduce((total, base) => total + count(base), 0);
  return guardDeletion({
    objects: sum(remove, ({ spec }) => spec.feeds.length) + sum(keep, removed),
    members: remove.length,
    generation: subscription.metadata.generation ?? 0,
    allowDeletion: policiesOfAnnotations(subscription.metadata.annotations).policies.allowDeletion,
    limits,
  });
}
