import type { KubeObject } from '@banyan/api';
import { formatKey, parseKey } from '@banyan/controller';
import { objectKey, type ObjectKey } from '@banyan/kube';

/** Of the caches: `namespace/name`. */
export function cacheKeyOf({ metadata }: KubeObject): string {
  return objectKey(metadata.namespace, metadata.name ?? '');
}

/** Of the hub's objects; their clusters do not matter. */
export function hubKeyOf({ metadata: { namespace, name = '' } }: KubeObject): string {
  return formatKey({ cluster: 'hub', namespace, name });
}

/** Of objects in a member's namespace, so that members take turns in the queue. */
export function memberKeyOf({ metadata: { namespace = '', name = '' } }: KubeObject): string {
  return formatKey({ cluster: namespace, namespace, name });
}

export function cacheKeyOfQueued(key: string): string {
  const { namespace, name } = parseKey(key);
  return objectKey(namespace, name);
}

/** Of requests. */
export function whereIs({ metadata: { namespace, name = '' } }: KubeObject): ObjectKey {
  return { ...(namespace !== undefined && { namespace }), name };
}
