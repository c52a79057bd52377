import type { KubeObject } from '@banyan/api';
import { formatKey } from '@banyan/controller';

/** A Description's in the queue. The member stands first: the queue takes turns between members. */
export function keyOf({ metadata: { namespace = '', name = '' } }: KubeObject): string {
  return formatKey({ cluster: namespace, namespace, name });
}

/** For an index: what belongs to a member is in its namespace. */
export function namespacesOf({ metadata: { namespace = '' } }: KubeObject): string[] {
  return [namespace];
}
