import { cidrWarnings, ipWarnings } from '../fields/ip-format.ts';
import { isHeadless, NO_ADDRESS, OLD_HINTS, TOPOLOGY_MODE, type Service } from './service-spec.ts';

/** What of a Service is out of date or has no effect. */
export function serviceWarnings({ metadata, spec }: Readonly<Service>): string[] {
  const { externalIPs = [], loadBalancerIP = '', clusterIPs = [], type, trafficDistribution } = spec;
  const isAlias = type === 'ExternalName';
  const isNameOnly = type === 'ClusterIP' && spec.clusterIP === NO_ADDRESS;
  const hasExternal = externalIPs.length > 0;
  const said: (string | false)[] = [
    Object.hasOwn(metadata.annotations ?? {}, OLD_HINTS) &&
      `annotation ${OLD_HINTS} is deprecated, please use ${TOPOLOGY_MODE} instead`,
    ...(isHeadless(spec) ? [] : clusterIPs.flatMap((ip, i) => ipWarnings(ip, `spec.clusterIPs[${i}]`))),
    isNameOnly && loadBalancerIP !== '' && 'spec.loadBalancerIP is ignored for headless services',
    isNameOnly && hasExternal && 'spec.externalIPs is ignored for headless services',
    isNameOnly && spec.sessionAffinity !== 'None' && 'spec.SessionAffinity is ignored for headless services',
    ...externalIPs.flatMap((ip, i) => ipWarnings(ip, `spec.externalIPs[${i}]`)),
    hasExternal &&
      !isNameOnly &&
      !isAlias &&
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
    ...(spec.loadBalancerSourceRanges ?? []).flatMap((range, i) =>
      cidrWarnings(range, `spec.loadBalancerSourceRanges[${i}]`),
    ),
    ...(loadBalancerIP === '' ? [] : ipWarnings(loadBalancerIP, 'spec.loadBalancerIP')),
    hasExternal && isAlias && 'spec.externalIPs is ignored when spec.type is "ExternalName"',
    !isAlias &&
      (spec.externalName ?? '') !== '' &&
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    trafficDistribution === 'PreferClose' &&
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
  ];
  return said.filter((text) => text !== false);
}
