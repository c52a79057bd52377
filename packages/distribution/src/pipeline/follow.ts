import type { KubeObject } from '@banyan/api';
import type { CacheLease } from '@banyan/kube';

/** What a controller follows. */
export interface Follower {
  readonly lease: CacheLease<KubeObject>;
  /** Tells apart what matters: most changes in the hub are statuses, which few wait for. */
  readonly factsOf: (object: KubeObject) => string;
  readonly keysOf: (object: KubeObject) => Iterable<string>;
}

/** Adds the keys of what comes and goes, and of what changes, each once for both of its states. */
export function follow({ lease, factsOf, keysOf }: Follower, add: (key: string) => void): void {
  const addAll = (...objects: readonly KubeObject[]): void =>
    new Set(objects.flatMap((object) => [...keysOf(object)])).forEach(add);
  lease.addHandler({
    onAdd: (object) => addAll(object),
    onUpdate: (object, previous) => {
      if (factsOf(object) !== factsOf(previous)) addAll(previous, object);
    },
    onDelete: (object) => addAll(object),
  });
}

/** Its spec, and that it is to go. For kinds without a status subresource all but metadata is spec. */
export function specFacts({ metadata }: KubeObject): string {
  return `${metadata.generation ?? ''}/${metadata.deletionTimestamp ?? ''}`;
}

/** The spec, and what else its author may write. */
export function authorFacts(object: KubeObject): string {
  const { labels, annotations } = object.metadata;
  return JSON.stringify([specFacts(object), labels, annotations]);
}
