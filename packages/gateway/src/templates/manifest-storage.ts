import { formatApiVersion, type GroupVersionKind, type KubeObject } from '@banyan/api';
import { manifestName, MANIFESTS, RESERVED_NAMESPACE, type Manifest } from '@banyan/api/clusternet';
import type {
  KeptEvent,
  KeptObject,
  ListRequest,
  ListResult,
  ResourceStorage,
  StorageChange,
  StorageKey,
  WatchRequest,
} from '@banyan/apiserver';
import { isAlreadyExists, isConflict, isNotFound, type KubeClient } from '@banyan/kube';
import { listManifests } from './list-manifests.ts';
import { fromParent } from './parent-failure.ts';
import type { ReservedNamespace } from './reserved-namespace.ts';
import { manifestOf, templateOf, withCreatedBy } from './template-manifest.ts';
import { watchManifests } from './watch-manifests.ts';

/** One kind of templates. */
export interface TemplateKind extends GroupVersionKind {
  readonly resource: string;
  readonly namespaced: boolean;
}

export interface ManifestStorageOptions {
  readonly parent: KubeClient;
  readonly reserved: ReservedNamespace;
  readonly kind: TemplateKind;
  /** Whether the hub has this plural in another group, too. */
  readonly isShared: () => boolean;
  /** What a template is when it is valid; throws an ApiError if it is not. */
  readonly validate: (template: KubeObject) => Promise<KubeObject>;
}

/** A write that others overtake this often is given up; each of them was one that succeeded. */
const MAX_TRIES = 20;

/** Templates of one kind, kept as Manifests of the parent. Every replica of the hub shows the same. */
export class ManifestStorage implements ResourceStorage {
  readonly #options: ManifestStorageOptions;

  constructor(options: ManifestStorageOptions) {
    this.#options = options;
  }

  async get(key: StorageKey): Promise<KeptObject | undefined> {
    const manifest = await fromParent(this.#find(key));
    return manifest && this.#kept(manifest);
  }

  list(request: ListRequest): Promise<ListResult> {
    const { parent, kind } = this.#options;
    return fromParent(listManifests({ parent, kind, show: (one) => this.#kept(one) }, request));
  }

  watch(request: WatchRequest, onEvent: (event: KeptEvent) => boolean, signal: AbortSignal): Promise<void> {
    const { parent, kind } = this.#options;
    const way = { parent, kind, show: (one: Manifest) => this.#kept(one) };
    return fromParent(watchManifests(way, request, { onEvent, signal }));
  }

  async write(
    key: StorageKey,
    change: (current: KeptObject | undefined) => StorageChange,
  ): Promise<KeptObject | undefined> {
    for (let left = MAX_TRIES; ; left -= 1) {
      const current = await fromParent(this.#find(key));
      const shown = current && this.#kept(current);
      const decided = change(shown);
      if (decided.type === 'keep') return shown;
      try {
        if (current !== undefined && isDeletion(decided, current)) return await this.#delete(current);
        if (decided.type === 'delete') return shown;
        return await this.#put(key, decided.object, current);
      } catch (error) {
        const isGone = current !== undefined && isNotFound(error);
        const isOvertaken = isConflict(error) || isAlreadyExists(error) || isGone;
        if (!isOvertaken || left <= 1) return fromParent(Promise.reject(error));
      }
    }
  }

  /** What a template would be kept as, without keeping it. Throws the parent's refusal. */
  validate(template: KubeObject): Promise<KubeObject> {
    return this.#options.validate(withCreatedBy(template));
  }

  /** Under the name that it would get now, or the one that it got when other groups had this plural, or had not. */
  async #find({ namespace, name }: StorageKey): Promise<Manifest | undefined> {
    const { group, resource } = this.#options.kind;
    const identity = { group, resource, name, ...(namespace !== undefined && { namespace }) };
    const isShared = this.#options.isShared();
    const names = new Set([manifestName(identity, isShared), manifestName(identity, !isShared)]);
    for (const one of names) {
      const manifest = await this.#read(one);
      if (manifest !== undefined && this.#isOf(manifest, { namespace, name })) return manifest;
    }
    return undefined;
  }

  async #read(name: string): Promise<Manifest | undefined> {
    try {
      return await this.#options.parent.get<Manifest>(MANIFESTS, { namespace: RESERVED_NAMESPACE, name });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  #isOf({ template }: Manifest, { namespace, name }: StorageKey): boolean {
    const { group, kind } = this.#options.kind;
    const [of = ''] = template.apiVersion.includes('/') ? template.apiVersion.split('/') : [];
    const { metadata } = template;
    return (
      of === group && template.kind === kind && metadata.name === name && metadata.namespace === namespace
    );
  }

  /** What the parent then says of it: marked, as long as something holds it. */
  async #delete(current: Manifest): Promise<KeptObject> {
    const { name = '', uid, resourceVersion } = current.metadata;
    const preconditions = {
      ...(uid !== undefined && { uid }),
      ...(resourceVersion !== undefined && { resourceVersion }),
    };
    const key = { namespace: RESERVED_NAMESPACE, name };
    const answer = await this.#options.parent.delete(MANIFESTS, key, { preconditions });
    return this.#kept(answer.kind === 'Manifest' ? (answer as Manifest) : current);
  }

  async #put(key: StorageKey, object: KubeObject, current: Manifest | undefined): Promise<KeptObject> {
    const { parent, reserved, kind, isShared } = this.#options;
    const template = await this.validate(object);
    const { group, resource } = kind;
    const { namespace, name } = key;
    const identity = { group, resource, name, ...(namespace !== undefined && { namespace }) };
    const named = current?.metadata.name ?? manifestName(identity, isShared());
    const manifest = manifestOf(template, { name: named, current });
    const kept =
      current === undefined
        ? await reserved.present(() => parent.create(MANIFESTS, manifest))
        : await parent.update(MANIFESTS, manifest);
    return this.#kept(kept as Manifest);
  }

  #kept(manifest: Manifest): KeptObject {
    const object = templateOf(manifest, formatApiVersion(this.#options.kind));
    return { object, json: JSON.stringify(object) };
  }
}

/** Also one that would only mark it: templates' own finalizers are for members, and nobody here takes them off. */
function isDeletion(decided: StorageChange, current: Manifest): boolean {
  if (decided.type === 'delete') return true;
  if (decided.type !== 'put' || current.metadata.deletionTimestamp !== undefined) return false;
  return decided.object.metadata.deletionTimestamp !== undefined;
}
