import type { GroupVersion, GroupVersionKind, GroupVersionResource } from '@banyan/api';
import type { ApiGroup, ApiResource } from './api-resource.ts';
import { ambiguousError } from './mapping-error.ts';
import { readingsOf, type ResourceQuery } from './resource-query.ts';

/** Without a version: the preferred one that has it. */
export type KindQuery = Omit<GroupVersionKind, 'version'> & { readonly version?: string };
export type PluralQuery = Omit<GroupVersionResource, 'version'> & { readonly version?: string };

export interface ResolveOptions {
  /**
   * What to do with a word that fits several groups (`events`; `pods` where metrics are served):
   * `refuse` throws isAmbiguous, `prefer` takes the first group in the server's order, as kubectl does.
   */
  readonly ambiguity?: 'refuse' | 'prefer';
}

/** What a word for a resource can be, the strongest first. */
const WORDS: readonly ((resource: ApiResource) => readonly string[])[] = [
  ({ resource }) => [resource],
  ({ singular }) => [singular],
  ({ kind }) => [kind.toLowerCase()],
  ({ shortNames }) => shortNames,
];

/** Kinds, resources and words for them, as one discovery found them. Pure; never changes. */
export class RestMapper {
  /** In the server's order of preference: groups, then versions. */
  readonly groups: readonly ApiGroup[];
  /** Versions whose server did not answer; what is known of them is from before, or nothing. */
  readonly stale: readonly GroupVersion[];
  readonly #resources: readonly ApiResource[];
  readonly #byWord: readonly ReadonlyMap<string, readonly ApiResource[]>[];

  constructor(groups: readonly ApiGroup[]) {
    this.groups = groups;
    this.stale = groups.flatMap(({ name, versions }) =>
      versions.filter(({ stale }) => stale).map(({ version }) => ({ group: name, version })),
    );
    this.#resources = groups.flatMap(({ versions }) => versions.flatMap(({ resources }) => resources));
    this.#byWord = WORDS.map((wordsOf) => indexBy(this.#resources, wordsOf));
  }

  /** Kind → resource. The kind is case-sensitive. */
  forKind({ group, version, kind }: KindQuery): ApiResource | undefined {
    return this.#resources.find(
      (resource) =>
        resource.kind === kind &&
        resource.group === group &&
        (version === undefined || resource.version === version),
    );
  }

  /** Plural → resource, with its kind. */
  forResource({ group, version, resource: plural }: PluralQuery): ApiResource | undefined {
    return this.#byWord[0]
      ?.get(plural)
      ?.find(
        (resource) => resource.group === group && (version === undefined || resource.version === version),
      );
  }

  /**
   * Plural, singular, kind or short name in any case, also as `name.group` and `name.version.group`.
   * Undefined if nothing fits; throws isAmbiguous if several groups do.
   */
  resolve(text: string, { ambiguity = 'refuse' }: ResolveOptions = {}): ApiResource | undefined {
    for (const query of readingsOf(text)) {
      const [first, ...others] = this.#matches(query);
      if (first === undefined) continue;
      if (others.length > 0 && ambiguity === 'refuse') throw ambiguousError(text, [first, ...others]);
      return first;
    }
    return undefined;
  }

  /** The members of a category (`all`), each in its preferred version. */
  category(category: string): ApiResource[] {
    return this.preferred().filter(({ categories }) => categories.includes(category));
  }

  /** Each resource once, in the first version of its group that has it. */
  preferred(): ApiResource[] {
    return firstOfEach(this.#resources, ({ group, resource }) => `${group}/${resource}`);
  }

  /** At most one of each group and plural; of a strong word and a weak one only the strong. */
  #matches({ name, group, version }: ResourceQuery): ApiResource[] {
    for (const byWord of this.#byWord) {
      const matches = (byWord.get(name) ?? []).filter(
        (resource) =>
          (group === undefined || resource.group === group) &&
          (version === undefined || resource.version === version),
      );
      if (matches.length > 0) return firstOfEach(matches, (match) => `${match.group}/${match.resource}`);
    }
    return [];
  }
}

function indexBy(
  resources: readonly ApiResource[],
  wordsOf: (resource: ApiResource) => readonly string[],
): Map<string, ApiResource[]> {
  const index = new Map<string, ApiResource[]>();
  for (const resource of resources) {
    for (const word of wordsOf(resource)) {
      const listed = index.get(word);
      if (listed === undefined) index.set(word, [resource]);
      else listed.push(resource);
    }
  }
  return index;
}

function firstOfEach(
  resources: readonly ApiResource[],
  identity: (resource: ApiResource) => string,
): ApiResource[] {
  const first = new Map<string, ApiResource>();
  for (const resource of resources) {
    const id = identity(resource);
    if (!first.has(id)) first.set(id, resource);
  }
  return [...first.values()];
}
