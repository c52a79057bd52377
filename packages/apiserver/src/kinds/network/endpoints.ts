import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, StatusCause } from '@banyan/api';
import { malformed, notSupported, required } from '../fields/field-error.ts';
import { ipAddress, ipWarnings } from '../fields/ip-format.ts';
import { dnsLabel, dnsSubdomain, qualifiedName, subdomainName } from '../fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import { portNumber } from '../fields/text-format.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateEndpointIp } from './endpoint-ip-validation.ts';
import { PROTOCOLS } from './service-spec.ts';

interface Endpoints extends KubeObject {
  subsets?: EndpointSubset[];
}

interface EndpointSubset {
  addresses?: EndpointAddress[];
  notReadyAddresses?: EndpointAddress[];
  ports?: { name?: string; port?: number; protocol?: string; appProtocol?: string }[];
}

interface EndpointAddress {
  ip?: string;
  hostname?: string;
  nodeName?: string;
}

const ADDRESS_LISTS = ['addresses', 'notReadyAddresses'] as const;

/** Endpoints with this label were written by the cluster itself, which writes addresses as they should be. */
const MANAGED_BY = { label: 'endpoints.kubernetes.io/managed-by', value: 'endpoint-controller' };

export const endpointsRules: KindRules = {
  kind: { group: '', version: 'v1', kind: 'Endpoints' },
  namespaced: true,
  name: subdomainName,
  hasStatus: false,
  defaults: ({ subsets = [] }: Endpoints) => {
    for (const port of subsets.flatMap(({ ports = [] }) => ports)) port.protocol ??= 'TCP';
  },
  validate: validateSubsets,
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateObjectMeta(object.metadata, { namespaced: true, name: subdomainName }),
    // What older rules accepted stays.
    ...(isDeepStrictEqual(object['subsets'], old['subsets']) ? [] : validateSubsets(object)),
  ],
  warnings: ({ metadata, subsets = [] }: Readonly<Endpoints>) => {
    if (metadata.labels?.[MANAGED_BY.label] === MANAGED_BY.value) return [];
    return subsets.flatMap((subset, i) =>
      ADDRESS_LISTS.flatMap((list) =>
        (subset[list] ?? []).flatMap(({ ip = '' }, j) => ipWarnings(ip, `subsets[${i}].${list}[${j}].ip`)),
      ),
    );
  },
};

function validateSubsets({ subsets = [] }: Readonly<Endpoints>): StatusCause[] {
  return subsets.flatMap((subset, i) => {
    const field = `subsets[${i}]`;
    const isEmpty = ADDRESS_LISTS.every((list) => (subset[list] ?? []).length === 0);
    return [
      ...(isEmpty ? [required(field, 'must specify `addresses` or `notReadyAddresses`')] : []),
      ...ADDRESS_LISTS.flatMap((list) =>
        (subset[list] ?? []).flatMap((address, j) => validateAddress(address, `${field}.${list}[${j}]`)),
      ),
      ...validatePorts(subset.ports ?? [], `${field}.ports`),
    ];
  });
}

/** The form of an address is looked at twice. */
function validateAddress(
  { ip = '', hostname = '', nodeName }: Readonly<EndpointAddress>,
  field: string,
): StatusCause[] {
  return [
    ...malformed(`${field}.ip`, ip, ipAddress(ip)),
    ...(hostname === '' ? [] : malformed(`${field}.hostname`, hostname, dnsLabel(hostname))),
    ...(nodeName === undefined ? [] : malformed(`${field}.nodeName`, nodeName, dnsSubdomain(nodeName))),
    ...validateEndpointIp(ip, `${field}.ip`),
  ];
}

function validatePorts(ports: NonNullable<EndpointSubset['ports']>, list: string): StatusCause[] {
  return ports.flatMap(({ name = '', port = 0, protocol = '', appProtocol }, i) => {
    const field = `${list}[${i}]`;
    return [
      ...(name === '' && ports.length > 1 ? [required(`${field}.name`)] : []),
      ...(name === '' ? [] : malformed(`${field}.name`, name, dnsLabel(name))),
      ...malformed(`${field}.port`, port, portNumber(port)),
      ...(PROTOCOLS.includes(protocol) ? [] : [notSupported(`${field}.protocol`, protocol, PROTOCOLS)]),
      ...(appProtocol === undefined
        ? []
        : malformed(`${field}.appProtocol`, appProtocol, qualifiedName(appProtocol))),
    ];
  });
}
