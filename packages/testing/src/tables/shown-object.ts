/** An object for a real server to show: what is created, and what is then said of it. */
export interface ShownObject {
  /** The collection's path. */
  readonly collection: string;
  readonly name: string;
  readonly object: object;
  readonly status?: object;
  /** Deleted after all; a finalizer keeps it. */
  readonly isDeleted?: boolean;
}

const FINALIZER = 'example.com/keep';

/** What an object is made of, and what is done with it. */
export interface ObjectContent {
  readonly metadata?: { readonly name?: string; readonly [field: string]: unknown };
  readonly status?: object;
  readonly isDeleted?: boolean;
  readonly [field: string]: unknown;
}

/** All objects of one collection, named after their place in the list unless they have a name. */
export function inCollection(collection: string, objects: readonly ObjectContent[]): ShownObject[] {
  const plural = collection.slice(collection.lastIndexOf('/') + 1);
  return objects.map(({ metadata, status, isDeleted, ...content }, i) => {
    const name = metadata?.name ?? `${plural}-${i + 1}`;
    const finalizers = isDeleted === true ? { finalizers: [FINALIZER] } : {};
    return {
      collection,
      name,
      object: { ...content, metadata: { ...metadata, ...finalizers, name } },
      ...(status && { status }),
      ...(isDeleted === true && { isDeleted }),
    };
  });
}
