import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { dnsLabel, pathSegmentName } from '../fields/name-format.ts';
import { quantityOf, validateContainerResourceName } from '../fields/resource-name.ts';
import type { MetricIdentifier, MetricSpec, MetricTarget } from './autoscaler-spec.ts';
import { validateReference, type ReferenceRules } from './reference-validation.ts';

/** In the order of messages. */
const TYPES = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

/** In the order in which they are looked at: only the first of several is judged. */
const SOURCES = ['object', 'external', 'pods', 'resource', 'containerResource'] as const;

const NO_VALUE = 'must set either a target value or averageValue';
const NO_AVERAGE = 'must specify a positive target averageValue';
const NEITHER_VALUE = 'must set either a target value for metric or a per-pod target';
const BOTH_VALUES = 'may not set both a target value for metric and a per-pod target';
const EITHER_USAGE = 'must set either a target raw value or a target utilization';
const BOTH_USAGES = 'may not set both a target raw value and a target utilization';

export function validateMetric(metric: MetricSpec, rules: ReferenceRules, field: string): StatusCause[] {
  const { type = '' } = metric;
  const present = SOURCES.filter((source) => metric[source] !== undefined);
  const isKnown = TYPES.includes(type);
  const unknown = isKnown ? [] : [notSupported(`${field}.type`, type, TYPES)];
  const source = `${type.slice(0, 1).toLowerCase()}${type.slice(1)}` as (typeof SOURCES)[number];
  const lacks = isKnown && metric[source] === undefined;
  const others = present.length === 1 ? [] : present.filter((each) => each !== source);
  return [
    ...(type === '' ? [required(`${field}.type`, 'must specify a metric source type')] : []),
    ...unknown,
    ...(present[0] === undefined
      ? []
      : validateSource(metric, present[0], { rules, field: `${field}.${present[0]}` })),
    ...(lacks
      ? [required(`${field}.${source}`, 'must populate information for the given metric source')]
      : []),
    ...unknown,
    ...others.map((each) => forbidden(`${field}.${each}`, 'must populate the given metric source only')),
  ];
}

interface SourcePlace {
  readonly rules: ReferenceRules;
  readonly field: string;
}

function validateSource(
  metric: MetricSpec,
  source: (typeof SOURCES)[number],
  { rules, field }: SourcePlace,
): StatusCause[] {
  const { target = {} } = metric[source] ?? {};
  const { value, averageValue } = target;
  const ofTarget = validateTarget(target, `${field}.target`);
  const lacksValue = value === undefined && averageValue === undefined;
  switch (source) {
    case 'object':
      return [
        ...validateReference(metric.object?.describedObject ?? {}, rules, `${field}.describedObject`),
        ...validateIdentifier(metric.object?.metric, `${field}.metric`),
        ...ofTarget,
        ...(lacksValue ? [required(`${field}.target.averageValue`, NO_VALUE)] : []),
      ];
    case 'external':
      return [
        ...validateIdentifier(metric.external?.metric, `${field}.metric`),
        ...ofTarget,
        ...(lacksValue ? [required(`${field}.target.averageValue`, NEITHER_VALUE)] : []),
        ...(value !== undefined && averageValue !== undefined
          ? [forbidden(`${field}.target.value`, BOTH_VALUES)]
          : []),
      ];
    case 'pods':
      return [
        ...validateIdentifier(metric.pods?.metric, `${field}.metric`),
        ...ofTarget,
        ...(averageValue === undefined ? [required(`${field}.target.averageValue`, NO_AVERAGE)] : []),
      ];
    case 'resource':
      return [
        ...(nameIn(metric.resource) === ''
          ? [required(`${field}.name`, 'must specify a resource name')]
          : []),
        ...ofTarget,
        ...validateUsage(target, `${field}.target`),
      ];
    case 'containerResource':
      return [
        ...validateContainer(metric.containerResource ?? {}, field),
        ...ofTarget,
        ...validateUsage(target, `${field}.target`),
      ];
  }
}

function nameIn(source: { name?: string } | undefined): string {
  return source?.name ?? '';
}

function validateContainer(
  { name = '', container = '' }: { name?: string; container?: string },
  field: string,
): StatusCause[] {
  return [
    ...(name === ''
      ? [required(`${field}.name`, 'must specify a resource name')]
      : validateContainerResourceName(name, `${field}.name`)),
    ...(container === ''
      ? [required(`${field}.container`, 'must specify a container')]
      : malformed(`${field}.container`, container, dnsLabel(container))),
  ];
}

function validateUsage({ averageUtilization, averageValue }: MetricTarget, field: string): StatusCause[] {
  if (averageUtilization === undefined && averageValue === undefined)
    return [required(`${field}.averageUtilization`, EITHER_USAGE)];
  if (averageUtilization === undefined || averageValue === undefined) return [];
  return [forbidden(`${field}.averageValue`, BOTH_USAGES)];
}

function validateTarget(target: MetricTarget, field: string): StatusCause[] {
  const { type = '', value, averageValue, averageUtilization } = target;
  const isKnown = ['Utilization', 'Value', 'AverageValue'].includes(type);
  return [
    ...(type === '' ? [required(`${field}.type`, 'must specify a metric target type')] : []),
    ...(isKnown
      ? []
      : [invalidValue(`${field}.type`, type, 'must be either Utilization, Value, or AverageValue')]),
    ...validatePositive(value, `${field}.value`),
    ...validatePositive(averageValue, `${field}.averageValue`),
    ...(averageUtilization !== undefined && averageUtilization < 1
      ? [invalidValue(`${field}.averageUtilization`, averageUtilization, 'must be greater than 0')]
      : []),
  ];
}

function validatePositive(value: string | undefined, field: string): StatusCause[] {
  const isPositive = value === undefined || quantityOf(value).unscaled > 0n;
  return isPositive ? [] : [invalidValue(field, value, 'must be positive')];
}

function validateIdentifier({ name = '' }: MetricIdentifier = {}, field: string): StatusCause[] {
  if (name === '') return [required(`${field}.name`, 'must specify a metric name')];
  return malformed(`${field}.name`, name, pathSegmentName(name, false));
}
