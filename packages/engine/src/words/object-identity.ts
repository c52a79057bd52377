import { parseApiVersion, type KubeObject } from '@banyan/api';

/** Which object it is, in one cluster. Without the version: `apps/v1` and `apps/v1beta1` name the same object. */
export interface ObjectIdentity {
  readonly group: string;
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
}

export function identityOf({ apiVersion, kind, metadata }: KubeObject): ObjectIdentity {
  const { group } = parseApiVersion(apiVersion);
  return { group, kind, namespace: metadata.namespace ?? '', name: metadata.name ?? '' };
}

/** One text an identity; none of the parts can hold a slash. */
export function identityKey({ group, kind, namespace, name }: ObjectIdentity): string {
  return `${group}/${kind}/${namespace}/${name}`;
}
