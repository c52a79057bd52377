import { formatApiVersion, type KubeObject, type OwnerReference } from '@banyan/api';
import type { Resource } from '../../cluster/resources.ts';

/** What an object carries that this owner controls. */
export function controllerReference<T extends KubeObject>(
  of: Resource<T>,
  { metadata: { name = '', uid = '' } }: Readonly<T>,
): OwnerReference {
  return {
    apiVersion: formatApiVersion(of),
    kind: of.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}
