import { parseApiVersion, type GroupVersionKind } from '@banyan/api';
import { APPS_GROUP, feedKey, type Feed, type Manifest } from '@banyan/api/clusternet';
import {
  digest,
  identityKey,
  resolveFeed,
  trimStored,
  type ObjectIdentity,
  type ResolvedFeed,
  type Template,
} from '@banyan/engine';
import type { Discovery, RestMapper } from '@banyan/kube';
import { templateOfManifest } from './feed-index.ts';
import type { PipelineCaches } from './pipeline-caches.ts';

/** A feed and what it means. */
export type FoundFeed = FeedTemplate | UnfoundFeed;

export interface FeedTemplate {
  readonly feed: Feed;
  readonly template: Template;
  readonly identity: ObjectIdentity;
  readonly digest: string;
  /** What its author should be told. */
  readonly warning?: string;
}

export interface UnfoundFeed {
  readonly feed: Feed;
  readonly template?: undefined;
  /** What the template would be, where its kind is known. */
  readonly identity?: ObjectIdentity;
  /** Of an event: `NonexistentDeployment`. */
  readonly reason: string;
  readonly problem: string;
  /** It may be over without any object of ours changing. */
  readonly isUnknownKind: boolean;
}

interface TrimmedTemplate {
  readonly object: Template['object'];
  readonly digest: string;
}

/** Finds the templates of feeds. What is known of a Manifest is computed once for each of its states. */
export class Templates {
  readonly #caches: PipelineCaches;
  readonly #discovery: Discovery;
  readonly #trimmed = new WeakMap<Manifest, TrimmedTemplate>();
  readonly #kinds = new WeakMap<RestMapper, Map<string, ResolvedFeed>>();

  constructor(caches: PipelineCaches, discovery: Discovery) {
    this.#caches = caches;
    this.#discovery = discovery;
  }

  /** In the order of the feeds; one that is named twice is there once. The hub is asked for its kinds only if a template is missing. */
  async find(feeds: readonly Feed[], signal: AbortSignal): Promise<FoundFeed[]> {
    const distinct = new Map(feeds.map((feed) => [feedKey(feed), feed]));
    const found: FoundFeed[] = [];
    for (const feed of distinct.values()) {
      found.push(this.#exact(feed) ?? (await this.#byKind(feed, signal)));
    }
    return found;
  }

  #exact(feed: Feed): FeedTemplate | undefined {
    const { group } = parseApiVersion(feed.apiVersion);
    const { kind, namespace = '', name } = feed;
    return this.#withIdentity(feed, { group, kind, namespace, name });
  }

  async #byKind(feed: Feed, signal: AbortSignal): Promise<FoundFeed> {
    if (feed.kind === 'HelmChart' && parseApiVersion(feed.apiVersion).group === APPS_GROUP) {
      const problem = `${feedKey(feed)}: charts are not deployed yet`;
      return { feed, reason: 'HelmChartNotSupported', problem, isUnknownKind: false };
    }
    const mapper = await this.#discovery.mapper(signal);
    const resolved = this.#resolve(feed, mapper);
    if ('problem' in resolved) {
      this.#discovery.invalidate();
      const problem = `${feedKey(feed)}: ${resolved.problem}`;
      return { feed, reason: `Nonexistent${feed.kind}`, problem, isUnknownKind: true };
    }
    const { kind, namespace = '', name } = feed;
    const identity = { group: resolved.identity.group, kind, namespace, name };
    const { warning } = resolved;
    const found = this.#withIdentity(feed, identity);
    if (found !== undefined) return { ...found, ...(warning && { warning: `${feedKey(feed)}: ${warning}` }) };
    const problem = `${feedKey(feed)}: there is no such template`;
    return { feed, identity, reason: `Nonexistent${kind}`, problem, isUnknownKind: false };
  }

  /** Only group and kind count: asked once for all feeds of a kind. */
  #resolve(feed: Feed, mapper: RestMapper): ResolvedFeed {
    const known = this.#kinds.get(mapper) ?? new Map<string, ResolvedFeed>();
    this.#kinds.set(mapper, known);
    const key = `${feed.apiVersion}/${feed.kind}`;
    const resolved = known.get(key) ?? resolveFeed(feed, kindsOf(mapper));
    known.set(key, resolved);
    return resolved;
  }

  #withIdentity(feed: Feed, identity: ObjectIdentity): FeedTemplate | undefined {
    const manifest = this.#caches.manifestWith(identityKey(identity));
    if (manifest === undefined) return undefined;
    const trimmed = this.#trimmed.get(manifest) ?? trimmedOf(manifest);
    if (trimmed === undefined) return undefined;
    this.#trimmed.set(manifest, trimmed);
    const template = { key: feedKey(feed), object: trimmed.object };
    return { feed, template, identity, digest: trimmed.digest };
  }
}

function trimmedOf(manifest: Manifest): TrimmedTemplate | undefined {
  const template = templateOfManifest(manifest);
  if (template === undefined) return undefined;
  const object = trimStored(template);
  return { object, digest: digest(object) };
}

function* kindsOf({ groups }: RestMapper): Generator<GroupVersionKind> {
  for (const { name: group, versions } of groups) {
    // The templates' own door serves every kind once more; it is not where kinds are defined.
    if (group === 'shadow') continue;
    for (const { version, resources } of versions) {
      for (const { kind } of resources) yield { group, version, kind };
    }
  }
}
