import type { KubeObject } from '@banyan/api';
import type { Description, ManifestStatus } from '@banyan/api/clusternet';
import { identityKey, identityOf } from '../../words/object-identity.ts';
import { objectsOfDescription } from './descriptions-of-work.ts';

/** What is told of an object in the member. */
export function manifestStatusOf({ apiVersion, kind, metadata, status }: KubeObject): ManifestStatus {
  const { name = '', namespace, generation } = metadata;
  return {
    apiVersion,
    kind,
    ...(namespace !== undefined && { namespace }),
    name,
    ...(generation !== undefined && { generation }),
    ...(isObject(status) && { observedStatus: status }),
  };
}

/**
 * The objects of a Description as its member has them, as far as is known: what was wanted, with the status that was
 * seen. Undefined for an object of which nothing was seen. Kinds that share a name are kept apart.
 */
export function observedObjects(description: Description): (KubeObject | undefined)[] {
  const seen = new Map<string, ManifestStatus>();
  for (const status of description.status?.manifestStatuses ?? []) {
    const { apiVersion, kind, namespace, name } = status;
    const metadata = { name, ...(namespace !== undefined && { namespace }) };
    seen.set(identityKey(identityOf({ apiVersion, kind, metadata })), status);
  }
  // Before the first report there is nothing to decode for.
  if (seen.size === 0) return (description.spec.raw ?? []).map(() => undefined);
  return objectsOfDescription(description).map((object): KubeObject | undefined => {
    const status = seen.get(identityKey(identityOf(object)));
    if (status === undefined) return undefined;
    const { generation, observedStatus } = status;
    const metadata = { ...object.metadata, ...(generation !== undefined && { generation }) };
    return { ...object, metadata, ...(observedStatus && { status: observedStatus }) };
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
