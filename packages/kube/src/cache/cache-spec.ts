import type { KubeObject } from '@banyan/api';
import type { WatchScope } from './lister-watcher.ts';

/** Which objects a cache holds. */
export interface CacheSpec extends WatchScope {
  /** Leave out metadata.managedFields, which are often half of an object. Default false. */
  readonly dropManagedFields?: boolean;
}

export interface ObjectCacheSpec extends CacheSpec {
  /**
   * Applied to each object, which it may change, before it is kept. It must leave name, namespace, uid and
   * resourceVersion alone. Readers share a watch only if they give the very same function.
   */
  readonly transform?: (object: KubeObject) => KubeObject;
}

/** Equal for specs that ask the same of the server and keep the same of it, transforms apart. */
export function specKey(spec: CacheSpec): string {
  const { group, version, resource } = spec.resource;
  const { namespace = null, labelSelector = null, fieldSelector = null, dropManagedFields = false } = spec;
  return JSON.stringify([
    group,
    version,
    resource,
    namespace,
    labelSelector,
    fieldSelector,
    dropManagedFields,
  ]);
}
