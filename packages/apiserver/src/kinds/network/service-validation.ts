import type { StatusCause } from '@banyan/api';
import {
  duplicate,
  forbidden,
  invalidValue,
  malformed,
  notSupported,
  required,
} from '../fields/field-error.ts';
import { cidr } from '../fields/ip-format.ts';
import { validateLabels } from '../fields/label-validation.ts';
import { dnsLabel, dnsSubdomain, qualifiedName } from '../fields/name-format.ts';
import { portName, portNumber } from '../fields/text-format.ts';
import { validateClusterIps } from './cluster-ip-validation.ts';
import { validateEndpointIp, validateNewIp } from './endpoint-ip-validation.ts';
import {
  validateSourceRangeAnnotation,
  validateTopologyAnnotations,
} from './service-annotation-validation.ts';
import {
  isHeadless,
  NO_ADDRESS,
  PROTOCOLS,
  type Service,
  type ServicePort,
  type ServiceSpec,
} from './service-spec.ts';
import { validateAffinity, validateTraffic } from './service-traffic-validation.ts';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const ONLY_BALANCED = "may only be used when `type` is 'LoadBalancer'";

/** Everything but metadata. */
export function validateService(service: Readonly<Service>, old?: Readonly<Service>): StatusCause[] {
  const { spec } = service;
  const { ports = [], type = '' } = spec;
  const needsPorts = !isHeadless(spec) && type !== 'ExternalName';
  return [
    ...validateTopologyAnnotations(service),
    ...(ports.length === 0 && needsPorts ? [required('spec.ports')] : []),
    ...validateTypeAndAddress(spec),
    ...validatePorts(ports, 'spec.ports'),
    ...validateLabels(spec.selector, 'spec.selector'),
    ...validateAffinity(spec),
    ...validateClusterIps(spec, old?.spec),
    ...validateExternalIps(spec.externalIPs ?? [], new Set(old?.spec.externalIPs)),
    ...(TYPES.includes(type) ? [] : [notSupported('spec.type', type, TYPES)]),
    ...validatePortsTogether(spec),
    ...validateSourceRanges(spec, old?.spec.loadBalancerSourceRanges ?? []),
    ...validateSourceRangeAnnotation(service, old),
    ...validateBalancer(spec),
    ...validateTraffic(spec),
  ];
}

function validateTypeAndAddress(spec: Readonly<ServiceSpec>): StatusCause[] {
  const { type, externalName = '' } = spec;
  if (type === 'LoadBalancer' || type === 'NodePort') {
    const why = `may not be set to 'None' for ${type} services`;
    return isHeadless(spec) ? [invalidValue('spec.clusterIPs[0]', NO_ADDRESS, why)] : [];
  }
  if (type !== 'ExternalName') return [];
  const fields = (['clusterIPs', 'ipFamilies', 'ipFamilyPolicy'] as const).filter(
    (field) => spec[field] !== undefined,
  );
  const name = externalName.replace(/\.$/, '');
  return [
    ...fields.map((field) => forbidden(`spec.${field}`, 'may not be set for ExternalName services')),
    ...(name === ''
      ? [required('spec.externalName')]
      : malformed('spec.externalName', name, dnsSubdomain(name))),
  ];
}

function validatePorts(ports: readonly ServicePort[], list: string): StatusCause[] {
  const names = new Set<string>();
  return ports.flatMap((port, i) => {
    const causes = validatePort(port, `${list}[${i}]`, { names, count: ports.length });
    names.add(port.name ?? '');
    return causes;
  });
}

function validatePort(
  { name = '', port = 0, protocol = '', targetPort = 0, appProtocol }: Readonly<ServicePort>,
  field: string,
  { names, count }: { names: ReadonlySet<string>; count: number },
): StatusCause[] {
  const isNameless = name === '' && count > 1;
  const target = typeof targetPort === 'number' ? portNumber(targetPort) : portName(targetPort);
  return [
    ...(isNameless ? [required(`${field}.name`)] : []),
    ...(name === '' ? [] : malformed(`${field}.name`, name, dnsLabel(name))),
    ...(name !== '' && names.has(name) ? [duplicate(`${field}.name`, name)] : []),
    ...malformed(`${field}.port`, port, portNumber(port)),
    ...(PROTOCOLS.includes(protocol) ? [] : [notSupported(`${field}.protocol`, protocol, PROTOCOLS)]),
    ...malformed(`${field}.targetPort`, targetPort, target),
    ...(appProtocol === undefined
      ? []
      : malformed(`${field}.appProtocol`, appProtocol, qualifiedName(appProtocol))),
  ];
}

function validatePortsTogether({ type, ports = [] }: Readonly<ServiceSpec>): StatusCause[] {
  const forbids = type === 'ClusterIP';
  return [
    ...ports.flatMap(({ nodePort }, i) =>
      forbids && nodePort !== undefined
        ? [forbidden(`spec.ports[${i}].nodePort`, "may not be used when `type` is 'ClusterIP'")]
        : [],
    ),
    ...twinsOf(ports, 'nodePort').map((i) => duplicate(`spec.ports[${i}].nodePort`, ports[i]?.nodePort)),
    ...twinsOf(ports, 'port').map((i) => duplicate(`spec.ports[${i}]`, printablePair(ports[i] ?? {}))),
  ];
}

/** Where a number is that its protocol has already. */
function twinsOf(ports: readonly ServicePort[], field: 'port' | 'nodePort'): number[] {
  const seen = new Set<string>();
  return ports.flatMap((port, i) => {
    const key = `${port.protocol} ${port[field]}`;
    const isTwin = seen.has(key);
    seen.add(key);
    return isTwin && port[field] !== undefined ? [i] : [];
  });
}

/** The two fields that must not be there twice, printed as a whole port. */
function printablePair({ protocol = '', port = 0 }: Readonly<ServicePort>): object {
  return { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
}

function validateExternalIps(addresses: readonly string[], before: ReadonlySet<string>): StatusCause[] {
  return addresses.flatMap((address, i) => {
    const field = `spec.externalIPs[${i}]`;
    const causes = validateNewIp(address, field, before);
    return causes.length > 0 ? causes : validateEndpointIp(address, field);
  });
}

function validateSourceRanges(spec: Readonly<ServiceSpec>, before: readonly string[]): StatusCause[] {
  const { type, loadBalancerSourceRanges: ranges = [] } = spec;
  const field = 'spec.LoadBalancerSourceRanges';
  const known = new Set(before.map((range) => range.trim()));
  return [
    ...(ranges.length > 0 && type !== 'LoadBalancer' ? [forbidden(field, ONLY_BALANCED)] : []),
    ...ranges.flatMap((padded, i) => {
      const range = padded.trim();
      return known.has(range) ? [] : malformed(`${field}[${i}]`, range, cidr(range));
    }),
  ];
}

function validateBalancer(spec: Readonly<ServiceSpec>): StatusCause[] {
  const field = 'allocateLoadBalancerNodePorts';
  const isForbidden = spec.type !== 'LoadBalancer' && spec[field] !== undefined;
  return [
    ...(isForbidden ? [forbidden(`spec.${field}`, ONLY_BALANCED)] : []),
    ...validateBalancerClass(spec),
  ];
}

/** An update looks at it twice. */
export function validateBalancerClass({ type, loadBalancerClass }: Readonly<ServiceSpec>): StatusCause[] {
  if (loadBalancerClass === undefined) return [];
  if (type !== 'LoadBalancer') return [forbidden('spec.loadBalancerClass', ONLY_BALANCED)];
  return malformed('spec.loadBalancerClass', loadBalancerClass, qualifiedName(loadBalancerClass));
}
