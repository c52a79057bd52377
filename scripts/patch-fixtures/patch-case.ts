/** The patch types, by the names of their fixture files. */
export const PATCH_TYPES = ['json-patch', 'merge-patch', 'strategic-merge'] as const;

export type PatchType = (typeof PATCH_TYPES)[number];

/** A patch to be tried: `original` is a name of originals.ts. */
export interface PatchCase {
  readonly original: string;
  readonly patch: unknown;
}

/** What the API server made of it. */
export type PatchAnswer =
  | { readonly outcome: 'patched'; readonly result: unknown }
  | { readonly outcome: 'refused'; readonly code: number; readonly reason: string; readonly message: string }
  /** The patch fitted; the object that came out of it did not pass decoding or validation. */
  | { readonly outcome: 'invalid object' };

/** The objects that patches are tried on, as the API server gave them back. */
export interface PatchMaterial {
  readonly originals: ReadonlyMap<string, unknown>;
  readonly donor: unknown;
}
