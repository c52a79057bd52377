import type { KubeObject, StatusCause } from '@banyan/api';
import {
  duplicate,
  invalidValue,
  malformed,
  notSupported,
  required,
  tooMany,
} from '../fields/field-error.ts';
import { ipAddress, ipFamily, strictIpAddress } from '../fields/ip-format.ts';
import { dnsLabel, dnsSubdomain, labelValue, qualifiedName } from '../fields/name-format.ts';
import { validateEndpointIp } from './endpoint-ip-validation.ts';
import { PROTOCOLS } from './service-spec.ts';

export interface EndpointSlice extends KubeObject {
  addressType: string;
  endpoints?: Endpoint[] | null;
  ports?: SlicePort[] | null;
}

interface Endpoint {
  addresses?: string[] | null;
  hostname?: string;
  nodeName?: string;
  deprecatedTopology?: Record<string, string>;
  hints?: { forZones?: { name: string }[]; forNodes?: { name: string }[] };
}

interface SlicePort {
  name?: string;
  protocol?: string;
  port?: number;
  appProtocol?: string;
}

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'];
const MAX = { endpoints: 1000, addresses: 100, ports: 20_000, hints: 8 };

export function validateAddressType(type: string): StatusCause[] {
  if (type === '') return [required('addressType')];
  return ADDRESS_TYPES.includes(type) ? [] : [notSupported('addressType', type, ADDRESS_TYPES)];
}

export function validateSlicePorts(ports: readonly SlicePort[], list: string): StatusCause[] {
  if (ports.length > MAX.ports) return [tooMany(list, ports.length, MAX.ports)];
  const names = new Set<string>();
  return ports.flatMap(({ name = '', protocol = '', appProtocol }, i) => {
    const field = `${list}[${i}]`;
    const isTwin = names.has(name);
    names.add(name);
    return [
      ...(name === '' ? [] : malformed(`${field}.name`, name, dnsLabel(name))),
      ...(isTwin ? [duplicate(`${field}.name`, name)] : []),
      ...(PROTOCOLS.includes(protocol) ? [] : [notSupported(`${field}.protocol`, protocol, PROTOCOLS)]),
      ...(appProtocol === undefined
        ? []
        : malformed(`${field}.appProtocol`, appProtocol, qualifiedName(appProtocol))),
    ];
  });
}

export function validateEndpoints(
  { addressType, endpoints }: Readonly<EndpointSlice>,
  list: string,
): StatusCause[] {
  const count = endpoints?.length ?? 0;
  if (count > MAX.endpoints) return [tooMany(list, count, MAX.endpoints)];
  return (endpoints ?? []).flatMap(({ addresses, nodeName, hostname, hints }, i) => {
    const field = `${list}[${i}]`;
    return [
      ...validateAddresses(addresses ?? [], addressType, `${field}.addresses`),
      ...(nodeName === undefined ? [] : malformed(`${field}.nodeName`, nodeName, dnsSubdomain(nodeName))),
      ...(hostname === undefined ? [] : malformed(`${field}.hostname`, hostname, dnsLabel(hostname))),
      ...validateHints(hints ?? {}, `${field}.hints`),
    ];
  });
}

function validateAddresses(addresses: readonly string[], type: string, field: string): StatusCause[] {
  const { length } = addresses;
  return [
    ...(length === 0 ? [required(field, 'must contain at least 1 address')] : []),
    ...(length > MAX.addresses ? [tooMany(field, length, MAX.addresses)] : []),
    ...addresses.flatMap((address, i) => validateAddress(address, type, { field, item: `${field}[${i}]` })),
  ];
}

interface AddressPlace {
  readonly field: string;
  readonly item: string;
}

/** An unknown type is refused for itself. The wrong family is told of the list, everything else of the address. */
function validateAddress(address: string, type: string, { field, item }: AddressPlace): StatusCause[] {
  if (type === 'FQDN') return validateDomainName(address, item);
  if (type !== 'IPv4' && type !== 'IPv6') return [];
  const reasons = type === 'IPv4' ? ipAddress(address) : strictIpAddress(address);
  if (reasons.length > 0) return malformed(item, address, reasons);
  return [
    ...(ipFamily(address) === type ? [] : [invalidValue(field, address, `must be an ${type} address`)]),
    ...validateEndpointIp(address, item),
  ];
}

/** A domain with a dot in it; the one at its end does not count. */
function validateDomainName(given: string, field: string): StatusCause[] {
  if (given === '') return [required(field)];
  const name = given.replace(/\.$/, '');
  const reasons = dnsSubdomain(name);
  if (reasons.length > 0) return [invalidValue(field, name, reasons.join(','))];
  const labels = name.split('.');
  if (labels.length < 2) {
    const why = 'should be a domain with at least two segments separated by dots';
    return [invalidValue(field, name, why)];
  }
  const wrong = labels.find((label) => dnsLabel(label).length > 0);
  return wrong === undefined ? [] : [invalidValue(field, wrong, dnsLabel(wrong).join(','))];
}

/** Where traffic is best served from. Nodes are not looked at if there are too many zones. */
function validateHints(
  { forZones = [], forNodes = [] }: NonNullable<Endpoint['hints']>,
  path: string,
): StatusCause[] {
  if (forZones.length > MAX.hints) return [tooMany(`${path}.forZones`, forZones.length, MAX.hints)];
  return [
    ...validateHintNames(forZones, `${path}.forZones`, labelValue),
    ...(forNodes.length > MAX.hints
      ? [tooMany(`${path}.forNodes`, forNodes.length, MAX.hints)]
      : validateHintNames(forNodes, `${path}.forNodes`, dnsSubdomain)),
  ];
}

function validateHintNames(
  hints: readonly { name: string }[],
  list: string,
  format: (name: string) => string[],
): StatusCause[] {
  const names = hints.map(({ name }) => name);
  return names.flatMap((name, i) => [
    ...(names.indexOf(name) < i ? [duplicate(`${list}[${i}].name`, name)] : []),
    ...malformed(`${list}[${i}].name`, name, format(name)),
  ]);
}
