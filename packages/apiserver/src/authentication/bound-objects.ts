import { parseApiVersion, type KubeObject } from '@banyan/api';
import { badRequest, conflict, notFound } from '../errors/api-error.ts';
import { quoted } from '../kinds/fields/go-text.ts';
import type { ObjectLookup } from './object-lookup.ts';
import { claimedObject, type KubernetesClaim } from './service-account-claims.ts';

/** As a TokenRequest names it. */
export interface BoundReference {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name?: string;
  readonly uid?: string;
}

export type BoundObjects = Pick<KubernetesClaim, 'node' | 'pod' | 'secret'>;

/**
 * What a token says of the object that it shall end with, and of a pod's node. `account` names the service account.
 * Throws ApiErrors: 404 if there is no such object, 409 if it is another of that name, 400 if it cannot be.
 */
export function boundObjects(
  lookup: ObjectLookup,
  { namespace, name: account }: { readonly namespace: string; readonly name: string },
  reference: BoundReference | undefined,
): BoundObjects {
  if (reference === undefined) return {};
  const { kind = '', name = '' } = reference;
  const { group, version } = parseApiVersion(reference.apiVersion ?? '');
  const find = (resource: 'pods' | 'secrets' | 'nodes'): Readonly<KubeObject> => {
    const object = lookup(resource, resource === 'nodes' ? { name } : { namespace, name });
    if (object === undefined) throw notFound({ group: '', resource }, name);
    return object;
  };
  switch (group === '' ? kind : '') {
    case 'Pod':
      return boundPod(lookup, find('pods'), account, reference);
    case 'Node':
      return { node: claimedObject(sameObject(find('nodes'), reference)) };
    case 'Secret':
      return { secret: claimedObject(sameObject(find('secrets'), reference)) };
    default:
      throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  }
}

function boundPod(
  lookup: ObjectLookup,
  pod: Readonly<KubeObject>,
  account: string,
  reference: BoundReference,
): BoundObjects {
  const { serviceAccountName, nodeName = '' } = pod['spec'] as {
    serviceAccountName?: string;
    nodeName?: string;
  };
  if (serviceAccountName !== account)
    throw badRequest(
      `cannot bind token for serviceaccount ${quoted(account)} to pod running with different serviceaccount name.`,
    );
  const claimed = { pod: claimedObject(sameObject(pod, reference)) };
  if (nodeName === '') return claimed;
  const node = lookup('nodes', { name: nodeName });
  return { node: node === undefined ? { name: nodeName } : claimedObject(node), ...claimed };
}

function sameObject(object: Readonly<KubeObject>, { kind = '', name = '', uid = '' }: BoundReference) {
  if (uid === '' || uid === object.metadata.uid) return object;
  const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  throw conflict({ group: '', resource: kind }, name, why);
}
