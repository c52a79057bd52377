import type { JsonValue } from '@banyan/patch';

export type PatchType =
  | 'json-patch'
  | 'merge-patch'
  | 'strategic-merge-patch'
  | 'field-json-patch'
  | 'field-merge-patch';

/** A change of a template for a member. Made once, applied to many members, never changed. */
export interface Override {
  /** Whose it is, for messages and for `why`: `Localization clusternet-a/web, override "image"`. */
  readonly source: string;
  readonly type: PatchType;
  readonly patch: JsonValue;
  /** What is wrong with what its author wrote; `patch` is then nothing, and no object that it is for renders. */
  readonly problem?: string;
  /** Texts of the patch may hold facts of the cluster, `${cluster.name}`. */
  readonly isTemplate?: boolean;
  /** Of the field patches: where the text is, as a JSON pointer, and how it is written. */
  readonly field?: { readonly path: string; readonly format: 'YAML' | 'JSON' };
  /** Of JSON patches: `add` creates the maps above its path. */
  readonly createsParents?: boolean;
}

/** Why an object was not rendered. */
export interface OverrideFailure {
  readonly source: string;
  /** JSON pointer into the object or the text in it; empty if it is about the override itself. */
  readonly path: string;
  readonly message: string;
}

/** What one override changed, for `why`. */
export interface OverrideChange {
  readonly source: string;
  /** JSON pointers. */
  readonly paths: readonly string[];
}
