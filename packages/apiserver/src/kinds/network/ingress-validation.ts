import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { isSloppyIp } from '../fields/ip-format.ts';
import { dnsLabel, dnsSubdomain, wildcardSubdomain } from '../fields/name-format.ts';
import { portName, portNumber } from '../fields/text-format.ts';
import { validateTypedReference, type TypedReference } from './object-reference-validation.ts';

export interface Ingress extends KubeObject {
  spec: IngressSpec;
  status: { loadBalancer: { ingress?: { ip?: string; hostname?: string }[] } };
}

interface IngressSpec {
  defaultBackend?: IngressBackend;
  ingressClassName?: string;
  rules?: IngressRule[];
  tls?: IngressTls[];
}

interface IngressTls {
  hosts?: string[];
  secretName?: string;
}

interface IngressRule {
  host?: string;
  http?: { paths: IngressPath[] | null };
}

interface IngressPath {
  path?: string;
  pathType?: string | null;
  backend: IngressBackend;
}

interface IngressBackend {
  resource?: TypedReference;
  service?: { name: string; port: { name?: string; number?: number } };
}

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
/** What a path that is compared step by step may not have. */
const PATH_PARTS = ['//', '/./', '/../', '%2f', '%2F'];
const PATH_ENDS = ['/..', '/.'];

export function validateIngressSpec(spec: Readonly<IngressSpec>, path: string): StatusCause[] {
  const { defaultBackend, ingressClassName, rules = [], tls = [] } = spec;
  const isEmpty = rules.length === 0 && defaultBackend === undefined;
  return [
    ...(isEmpty ? [invalidValue(path, null, 'either `defaultBackend` or `rules` must be specified')] : []),
    ...(defaultBackend === undefined ? [] : validateBackend(defaultBackend, `${path}.defaultBackend`)),
    ...rules.flatMap((rule, i) => validateRule(rule, `${path}.rules[${i}]`)),
    ...tls.flatMap((each, i) => validateTls(each, `${path}.tls[${i}]`)),
    ...(ingressClassName === undefined
      ? []
      : malformed(`${path}.ingressClassName`, ingressClassName, dnsSubdomain(ingressClassName))),
  ];
}

function validateTls({ hosts = [], secretName = '' }: Readonly<IngressTls>, path: string): StatusCause[] {
  return [
    ...hosts.flatMap((host, i) => malformed(`${path}.hosts[${i}]`, host, hostName(host))),
    ...(secretName === '' ? [] : malformed(`${path}.secretName`, secretName, dnsSubdomain(secretName))),
  ];
}

function hostName(host: string): string[] {
  return host.includes('*') ? wildcardSubdomain(host) : dnsSubdomain(host);
}

function validateRule({ host = '', http }: Readonly<IngressRule>, path: string): StatusCause[] {
  const paths = http?.paths ?? [];
  return [
    ...(isSloppyIp(host)
      ? [invalidValue(`${path}.host`, host, 'must be a DNS name, not an IP address')]
      : []),
    ...(host === '' ? [] : malformed(`${path}.host`, host, hostName(host))),
    ...(http !== undefined && paths.length === 0 ? [required(`${path}.http.paths`)] : []),
    ...paths.flatMap((each, i) => validatePath(each, `${path}.http.paths[${i}]`)),
  ];
}

function validatePath({ path = '', pathType, backend }: Readonly<IngressPath>, place: string): StatusCause[] {
  if (pathType === undefined || pathType === null)
    return [required(`${place}.pathType`, 'pathType must be specified')];
  return [
    ...(PATH_TYPES.includes(pathType)
      ? pathReasons(path, pathType).map((why) => invalidValue(`${place}.path`, path, why))
      : [notSupported(`${place}.pathType`, pathType, PATH_TYPES)]),
    ...validateBackend(backend, `${place}.backend`),
  ];
}

function pathReasons(path: string, pathType: string): string[] {
  const isFree = pathType === 'ImplementationSpecific';
  if (isFree && path === '') return [];
  const ofStart = path.startsWith('/') ? [] : ['must be an absolute path'];
  if (isFree) return ofStart;
  return [
    ...ofStart,
    ...PATH_PARTS.filter((part) => path.includes(part)).map((part) => `must not contain '${part}'`),
    ...PATH_ENDS.filter((end) => path.endsWith(end)).map((end) => `cannot end with '${end}'`),
  ];
}

function validateBackend({ resource, service }: Readonly<IngressBackend>, path: string): StatusCause[] {
  if (resource && service) return [invalidValue(path, '', 'cannot set both resource and service backends')];
  if (resource) return validateTypedReference(resource, `${path}.resource`);
  if (!service) return [invalidValue(path, '', 'resource or service backend is required')];
  const field = `${path}.service.name`;
  return [
    ...(service.name === '' ? [required(field)] : malformed(field, service.name, dnsLabel(service.name))),
    ...validateBackendPort(service.port, path),
  ];
}

function validateBackendPort(
  { name = '', number = 0 }: NonNullable<IngressBackend['service']>['port'],
  path: string,
): StatusCause[] {
  if (name !== '' && number !== 0) return [invalidValue(path, '', 'cannot set both port name & port number')];
  if (name !== '') return malformed(`${path}.service.port.name`, name, portName(name));
  if (number !== 0) return malformed(`${path}.service.port.number`, number, portNumber(number));
  return [required(path, 'port name or number is required')];
}
