import type { GroupVersionKind, KubeObject, StatusCause } from '@banyan/api';
import type { ResourceStrategy, WriteContext } from '../registry/served-resource.ts';
import type { GroupResource } from '../errors/api-error.ts';
import type { NameRule } from './fields/name-format.ts';

/**
 * What one built-in kind adds to what all kinds do; `strategyOf` makes a strategy of it. Drafts come in the form in
 * which the server writes objects (see `toWireForm`), so their fields have the types of the schema: read them
 * through an interface of the kind's own. What a rule does not model it accepts.
 */
export interface KindRules extends Pick<
  ResourceStrategy,
  'warnings' | 'selectableFields' | 'gracePeriodSeconds' | 'allocate' | 'release'
> {
  readonly kind: GroupVersionKind;
  readonly namespaced: boolean;
  /** What the kind asks of names. Undefined: any name that can be part of a path. */
  readonly name?: NameRule;
  /** Finalizers need no domain before them. */
  readonly takesAnyFinalizer?: boolean;
  /** Undefined: the kind has no generation of its own. */
  readonly generation?: GenerationRule;
  /** Status is dropped on create, kept on update and written through `/status`. */
  readonly hasStatus: boolean;
  /** Status is not dropped on create: who registers a node says what it has. */
  readonly keepsFirstStatus?: boolean;
  /** Fills in defaults. Called after the wire form, and the wire form is made again after it. Idempotent. */
  defaults?(draft: KubeObject): void;
  /** After generation and status are set. */
  prepareForCreate?(draft: KubeObject, context: WriteContext): void;
  prepareForUpdate?(draft: KubeObject, old: Readonly<KubeObject>, context: WriteContext): void;
  /** Everything but the metadata of a new object. */
  validate?(object: Readonly<KubeObject>): StatusCause[];
  /**
   * Everything of an update, the kind's own look at metadata (`validateObjectMetaUpdate`) included: kinds differ in
   * how often they look. Undefined: that look, then `validate`.
   */
  validateUpdate?(object: Readonly<KubeObject>, old: Readonly<KubeObject>): StatusCause[];
  /** Of the endpoint `/status`. */
  readonly status?: StatusRules;
  /** Of other endpoints below an object that write the object itself, by their names. */
  readonly subresources?: Readonly<Record<string, SubresourceRules>>;
  /** Undefined: objects are kept as they are, with the kind's other versions in the same form. */
  readonly stored?: StoredForm;
}

/** For a version that is kept in the form of another one, or of another kind. */
export interface StoredForm {
  /** Group and resource of what is kept, where that is another: events. */
  readonly of?: GroupResource;
  /** Into this version, new, with kind and apiVersion; the object may lack any field. */
  readonly fromStorage: (object: Readonly<KubeObject>) => KubeObject;
  readonly toStorage: (object: Readonly<KubeObject>) => KubeObject;
}

/** What, when it changes, raises the generation. */
export type GenerationRule =
  | 'spec'
  | 'spec, from its first change'
  | 'spec and annotations'
  | 'spec, or all but metadata'
  | 'labels, or all but metadata'
  | 'never';

export interface StatusRules {
  /** After everything but status and metadata is as it was. */
  prepareForUpdate?(draft: KubeObject, old: Readonly<KubeObject>, context: WriteContext): void;
  validateUpdate?(object: Readonly<KubeObject>, old: Readonly<KubeObject>): StatusCause[];
  warnings?(object: Readonly<KubeObject>): string[];
}

/** Generation follows the kind's rule; metadata is looked at as in every update. */
export interface SubresourceRules {
  /** Puts back everything that is not this endpoint's to change. */
  prepareForUpdate(draft: KubeObject, old: Readonly<KubeObject>, context: WriteContext): void;
  validateUpdate(object: Readonly<KubeObject>, old: Readonly<KubeObject>): StatusCause[];
}
