import type { KubeObject } from '@banyan/api';
import type { ListRequest } from './resource-storage.ts';

/** True for an object that a watch or a list asks for. */
export function isAskedFor(
  request: Pick<ListRequest, 'namespace' | 'name' | 'matches'>,
  object: Readonly<KubeObject>,
): boolean {
  const { namespace, name, matches } = request;
  if (namespace !== undefined && object.metadata.namespace !== namespace) return false;
  if (name !== undefined && object.metadata.name !== name) return false;
  return matches === undefined || matches(object);
}
