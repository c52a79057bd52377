import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, StatusCause } from '@banyan/api';
import { forbidden, required } from '../fields/field-error.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { protect } from './protection.ts';
import { validateParameters, validateProvisioner } from './storage-class.ts';

interface VolumeAttributesClass extends KubeObject {
  driverName: string;
  parameters?: Record<string, string>;
}

export const volumeAttributesClassRules: KindRules = {
  kind: { group: 'storage.k8s.io', version: 'v1', kind: 'VolumeAttributesClass' },
  namespaced: false,
  name: subdomainName,
  hasStatus: false,
  prepareForCreate: (draft) => protect(draft, 'kubernetes.io/vac-protection'),
  validate: (object) => validateClass(object as VolumeAttributesClass),
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...(['driverName', 'parameters'] as const).flatMap((field) =>
      isDeepStrictEqual(object[field], old[field])
        ? []
        : [forbidden(field, `updates to ${field} are forbidden.`)],
    ),
    ...validateObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
    ...validateClass(object as VolumeAttributesClass),
  ],
};

function validateClass({ driverName, parameters = {} }: Readonly<VolumeAttributesClass>): StatusCause[] {
  const isEmpty = Object.keys(parameters).length === 0;
  return [
    ...validateProvisioner(driverName, 'driverName'),
    ...validateParameters(parameters, 'parameters'),
    ...(isEmpty ? [required('parameters', 'must contain at least one key/value pair')] : []),
  ];
}
