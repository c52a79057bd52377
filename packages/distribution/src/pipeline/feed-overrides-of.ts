import { parseApiVersion } from '@banyan/api';
import type { Globalization, Localization } from '@banyan/api/clusternet';
import { feedOverridesOf, type FeedOverrides } from '@banyan/engine';
import { looseKey } from './feed-index.ts';
import type { PipelineCaches } from './pipeline-caches.ts';
import type { FeedTemplate } from './templates.ts';

/** The overrides that users wrote for templates, each read once for all members. */
export class UserOverrides {
  readonly #caches: PipelineCaches;
  readonly #read = new WeakMap<object, FeedOverrides | 'deleted'>();

  constructor(caches: PipelineCaches) {
    this.#caches = caches;
  }

  /** An override names the group of the template, or the wrong one that the feed names too. */
  of({ feed, identity }: FeedTemplate): FeedOverrides[] {
    const groups = new Set([identity.group, parseApiVersion(feed.apiVersion).group]);
    const found: FeedOverrides[] = [];
    for (const source of this.#caches.overridesOf(looseKey(feed))) {
      if (!groups.has(parseApiVersion(source.spec.feed.apiVersion).group)) continue;
      const overrides = this.#overridesOf(source);
      if (overrides !== undefined) found.push(overrides);
    }
    return found;
  }

  #overridesOf(source: Localization | Globalization): FeedOverrides | undefined {
    const known = this.#read.get(source) ?? feedOverridesOf(source) ?? 'deleted';
    this.#read.set(source, known);
    return known === 'deleted' ? undefined : known;
  }
}
