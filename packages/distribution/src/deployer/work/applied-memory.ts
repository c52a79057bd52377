import { APPLIED_ANNOTATION } from '@banyan/api/banyan';
import { DESCRIPTIONS, type Description } from '@banyan/api/clusternet';
import { decodeApplied, encodeApplied, identityKey, type AppliedObject } from '@banyan/engine';
import type { KubeClient } from '@banyan/kube';

/** What a member was given for one Description. */
export class AppliedWork {
  readonly uid: string | undefined;
  readonly #objects: Map<string, AppliedObject>;
  /** Versions of answers that the watches may not have come to yet. */
  readonly #versions = new Map<string, string>();
  #saved: string | undefined;
  #isChanged = false;

  constructor({ metadata }: Description) {
    this.uid = metadata.uid;
    this.#saved = metadata.annotations?.[APPLIED_ANNOTATION];
    const objects = decodeApplied(this.#saved) ?? [];
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
    this.#isChanged = true;
  }

  delete(key: string): void {
    this.#versions.delete(key);
    if (this.#objects.delete(key)) this.#isChanged = true;
  }

  /** Whether the Description says something else. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Writes it to the Description. */
  async save(hubClient: KubeClient, { metadata }: Description, signal: AbortSignal): Promise<void> {
    const text = encodeApplied(this.#objects.values());
    if (text !== this.#saved) {
      const { namespace = '', name = '', uid } = metadata;
      // With the uid: one that was made again under the same name has been given nothing.
      const body = { metadata: { uid, annotations: { [APPLIED_ANNOTATION]: text } } };
      await hubClient.patch(DESCRIPTIONS, { namespace, name }, { type: 'merge', body }, { signal });
      this.#saved = text;
    }
    this.#isChanged = encodeApplied(this.#objects.values()) !== text;
  }
}

/**
 * What members were given, by Description. In memory it is always of now; the annotation follows, for whoever deploys
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
