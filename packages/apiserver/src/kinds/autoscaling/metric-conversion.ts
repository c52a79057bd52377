import type { LabelSelector } from '@banyan/api';
import type { MetricSpec, MetricStatus, ObjectReference } from './autoscaler-spec.ts';

/**
 * Metrics as annotations of autoscaling/v1 hold them: flat, and with a zero where v2 has nothing. What is read may
 * be anything; who reads checks what it became.
 */
export interface OldMetric {
  readonly type?: string;
  readonly object?: OldSource | null;
  readonly pods?: OldSource | null;
  readonly resource?: OldSource | null;
  readonly containerResource?: OldSource | null;
  readonly external?: OldSource | null;
}

interface OldSource {
  readonly target?: ObjectReference;
  readonly name?: string;
  readonly container?: string;
  readonly metricName?: string;
  readonly selector?: LabelSelector;
  readonly metricSelector?: LabelSelector;
  readonly targetValue?: string;
  readonly averageValue?: string;
  readonly targetAverageValue?: string;
  readonly targetAverageUtilization?: number;
  readonly currentValue?: string;
  readonly currentAverageValue?: string;
  readonly currentAverageUtilization?: number;
}

/** False for what no old metric can be: a source that is text, a list of sources. */
export function isOldMetric(value: object): value is OldMetric {
  const { object, pods, resource, containerResource, external } = value as OldMetric;
  return [object, pods, resource, containerResource, external].every(
    (source) =>
      source === undefined || source === null || (typeof source === 'object' && !Array.isArray(source)),
  );
}

/** Members in the order in which the real server writes them. */
export function oldMetric({ type, object, pods, resource, containerResource, external }: MetricSpec): object {
  return {
    type: type ?? '',
    object: object && {
      target: reference(object.describedObject),
      metricName: object.metric?.name ?? '',
      targetValue: object.target?.value ?? '0',
      selector: object.metric?.selector,
      averageValue: object.target?.averageValue,
    },
    pods: pods && {
      metricName: pods.metric?.name ?? '',
      targetAverageValue: pods.target?.averageValue ?? '0',
      selector: pods.metric?.selector,
    },
    resource: resource && {
      name: resource.name ?? '',
      targetAverageUtilization: resource.target?.averageUtilization,
      targetAverageValue: resource.target?.averageValue,
    },
    containerResource: containerResource && {
      name: containerResource.name ?? '',
      targetAverageUtilization: containerResource.target?.averageUtilization,
      targetAverageValue: containerResource.target?.averageValue,
      container: containerResource.container ?? '',
    },
    external: external && {
      metricName: external.metric?.name ?? '',
      metricSelector: external.metric?.selector,
      targetValue: external.target?.value,
      targetAverageValue: external.target?.averageValue,
    },
  };
}

export function newMetric({
  type,
  object,
  pods,
  resource,
  containerResource,
  external,
}: OldMetric): MetricSpec {
  return defined({
    type: type ?? '',
    object: object && {
      describedObject: object.target,
      target: objectTarget(object),
      metric: { name: object.metricName, selector: object.selector },
    },
    pods: pods && {
      metric: { name: pods.metricName, selector: pods.selector },
      target: { type: 'AverageValue', averageValue: pods.targetAverageValue ?? '0' },
    },
    resource: resource && { name: resource.name, target: usageTarget(resource) },
    containerResource: containerResource && {
      name: containerResource.name,
      target: usageTarget(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metric: { name: external.metricName, selector: external.metricSelector },
      target: {
        type: external.targetValue === undefined ? 'AverageValue' : 'Value',
        value: external.targetValue,
        averageValue: external.targetAverageValue,
      },
    },
  }) as MetricSpec;
}

/** An average needs no value, but the old form cannot do without one. */
function objectTarget({ averageValue, targetValue = '0' }: OldSource): object {
  if (averageValue === undefined) return { type: 'Value', value: targetValue };
  const value = targetValue === '0' ? undefined : targetValue;
  return { type: 'AverageValue', value, averageValue };
}

function usageTarget({ targetAverageUtilization, targetAverageValue }: OldSource): object {
  return {
    type: targetAverageUtilization === undefined ? 'AverageValue' : 'Utilization',
    averageValue: targetAverageValue,
    averageUtilization: targetAverageUtilization,
  };
}

export function oldStatus({
  type,
  object,
  pods,
  resource,
  containerResource,
  external,
}: MetricStatus): object {
  return {
    type: type ?? '',
    object: object && {
      target: reference(object.describedObject),
      metricName: object.metric?.name ?? '',
      currentValue: object.current?.value ?? '0',
      selector: object.metric?.selector,
      averageValue: object.current?.averageValue,
    },
    pods: pods && {
      metricName: pods.metric?.name ?? '',
      currentAverageValue: pods.current?.averageValue ?? '0',
      selector: pods.metric?.selector,
    },
    resource: resource && {
      name: resource.name ?? '',
      currentAverageUtilization: resource.current?.averageUtilization,
      currentAverageValue: resource.current?.averageValue ?? '0',
    },
    containerResource: containerResource && {
      name: containerResource.name ?? '',
      currentAverageUtilization: containerResource.current?.averageUtilization,
      currentAverageValue: containerResource.current?.averageValue ?? '0',
      container: containerResource.container ?? '',
    },
    external: external && {
      metricName: external.metric?.name ?? '',
      metricSelector: external.metric?.selector,
      currentValue: external.current?.value ?? '0',
      currentAverageValue: external.current?.averageValue,
    },
  };
}

export function newStatus({
  type,
  object,
  pods,
  resource,
  containerResource,
  external,
}: OldMetric): MetricStatus {
  return defined({
    type: type ?? '',
    object: object && {
      metric: { name: object.metricName, selector: object.selector },
      current: { value: object.currentValue ?? '0', averageValue: object.averageValue },
      describedObject: object.target,
    },
    pods: pods && {
      metric: { name: pods.metricName, selector: pods.selector },
      current: { averageValue: pods.currentAverageValue ?? '0' },
    },
    resource: resource && { name: resource.name, current: usage(resource) },
    containerResource: containerResource && {
      name: containerResource.name,
      current: usage(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metric: { name: external.metricName, selector: external.metricSelector },
      current: { value: external.currentValue ?? '0', averageValue: external.currentAverageValue },
    },
  }) as MetricStatus;
}

function usage({ currentAverageValue = '0', currentAverageUtilization }: OldSource): object {
  return { averageValue: currentAverageValue, averageUtilization: currentAverageUtilization };
}

function reference({ kind = '', name = '', apiVersion }: ObjectReference = {}): ObjectReference {
  return { kind, name, ...(apiVersion !== undefined && { apiVersion }) };
}

/** Without the members that have no value: checks of types count what is there. */
function defined(value: object): object {
  return JSON.parse(JSON.stringify(value)) as object;
}
