import type { KubeObject } from '@banyan/api';
import { OWNED_LABEL } from '@banyan/api/banyan';
import type { ObjectIdentity } from '@banyan/engine';
import {
  Discovery,
  SharedCaches,
  type ApiResource,
  type CacheLease,
  type KindQuery,
  type KubeClient,
} from '@banyan/kube';
import { firstList } from './first-list.ts';
import { seenObjectOf, workOf, type SeenObject } from './seen-object.ts';

export interface MemberKindsOptions {
  readonly memberClient: KubeClient;
  readonly hubId: string;
  readonly yieldsTo: ReadonlySet<string>;
  /** An object of ours is there, changed or went (`now` undefined). Called on the event loop: returns at once. */
  readonly onSeen: (
    identity: ObjectIdentity,
    now: SeenObject | undefined,
    before: SeenObject | undefined,
  ) => void;
  readonly onError: (error: unknown) => void;
}

/** What a member has of one kind. */
interface KindWatch {
  readonly group: string;
  readonly kind: string;
  readonly lease: CacheLease<KubeObject>;
}

const DIGITS = /^\d{1,20}$/;
const BY_WORK = 'banyan/work';

/**
 * The kinds that are in use in one member: where each is served, and one watch a kind of the objects that are ours there.
 * Of kinds with a status whole objects are watched, of all others the metadata.
 */
export class MemberKinds {
  readonly #options: MemberKindsOptions;
  readonly #caches: SharedCaches;
  readonly #transform: (object: KubeObject) => SeenObject;
  readonly #watches = new Map<string, KindWatch>();
  readonly discovery: Discovery;

  constructor(options: MemberKindsOptions) {
    const { memberClient, onError } = options;
    this.#options = options;
    this.#caches = new SharedCaches({ client: memberClient, onError });
    this.#transform = seenObjectOf(options.yieldsTo);
    this.discovery = new Discovery({ client: memberClient, onError });
  }

  /** Where the kind is served, once what is there of it is known. Throws isNoMatch, and why it cannot be watched. */
  async use(query: KindQuery, signal: AbortSignal): Promise<ApiResource> {
    const resource = await this.discovery.forKind(query, signal);
    const watch = this.#watch(resource);
    if (watch !== undefined) await firstList(watch.lease, signal);
    return resource;
  }

  /**
   * `absent`: there is none with our mark. Undefined: that is not known, since its kind is not watched, or since the watch
   * has not come to the version `since`, which an answer of the server gave.
   */
  seen({ group, kind, namespace, name }: ObjectIdentity, since?: string): SeenObject | 'absent' | undefined {
    const lease = this.#watches.get(`${group}/${kind}`)?.lease;
    if (lease === undefined) return undefined;
    const { synced, lastSyncedResourceVersion } = lease.status;
    if (!synced || isBefore(lastSyncedResourceVersion, since)) return undefined;
    return lease.cache.get(namespace === '' ? name : `${namespace}/${name}`) ?? 'absent';
  }

  /** What carries the mark of a work, as far as its kind is watched. */
  ofWork(work: string): ObjectIdentity[] {
    return [...this.#watches.values()].flatMap(({ group, kind, lease }) =>
      lease.cache.byIndex(BY_WORK, work).map((seen) => identityIn(group, kind, seen)),
    );
  }

  close(): Promise<void> {
    return this.#caches.close();
  }

  #watch(resource: ApiResource): KindWatch | undefined {
    const { group, version, kind, verbs } = resource;
    const key = `${group}/${kind}`;
    const known = this.#watches.get(key);
    if (known !== undefined || !verbs.includes('list') || !verbs.includes('watch')) return known;
    const scope = {
      resource: { group, version, resource: resource.resource },
      labelSelector: `${OWNED_LABEL}=${this.#options.hubId}`,
      transform: this.#transform,
    };
    const lease = hasStatus(resource) ? this.#caches.objects(scope) : this.#caches.metadata(scope);
    const watch = { group, kind, lease };
    this.#watches.set(key, watch);
    lease.addIndex(BY_WORK, worksOf);
    const { onSeen } = this.#options;
    lease.addHandler({
      onAdd: (now) => onSeen(identityIn(group, kind, now), now, undefined),
      onUpdate: (now, before) => onSeen(identityIn(group, kind, now), now, before),
      onDelete: (before) => onSeen(identityIn(group, kind, before), undefined, before),
    });
    return watch;
  }
}

/** Versions of one cluster grow; those that are no numbers are not compared. */
function isBefore(version: string | undefined, since: string | undefined): boolean {
  if (version === undefined || since === undefined || !DIGITS.test(version) || !DIGITS.test(since))
    return false;
  return BigInt(version) < BigInt(since);
}

/** Custom kinds may have one without a subresource for it. */
function hasStatus({ group, subresources }: ApiResource): boolean {
  const isBuiltIn = !group.includes('.') || group.endsWith('.k8s.io');
  return !isBuiltIn || subresources.some(({ name }) => name === 'status');
}

function worksOf(seen: KubeObject): string[] {
  const work = workOf(seen);
  return work === undefined ? [] : [work];
}

function identityIn(group: string, kind: string, { metadata }: KubeObject): ObjectIdentity {
  return { group, kind, namespace: metadata.namespace ?? '', name: metadata.name ?? '' };
}
