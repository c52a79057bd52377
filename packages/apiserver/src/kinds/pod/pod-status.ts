import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed } from '../fields/field-error.ts';
import { ipAddress, ipFamily } from '../fields/ip-format.ts';
import { dnsSubdomain, qualifiedName } from '../fields/name-format.ts';
import { validateImmutable, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { Pod, PodStatus } from './pod-spec.ts';

const SYSTEM_CONDITIONS = ['PodScheduled', 'Ready', 'Initialized'];

/** What a kubelet cannot take away. */
export function preparePodStatus(pod: Pod, old: Pod): void {
  if (old.metadata.ownerReferences) pod.metadata.ownerReferences = old.metadata.ownerReferences;
  else delete pod.metadata.ownerReferences;
  if (old.status.qosClass !== undefined) pod.status.qosClass ??= old.status.qosClass;
}

/** The two ways to say a Pod's address, kept in step: whoever writes one owns both. */
export function alignPodAddresses({ status }: Pod): void {
  // Not yet there in what a client sends to create one.
  const { podIP, podIPs = [] } = (status ?? {}) as PodStatus;
  if (podIP !== undefined && podIP !== podIPs[0]?.ip) status.podIPs = [{ ip: podIP }];
  else if (podIPs[0]?.ip !== undefined) status.podIP = podIPs[0].ip;
}

export function validatePodStatus(pod: Pod, old: Pod): StatusCause[] {
  const { status } = pod;
  const { nominatedNodeName = '', conditions = [], observedGeneration = 0 } = status;
  const isNominated = nominatedNodeName !== '' && nominatedNodeName !== old.status.nominatedNodeName;
  const isBound = (old.spec.nodeName ?? '') !== '';
  const nominated = 'status.nominatedNodeName';
  return [
    ...validateObjectMetaUpdate(pod.metadata, old.metadata),
    ...conditions.flatMap(({ type }, i) =>
      SYSTEM_CONDITIONS.includes(type)
        ? []
        : malformed(`status.conditions[${i}].Type`, type, qualifiedName(type)),
    ),
    ...(isNominated ? malformed(nominated, nominatedNodeName, dnsSubdomain(nominatedNodeName)) : []),
    ...(isNominated && isBound
      ? [forbidden(nominated, 'may not be set on pods that are already bound to a node')]
      : []),
    ...(observedGeneration < 0
      ? [invalidValue('status.observedGeneration', observedGeneration, 'must be a non-negative integer')]
      : []),
    ...validateImmutable(status.qosClass, old.status.qosClass, 'status.qosClass'),
    ...validateAddresses(status.podIPs ?? [], old.status.podIPs ?? [], 'status.podIPs'),
    ...validateHostAddresses(status, old.status),
  ];
}

type Addresses = readonly { ip?: string }[];

/** One of a family at most. What was there before is not looked at again. */
function validateAddresses(addresses: Addresses, old: Addresses, field: string): StatusCause[] {
  const texts = addresses.map(({ ip = '' }) => ip);
  const isTooMany = texts.length > 2 || (texts.length === 2 && new Set(texts.map(ipFamily)).size < 2);
  const printed = texts.map((IP) => ({ IP }));
  return [
    ...texts.flatMap((ip, i) =>
      old.some((before) => before.ip === ip) ? [] : malformed(`${field}[${i}]`, ip, ipAddress(ip)),
    ),
    ...(isTooMany
      ? [invalidValue(field, printed, 'may specify no more than one IP for each IP family')]
      : []),
  ];
}

function validateHostAddresses({ hostIP = '', hostIPs = [] }: PodStatus, old: PodStatus): StatusCause[] {
  const [first] = hostIPs;
  if (first === undefined) return [];
  return [
    ...(first.ip === hostIP
      ? []
      : [invalidValue('status.hostIPs[0].ip', first.ip, 'must be equal to `hostIP`')]),
    ...validateAddresses(hostIPs, old.hostIPs ?? [], 'status.hostIPs'),
  ];
}
