import type { KubeObject, StatusCause } from '@banyan/api';
import { required } from '../fields/field-error.ts';
import { subdomainName } from '../fields/name-format.ts';
import {
  validateImmutable,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateNonNegative } from './replica-validation.ts';

export const controllerRevisionRules: KindRules = {
  kind: { group: 'apps', version: 'v1', kind: 'ControllerRevision' },
  namespaced: true,
  name: subdomainName,
  hasStatus: false,
  validate: (object) => [...validateRevision(object), ...validateData(object['data'])],
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateObjectMeta(object.metadata, { namespaced: true, name: subdomainName }),
    ...validateRevision(object),
    ...validateImmutable(object['data'], old['data'], 'data'),
  ],
};

function validateRevision(object: Readonly<KubeObject>): StatusCause[] {
  return validateNonNegative(object['revision'] as number | undefined, 'revision');
}

function validateData(data: unknown): StatusCause[] {
  if (data === undefined || data === null) return [required('data', 'data is mandatory')];
  const isObject = typeof data === 'object' && !Array.isArray(data);
  return isObject ? [] : [required('data', 'data must be a valid JSON object')];
}
