import type { KubeObject, StatusCause } from '@banyan/api';
import { malformed, required } from '../fields/field-error.ts';
import { strictIpAddress } from '../fields/ip-format.ts';
import { dnsSubdomain, pathSegmentName } from '../fields/name-format.ts';
import {
  validateImmutable,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { validatePathSegment } from './object-reference-validation.ts';

interface IpAddress extends KubeObject {
  spec: { parentRef?: ParentReference | null };
}

interface ParentReference {
  group?: string;
  resource?: string;
  namespace?: string;
  name?: string;
}

/** An address that is given out, and to whom. Its name is the address. */
export const ipAddressRules: KindRules = {
  kind: { group: 'networking.k8s.io', version: 'v1', kind: 'IPAddress' },
  namespaced: false,
  name: strictIpAddress,
  hasStatus: false,
  validate: (object) => validateParent((object as IpAddress).spec.parentRef, 'spec.parentRef'),
  validateUpdate: (object, old) => {
    const { parentRef } = (object as IpAddress).spec;
    const before = (old as IpAddress).spec.parentRef;
    return [
      ...validateObjectMeta(object.metadata, { namespaced: false, name: strictIpAddress }),
      ...validateParent(parentRef, 'spec.parentRef'),
      ...validateObjectMetaUpdate(object.metadata, old.metadata),
      ...validateImmutable(parentRef, before, 'spec.parentRef', printable),
    ];
  },
};

function validateParent(parent: ParentReference | null | undefined, path: string): StatusCause[] {
  if (!parent) return [required(path)];
  const { group = '', resource, name, namespace = '' } = parent;
  return [
    ...(group === '' ? [] : malformed(`${path}.group`, group, dnsSubdomain(group))),
    ...validatePathSegment(resource, `${path}.resource`),
    ...validatePathSegment(name, `${path}.name`),
    ...malformed(`${path}.namespace`, namespace, pathSegmentName(namespace, false)),
  ];
}

/** In the names of the server's own type. */
function printable(parent: ParentReference | null | undefined): object | null {
  if (!parent) return null;
  const { group = '', resource = '', namespace = '', name = '' } = parent;
  return { Group: group, Resource: resource, Namespace: namespace, Name: name };
}
