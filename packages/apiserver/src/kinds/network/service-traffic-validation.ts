import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, notSupported } from '../fields/field-error.ts';
import { portNumber } from '../fields/text-format.ts';
import { isExternallyAccessible, needsHealthCheck, type ServiceSpec } from './service-spec.ts';

const AFFINITIES = ['ClientIP', 'None'];
const POLICIES = ['Cluster', 'Local'];
const DISTRIBUTIONS = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

/** A day. */
const MAX_AFFINITY_SECONDS = 86_400;

export function validateAffinity(spec: Readonly<ServiceSpec>): StatusCause[] {
  const { sessionAffinity = '', sessionAffinityConfig } = spec;
  if (!AFFINITIES.includes(sessionAffinity))
    return [notSupported('spec.sessionAffinity', sessionAffinity, AFFINITIES)];
  const field = 'spec.sessionAffinityConfig';
  if (sessionAffinity === 'None')
    return sessionAffinityConfig === undefined
      ? []
      : [forbidden(field, 'must not be set when session affinity is None')];
  const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 1;
  if (seconds > 0 && seconds <= MAX_AFFINITY_SECONDS) return [];
  const why = `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`;
  return [invalidValue(`${field}.clientIP.timeoutSeconds`, seconds, why)];
}

/** Where traffic may go. */
export function validateTraffic(spec: Readonly<ServiceSpec>): StatusCause[] {
  const { internalTrafficPolicy = 'Cluster', trafficDistribution } = spec;
  return [
    ...validateExternalPolicy(spec),
    ...validateHealthCheck(spec),
    ...(POLICIES.includes(internalTrafficPolicy)
      ? []
      : [notSupported('spec.internalTrafficPolicy', internalTrafficPolicy, POLICIES)]),
    ...(trafficDistribution === undefined || DISTRIBUTIONS.includes(trafficDistribution)
      ? []
      : [notSupported('spec.trafficDistribution', trafficDistribution, DISTRIBUTIONS)]),
  ];
}

function validateExternalPolicy(spec: Readonly<ServiceSpec>): StatusCause[] {
  const { externalTrafficPolicy: policy } = spec;
  const field = 'spec.externalTrafficPolicy';
  if (policy === undefined) return [];
  if (!isExternallyAccessible(spec))
    return [invalidValue(field, policy, 'may only be set for externally-accessible services')];
  return POLICIES.includes(policy) ? [] : [notSupported(field, policy, POLICIES)];
}

function validateHealthCheck(spec: Readonly<ServiceSpec>): StatusCause[] {
  const { healthCheckNodePort: port } = spec;
  const field = 'spec.healthCheckNodePort';
  if (port === undefined) return [];
  if (needsHealthCheck(spec)) return malformed(field, port, portNumber(port));
  const why = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return [invalidValue(field, port, why)];
}

export function validateTrafficUpdate(
  spec: Readonly<ServiceSpec>,
  old: Readonly<ServiceSpec>,
): StatusCause[] {
  const isOther = spec.healthCheckNodePort !== old.healthCheckNodePort;
  return needsHealthCheck(spec) && needsHealthCheck(old) && isOther
    ? [forbidden('spec.healthCheckNodePort', 'field is immutable')]
    : [];
}
