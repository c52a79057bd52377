import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed } from '../fields/field-error.ts';
import { cidr } from '../fields/ip-format.ts';
import { OLD_HINTS, SOURCE_RANGES, TOPOLOGY_MODE, type Service } from './service-spec.ts';

/** Two names for one thing. */
export function validateTopologyAnnotations({ metadata }: Readonly<Service>): StatusCause[] {
  const { [OLD_HINTS]: hints, [TOPOLOGY_MODE]: mode } = metadata.annotations ?? {};
  if (mode === undefined || hints === undefined || mode === hints) return [];
  const why = `must match annotations[${OLD_HINTS}] when both are specified`;
  return [invalidValue(`metadata.annotations[${TOPOLOGY_MODE}]`, mode, why)];
}

/** Who may reach a balancer, where the field for it says nothing. What was there before stays. */
export function validateSourceRangeAnnotation(
  { metadata, spec }: Readonly<Service>,
  old: Readonly<Service> | undefined,
): StatusCause[] {
  const text = metadata.annotations?.[SOURCE_RANGES];
  if (text === undefined || (spec.loadBalancerSourceRanges ?? []).length > 0) return [];
  const field = `metadata.annotations[${SOURCE_RANGES}]`;
  const isNew = old?.metadata.annotations?.[SOURCE_RANGES] !== text && text.trim() !== '';
  return [
    ...(spec.type === 'LoadBalancer'
      ? []
      : [forbidden(field, "may only be used when `type` is 'LoadBalancer'")]),
    ...(isNew ? text.trim().split(',') : []).flatMap((range) =>
      malformed(field, range.trim(), cidr(range.trim())),
    ),
  ];
}
