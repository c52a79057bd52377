import type { KubeObject } from '@banyan/api';
import { DIVIDED_REPLICAS } from './wished-template.ts';

export type Ring = 'a' | 'b';

export interface WishedSubscription {
  /** Names of templates. */
  readonly feeds: readonly string[];
  /** Of members; undefined: all of them. */
  readonly ring: Ring | undefined;
  /** Replicas are divided among the members. */
  readonly divides: boolean;
}

export interface WishedOverride {
  /** The name of a template. */
  readonly feed: string;
  /** Undefined: for all of them. */
  readonly member: string | undefined;
  /** Each has its own. */
  readonly priority: number;
  readonly patch: MergePatch;
}

export interface MergePatch {
  readonly [field: string]: string | number | null | MergePatch;
}

/** One thing that a person tells the hub. */
export type Change =
  | { readonly what: 'template'; readonly name: string; readonly object: KubeObject }
  | { readonly what: 'no-template'; readonly name: string; readonly object: KubeObject }
  | { readonly what: 'subscription'; readonly name: string; readonly wished: WishedSubscription }
  | { readonly what: 'no-subscription'; readonly name: string }
  | { readonly what: 'override'; readonly name: string; readonly wished: WishedOverride }
  | { readonly what: 'no-override'; readonly name: string; readonly wished: WishedOverride }
  | { readonly what: 'ring'; readonly member: string; readonly ring: Ring };

/** Everything that was told, as the last word says it. */
export interface Wishes {
  readonly templates: ReadonlyMap<string, KubeObject>;
  readonly subscriptions: ReadonlyMap<string, WishedSubscription>;
  readonly overrides: ReadonlyMap<string, WishedOverride>;
  /** Of every member. */
  readonly rings: ReadonlyMap<string, Ring>;
}

export function wishesAfter(wishes: Wishes, change: Change): Wishes {
  const { templates, subscriptions, overrides, rings } = wishes;
  switch (change.what) {
    case 'template':
      return { ...wishes, templates: new Map(templates).set(change.name, change.object) };
    case 'no-template':
      return { ...wishes, templates: without(templates, change.name) };
    case 'subscription':
      return { ...wishes, subscriptions: new Map(subscriptions).set(change.name, change.wished) };
    case 'no-subscription':
      return { ...wishes, subscriptions: without(subscriptions, change.name) };
    case 'override':
      return { ...wishes, overrides: new Map(overrides).set(change.name, change.wished) };
    case 'no-override':
      return { ...wishes, overrides: without(overrides, change.name) };
    case 'ring':
      return { ...wishes, rings: new Map(rings).set(change.member, change.ring) };
  }
}

/** The members that a subscription goes to, by the wishes alone. */
export function membersOf({ rings }: Wishes, { ring }: WishedSubscription): string[] {
  return [...rings].filter(([, one]) => ring === undefined || one === ring).map(([member]) => member);
}

/** What a member is to hold. */
export function wishedIn(wishes: Wishes, member: string): KubeObject[] {
  return [...wishes.subscriptions.values()].flatMap((subscription) => {
    const members = membersOf(wishes, subscription);
    if (!members.includes(member)) return [];
    return subscription.feeds.flatMap((feed) => {
      const template = wishes.templates.get(feed);
      if (template === undefined) return [];
      const isDivided = subscription.divides && template.kind === 'Deployment';
      const share: MergePatch = { spec: { replicas: DIVIDED_REPLICAS / members.length } };
      return [overridden(template, [...(isDivided ? [share] : []), ...patchesFor(wishes, feed, member)])];
    });
  });
}

/** Those for all members first, then those for this one; the greater priority last. */
function patchesFor({ overrides }: Wishes, feed: string, member: string): MergePatch[] {
  return [...overrides.values()]
    .filter((override) => override.feed === feed && (override.member ?? member) === member)
    .toSorted(
      (a, b) => Number(a.member !== undefined) - Number(b.member !== undefined) || a.priority - b.priority,
    )
    .map(({ patch }) => patch);
}

function overridden(template: KubeObject, patches: readonly MergePatch[]): KubeObject {
  return patches.reduce<KubeObject>((object, patch) => merged(object, patch) as KubeObject, template);
}

function merged(target: unknown, patch: MergePatch[string]): unknown {
  if (patch === null || typeof patch !== 'object') return patch;
  const fields = { ...(target as Record<string, unknown> | undefined) };
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete fields[field];
    else fields[field] = merged(fields[field], value);
  }
  return fields;
}

function without<T>(map: ReadonlyMap<string, T>, name: string): Map<string, T> {
  const rest = new Map(map);
  rest.delete(name);
  return rest;
}
