import type { KubeObject } from '@banyan/api';
import { feedKey, type Base, type Description } from '@banyan/api/clusternet';
import {
  digest,
  identityKey,
  identityOf,
  marksOfBase,
  objectsOfDescription,
  overridesFor,
  renderTrigger,
  renderWork,
  setsFor,
  type FeedOverrides,
  type Member,
  type Work,
  type WorkObject,
} from '@banyan/engine';
import type { FeedTemplate, FoundFeed } from '../templates.ts';
import { readRenamed, renamedObjects, type RenamedObjects } from './renamed-objects.ts';

export interface RenderBaseRequest {
  readonly base: Base;
  readonly member: Member;
  readonly hubId: string;
  readonly feeds: readonly FoundFeed[];
  /** Of a feed: those of users and, last, the share of the replicas. Undefined: it is not divided yet, and has to wait. */
  readonly overridesOf: (feed: FeedTemplate) => readonly FeedOverrides[] | undefined;
  /** What the Base has now. */
  readonly descriptions: readonly Description[];
}

export interface RenderedBase {
  /** Differs when there is a reason to render. */
  readonly trigger: string;
  /** Costs more than all else: to be called only then. */
  readonly render: () => RenderedWork;
}

export interface RenderedWork extends Work {
  readonly renamed: RenamedObjects;
}

/** What a Base is to be in its member. A feed that has no template or waits keeps what it last was. */
export function renderBase(request: RenderBaseRequest): RenderedBase {
  const { base, member, hubId, feeds, overridesOf } = request;
  const ready: { readonly feed: FeedTemplate; readonly overrides: readonly FeedOverrides[] }[] = [];
  const waiting: FoundFeed[] = [];
  for (const feed of feeds) {
    const overrides = feed.template === undefined ? undefined : overridesOf(feed);
    if (feed.template === undefined || overrides === undefined) waiting.push(feed);
    else ready.push({ feed, overrides });
  }
  const reasons = renderTrigger({
    member,
    templates: ready.map(({ feed, overrides }) => ({
      key: feed.template.key,
      digest: feed.digest,
      sets: setsFor(overrides, member),
    })),
  });
  const trigger = digest([reasons, hubId, waiting.map(({ feed }) => feed)]);
  const render = (): RenderedWork => {
    const before = lastObjects(request.descriptions);
    const renamedBefore = readRenamed(request.descriptions);
    const byKey = new Map(ready.map((one) => [one.feed.template.key, one]));
    const lastGood = (key: string): KubeObject | undefined => {
      const identity = byKey.get(key)?.feed.identity;
      return identity && before().get(renamedBefore[key] ?? identityKey(identity));
    };
    const work = renderWork({
      member,
      templates: ready.map(({ feed }) => feed.template),
      overridesOf: ({ key }) => overridesFor(byKey.get(key)?.overrides ?? [], member),
      marks: marksOfBase(base, hubId),
      lastGood,
    });
    const identityOfFeed = (feed: FoundFeed): string | undefined =>
      renamedBefore[feedKey(feed.feed)] ?? (feed.identity && identityKey(feed.identity));
    const kept = keptObjects({ waiting, rendered: work.objects, before, identityOfFeed });
    const objects = [...work.objects, ...kept];
    const identities = new Map(feeds.map(({ feed, identity }) => [feedKey(feed), identity]));
    return { ...work, objects, renamed: renamedObjects(objects, (key) => identities.get(key)) };
  };
  return { trigger, render };
}

/** What runs in the member and cannot be rendered anew stays as it is. */
function keptObjects({
  waiting,
  rendered,
  before,
  identityOfFeed,
}: {
  readonly waiting: readonly FoundFeed[];
  readonly rendered: readonly WorkObject[];
  readonly before: () => ReadonlyMap<string, KubeObject>;
  readonly identityOfFeed: (feed: FoundFeed) => string | undefined;
}): WorkObject[] {
  const taken = new Set(rendered.map(({ object }) => identityKey(identityOf(object))));
  return waiting.flatMap((waits) => {
    const key = identityOfFeed(waits);
    const object = key === undefined || taken.has(key) ? undefined : before().get(key);
    return object === undefined ? [] : [{ template: feedKey(waits.feed), object }];
  });
}

/** Read when the first one asks. What is no JSON was not written by us, and is nothing to go back to. */
function lastObjects(descriptions: readonly Description[]): () => ReadonlyMap<string, KubeObject> {
  let objects: Map<string, KubeObject> | undefined;
  return () => {
    objects ??= new Map(
      descriptions
        .flatMap((description) => {
          try {
            return objectsOfDescription(description);
          } catch {
            return [];
          }
        })
        .map((object) => [identityKey(identityOf(object)), object]),
    );
    return objects;
  };
}
