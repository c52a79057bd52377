import type { GroupVersionResource } from '@banyan/api';
import type { ServedResource } from './served-resource.ts';

/** Everything that is served now. Custom resources come and go while the server runs. */
export class ResourceCatalogue {
  readonly #resources = new Map<string, ServedResource>();

  add(resource: ServedResource): void {
    this.#resources.set(keyOf(resource), resource);
  }

  remove(of: GroupVersionResource): void {
    this.#resources.delete(keyOf(of));
  }

  find(of: GroupVersionResource): ServedResource | undefined {
    return this.#resources.get(keyOf(of));
  }

  /** In the order in which they were added. */
  all(): readonly ServedResource[] {
    return [...this.#resources.values()];
  }
}

function keyOf({ group, version, resource }: GroupVersionResource): string {
  return `${group}/${version}/${resource}`;
}
