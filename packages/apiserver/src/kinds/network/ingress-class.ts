import type { KubeObject, StatusCause } from '@banyan/api';
import {
  forbidden,
  invalidValue,
  malformed,
  notSupported,
  required,
  tooLong,
} from '../fields/field-error.ts';
import { byteLength } from '../fields/go-text.ts';
import { dnsLabel, dnsSubdomain, matches, regexReason, subdomainName } from '../fields/name-format.ts';
import {
  validateImmutable,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateTypedReference, type TypedReference } from './object-reference-validation.ts';

interface IngressClass extends KubeObject {
  spec: {
    controller?: string;
    parameters?: TypedReference & { scope?: string; namespace?: string };
  };
}

const SCOPES = ['Cluster', 'Namespace'];
const MAX_CONTROLLER_BYTES = 250;
const HTTP_PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

export const ingressClassRules: KindRules = {
  kind: { group: 'networking.k8s.io', version: 'v1', kind: 'IngressClass' },
  namespaced: false,
  name: subdomainName,
  generation: 'spec',
  hasStatus: false,
  defaults: (draft) => {
    const { parameters } = (draft as IngressClass).spec;
    if (parameters) parameters.scope ??= 'Cluster';
  },
  validate: (object) => validateSpec((object as IngressClass).spec, 'spec'),
  validateUpdate: (object, old) => {
    const [{ spec }, { spec: before }] = [object as IngressClass, old as IngressClass];
    return [
      ...validateObjectMetaUpdate(object.metadata, old.metadata),
      ...validateImmutable(spec.controller ?? '', before.controller ?? '', 'spec.controller'),
      ...validateObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
      ...validateSpec(spec, 'spec'),
    ];
  },
};

function validateSpec({ controller = '', parameters }: IngressClass['spec'], path: string): StatusCause[] {
  const isLong = byteLength(controller) > MAX_CONTROLLER_BYTES;
  return [
    ...(isLong ? [tooLong(`${path}.controller`, MAX_CONTROLLER_BYTES)] : []),
    ...validateDomainPath(controller, `${path}.controller`),
    ...(parameters ? validateParameters(parameters, `${path}.parameters`) : []),
  ];
}

/** `example.com/ingress`: the causes name the part that is wrong. */
function validateDomainPath(value: string, field: string): StatusCause[] {
  if (value === '') return [required(field)];
  const slash = value.indexOf('/');
  const [host, path] = [value.slice(0, Math.max(slash, 0)), value.slice(slash + 1)];
  if (host === '' || path === '')
    return [invalidValue(field, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  return [
    ...malformed(field, host, dnsSubdomain(host)),
    ...(matches(HTTP_PATH, path) ? [] : [invalidValue(field, path, regexReason('Invalid path', HTTP_PATH))]),
  ];
}

function validateParameters(
  parameters: NonNullable<IngressClass['spec']['parameters']>,
  path: string,
): StatusCause[] {
  const { scope = '', namespace } = parameters;
  return [
    ...validateTypedReference(parameters, path),
    ...(SCOPES.includes(scope) ? [] : [notSupported(`${path}.scope`, scope, SCOPES)]),
    ...(scope === 'Namespace' ? validateNamespace(namespace, `${path}.namespace`) : []),
    ...(scope === 'Cluster' && namespace !== undefined
      ? [forbidden(`${path}.namespace`, "`parameters.scope` is set to 'Cluster'")]
      : []),
  ];
}

function validateNamespace(namespace: string | undefined, field: string): StatusCause[] {
  if (namespace === undefined) return [required(field, "`parameters.scope` is set to 'Namespace'")];
  return malformed(field, namespace, dnsLabel(namespace));
}
