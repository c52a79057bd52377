import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GroupVersionResource, KubeObject, StatusCause } from '@banyan/api';
import type { ConvertObject, Schema } from '@banyan/patch';
import type { UpgradeOffer } from '../proxying/upgrade-offer.ts';
import type { ScaleMapping } from '../subresources/scale/scale-mapping.ts';
import type { UserInfo } from '../serving/user-info.ts';
import type { ResourceStorage } from './resource-storage.ts';

/** One resource in one version, as discovery shows it and requests find it. */
export interface ServedResource extends GroupVersionResource {
  readonly kind: string;
  readonly listKind: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly Verb[];
  /** Undefined: anything goes, as for a CRD that preserves unknown fields. */
  readonly schema: Schema | undefined;
  readonly storage: ResourceStorage;
  readonly strategy: ResourceStrategy;
  /** Kinds of a CustomResourceDefinition; undefined for built-in ones. */
  readonly custom?: CustomResourceFacts;
  /** Answers creates of what is never kept: reviews. Such a resource has no other verb. */
  readonly answersCreate?: SubresourceHandler;
  readonly columns: readonly TableColumn[];
  /** What a Table's row says of an object besides its cells. */
  readonly rowConditions?: (object: Readonly<KubeObject>) => readonly object[];
  readonly subresources: ReadonlyMap<string, ServedSubresource>;
  /** Said on every answer: a deprecated version says what to use. */
  readonly deprecationWarning?: string;
  /** Between the version that is kept and this one. Identity where a kind has one shape. */
  readonly fromStorage: (object: Readonly<KubeObject>) => Readonly<KubeObject>;
  readonly toStorage: (object: KubeObject) => KubeObject;
  /** The group by which the kind is named where an object is invalid, if that is another: events. */
  readonly internalGroup?: string;
  /** To another version that is kept in the same place, for managedFields. Undefined: all have one shape. */
  readonly convert?: ConvertObject;
}

/** What sets resources of a CustomResourceDefinition apart. */
interface CustomResourceFacts {
  readonly hasStatus: boolean;
  /** Drops what the schema does not know from a decoded object; says the paths of what it dropped. */
  readonly prune?: (object: KubeObject) => readonly string[];
  /** To another version of the definition, for managedFields. */
  readonly convert?: ConvertObject;
  readonly storageVersionHash?: string;
  /** What discovery shows, if that is not `verbs`. */
  readonly shownVerbs?: readonly Verb[];
}

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** What a kind adds to the verbs. Every function works on a draft of this version, which it may change. */
export interface ResourceStrategy {
  /** Fills in what the server fills in, before anything looks at the object. Idempotent. */
  applyDefaults(draft: KubeObject): void;
  /** Drops what clients may not set on create (status) and sets what the server sets (generation). */
  prepareForCreate(draft: KubeObject, context: WriteContext): void;
  /** The same for an update; keeps status, raises generation if the spec changed. */
  prepareForUpdate(draft: KubeObject, old: Readonly<KubeObject>, context: WriteContext): void;
  /** Empty means valid. Causes as Kubernetes words them, in its order. */
  validateCreate(draft: Readonly<KubeObject>): StatusCause[];
  validateUpdate(
    draft: Readonly<KubeObject>,
    old: Readonly<KubeObject>,
    /** For what is let through; said even if the rest is refused. */
    warn?: (text: string) => void,
  ): StatusCause[];
  /** Texts for `Warning:` headers. */
  warnings?(draft: Readonly<KubeObject>, old: Readonly<KubeObject> | undefined): string[];
  /** Fields besides metadata.name and metadata.namespace that a field selector may name, and their values. */
  selectableFields?(object: Readonly<KubeObject>): Readonly<Record<string, string>>;
  /** Seconds until it is gone, for kinds that end in peace (pods); undefined or 0: at once. */
  gracePeriodSeconds?(object: Readonly<KubeObject>, asked: number | undefined): number;
  /** Called on a draft that is being marked as deleted. */
  marksDeletion?(draft: KubeObject, old: Readonly<KubeObject>): void;
  /** True while something besides metadata.finalizers keeps a deleted object. */
  holdsDeletion?(object: Readonly<KubeObject>): boolean;
  /** Called in a write, right before it is kept: takes what is given out once (cluster IPs, node ports). Throws to refuse. */
  allocate?(draft: KubeObject, old: Readonly<KubeObject> | undefined, dryRun: boolean): void;
  /**
   * Called with every draft that `allocate` was, when its write is durable or was refused: from then on what is kept
   * tells who has what.
   */
  release?(draft: Readonly<KubeObject>): void;
}

export interface WriteContext {
  readonly user: UserInfo;
  readonly now: () => Date;
  readonly dryRun: boolean;
}

export interface TableColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description: string;
  /** 0 is always shown, more only with `-o wide`. */
  readonly priority: number;
  value(object: Readonly<KubeObject>, now: Date): string | number | boolean | null;
}

/** `status`, `scale` and the like: an endpoint below an object. */
export interface ServedSubresource {
  readonly name: string;
  /** Group, version and kind of what is exchanged, which may be another (autoscaling/v1 Scale). */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly Verb[];
  /** Reads and writes the same object with another strategy (`status`). */
  readonly strategy?: ResourceStrategy;
  /** A Scale of the object. */
  readonly scale?: ScaleMapping;
  /** Answers a decoded request with a value. */
  readonly handler?: SubresourceHandler;
  /** Answers by the connection itself: streams, and requests that are passed on. */
  readonly connect?: ConnectHandler;
}

/** Answers one request below an object. */
export type SubresourceHandler = (request: SubresourceRequest) => Promise<SubresourceAnswer>;

/**
 * Answers one request below an object in its own way: `response` is not begun, or `upgrade` holds the connection of a
 * request for another protocol. Throws ApiErrors while nothing has been answered.
 */
export type ConnectHandler = (request: ConnectRequest) => Promise<void>;

export interface ConnectRequest extends Pick<
  SubresourceRequest,
  'resource' | 'namespace' | 'name' | 'rest' | 'query'
> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upgrade?: UpgradeOffer;
  readonly user: UserInfo;
  /** Throws 403 unless the user may do this too to what the request is for. */
  readonly requireVerb: (verb: string) => Promise<void>;
  /** Aborts when the client has gone or the server stops. */
  readonly signal: AbortSignal;
}

export interface SubresourceRequest {
  readonly verb: Verb;
  readonly resource: ServedResource;
  readonly namespace: string | undefined;
  readonly name: string;
  /** What follows the subresource in the path (`proxy/…`), with its slashes, or empty. */
  readonly rest: string;
  readonly query: URLSearchParams;
  /** The decoded body of create and update; undefined for other verbs. */
  readonly body: KubeObject | undefined;
  readonly context: HandlerContext;
}

interface HandlerContext extends WriteContext {
  readonly fieldManager: string;
  /** Collects what goes out in `Warning:` headers. */
  readonly warn: (text: string) => void;
  readonly ids: IdSource;
}

/** Random suffixes and uids. */
export interface IdSource {
  uid(): string;
  /** What follows generateName: five characters that cannot spell a word. */
  nameSuffix(): string;
}

export interface SubresourceAnswer {
  readonly status: number;
  readonly body: object;
  /** Texts for `Warning:` headers. */
  readonly warnings?: readonly string[];
}
