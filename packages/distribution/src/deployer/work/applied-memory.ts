import type { Description } from '@banyan/api/clusternet';
import { decodeApplied, encodeApplied, identityKey, type AppliedObject } from '@banyan/engine';

/** What a member was given for one Description. */
export class AppliedWork {
  readonly uid: string | undefined;
  readonly #objects: Map<string, AppliedObject>;
  /** Versions of answers that the watches may not have come to yet. */
  readonly #versions = new Map<string, string>();
  /** As it is written down; undefined since something changed. */
  #text: string | undefined;

  constructor({ metadata, status }: Description) {
    this.uid = metadata.uid;
    const objects = decodeApplied(status?.applied) ?? [];
    this.#objects = new Map(objects.map((object) => [identityKey(object), object]));
  }

  get(key: string): AppliedObject | undefined {
    return this.#objects.get(key);
  }

  values(): AppliedObject[] {
    return [...this.#objects.values()];
  }

  versionOf(key: string): string | undefined {
    return this.#versions.get(key);
  }

  /** The watches have come so far. Not remembered longer: a cluster from a backup counts its versions from before. */
  settle(key: string): void {
    this.#versions.delete(key);
  }

  set(object: AppliedObject, version: string | undefined): void {
    const key = identityKey(object);
    this.#objects.set(key, object);
    if (version !== undefined) this.#versions.set(key, version);
    this.#text = undefined;
  }

  delete(key: string): void {
    this.#versions.delete(key);
    if (this.#objects.delete(key)) this.#text = undefined;
  }

  /** For the status of the Description; undefined: the member was given nothing. */
  get text(): string | undefined {
    if (this.#objects.size === 0) return undefined;
    this.#text ??= encodeApplied(this.#objects.values());
    return this.#text;
  }
}

/**
 * What members were given, by Description. In memory it is always of now; the status follows, for whoever deploys
 * next. It is forgotten when someone else takes over.
 */
export class AppliedMemory {
  readonly #works = new Map<string, AppliedWork>();

  of(key: string, description: Description): AppliedWork {
    const known = this.#works.get(key);
    if (known !== undefined && known.uid === description.metadata.uid) return known;
    const work = new AppliedWork(description);
    this.#works.set(key, work);
    return work;
  }

  peek(key: string): AppliedWork | undefined {
    return this.#works.get(key);
  }

  delete(key: string): void {
    this.#works.delete(key);
  }

  forgetMember(namespace: string): void {
    for (const key of this.#works.keys()) if (key.startsWith(`${namespace}|`)) this.#works.delete(key);
  }
}
