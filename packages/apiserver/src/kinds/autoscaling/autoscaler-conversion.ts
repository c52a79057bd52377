import { goType, type GoType, type KubeObject } from '@banyan/api';
import { normaliseObject } from '../../decoding/normalise-object.ts';
import { typeWriter } from '../../decoding/typed/type-writer.ts';
import { asJson } from '../fields/go-text.ts';
import {
  cpuMetric,
  DEFAULT_CPU_UTILIZATION,
  type Autoscaler,
  type AutoscalerSpec,
  type AutoscalerStatus,
  type MetricSpec,
} from './autoscaler-spec.ts';
import { newBehavior, oldBehavior } from './behavior-conversion.ts';
import {
  isOldMetric,
  newMetric,
  newStatus,
  oldMetric,
  oldStatus,
  type OldMetric,
} from './metric-conversion.ts';

/** HorizontalPodAutoscaler of autoscaling/v1, which knows the CPU alone. */
export interface OldAutoscaler extends KubeObject {
  spec?: Pick<AutoscalerSpec, 'scaleTargetRef' | 'minReplicas' | 'maxReplicas'> & {
    targetCPUUtilizationPercentage?: number;
  };
  status?: Omit<AutoscalerStatus, 'currentMetrics' | 'conditions'> & {
    currentCPUUtilizationPercentage?: number;
  };
}

const PREFIX = 'autoscaling.alpha.kubernetes.io/';
const METRICS = `${PREFIX}metrics`;
const BEHAVIOR = `${PREFIX}behavior`;
const CURRENT_METRICS = `${PREFIX}current-metrics`;
const CONDITIONS = `${PREFIX}conditions`;

/** Annotations by which v1 carries what it cannot say of the spec, and of the status. */
export const SPEC_ANNOTATIONS = [METRICS, BEHAVIOR];
export const STATUS_ANNOTATIONS = [CURRENT_METRICS, CONDITIONS];
const ANNOTATIONS = [
  ...SPEC_ANNOTATIONS,
  ...STATUS_ANNOTATIONS,
  `${PREFIX}scale-down-tolerance`,
  `${PREFIX}scale-up-tolerance`,
];

const GROUP = 'autoscaling';
const KIND = 'HorizontalPodAutoscaler';

/** As autoscaling/v1 and autoscaling/v2. Both take objects that lack any field. */
export function asOldAutoscaler(object: Readonly<Autoscaler>): OldAutoscaler {
  return normalised('v1', toOld(object)) as OldAutoscaler;
}

export function asAutoscaler(object: Readonly<OldAutoscaler>): Autoscaler {
  return normalised('v2', toNew(object)) as Autoscaler;
}

function normalised(version: string, object: KubeObject): KubeObject {
  return normaliseObject(object, { group: GROUP, version, kind: KIND }).object;
}

function toOld(object: Readonly<Autoscaler>): OldAutoscaler {
  const { metrics, behavior, ...spec } = object.spec ?? {};
  const { currentMetrics, conditions = [], ...status } = object.status ?? {};
  const cpu = (metrics ?? []).find(isCpuUsage)?.resource?.target?.averageUtilization;
  const currentCpu = (currentMetrics ?? [])
    .filter(({ type, resource }) => type === 'Resource' && resource?.name === 'cpu')
    .findLast(({ resource }) => resource?.current?.averageUtilization !== undefined);
  const others = (metrics ?? []).filter((metric) => !isCpuUsage(metric)).map(oldMetric);
  return {
    ...object,
    apiVersion: 'autoscaling/v1',
    metadata: withAnnotations(object.metadata, {
      ...(others.length > 0 && { [METRICS]: asJson(others) }),
      ...((currentMetrics ?? []).length > 0 && {
        [CURRENT_METRICS]: asJson((currentMetrics ?? []).map(oldStatus)),
      }),
      ...(behavior !== undefined && { [BEHAVIOR]: asJson(oldBehavior(behavior)) }),
      ...(conditions.length > 0 && { [CONDITIONS]: asJson(conditions) }),
    }),
    spec: { ...spec, ...(cpu !== undefined && { targetCPUUtilizationPercentage: cpu }) },
    status: {
      ...status,
      ...(currentCpu && {
        currentCPUUtilizationPercentage: currentCpu.resource?.current?.averageUtilization ?? 0,
      }),
    },
  };
}

function isCpuUsage({ type, resource }: MetricSpec): boolean {
  const usage = resource?.target?.averageUtilization;
  return type === 'Resource' && resource?.name === 'cpu' && usage !== undefined;
}

function toNew(object: Readonly<OldAutoscaler>): Autoscaler {
  const { targetCPUUtilizationPercentage: cpu, ...spec } = object.spec ?? {};
  const { currentCPUUtilizationPercentage: currentCpu, ...status } = object.status ?? {};
  const annotations = object.metadata?.annotations ?? {};
  const others = listIn(annotations[METRICS], 'MetricSpec', ofMetric(newMetric)) ?? [];
  const metrics = [...others, ...(cpu === undefined ? [] : [cpuMetric(cpu)])];
  const behavior = behaviorIn(annotations[BEHAVIOR]);
  const currentMetrics =
    listIn(annotations[CURRENT_METRICS], 'MetricStatus', ofMetric(newStatus)) ??
    (currentCpu === undefined ? null : [currentCpuMetric(currentCpu)]);
  const conditions = listIn(annotations[CONDITIONS], `${KIND}Condition`, (each) => each);
  return {
    ...object,
    apiVersion: 'autoscaling/v2',
    metadata: withAnnotations(object.metadata ?? {}, {}),
    spec: {
      ...spec,
      metrics: metrics.length > 0 ? (metrics as MetricSpec[]) : [cpuMetric(DEFAULT_CPU_UTILIZATION)],
      ...(behavior && { behavior }),
    },
    status: { ...status, currentMetrics, ...(conditions && { conditions }) },
  };
}

function currentCpuMetric(averageUtilization: number): object {
  return { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization } } };
}

function withAnnotations(
  { annotations, ...metadata }: Readonly<KubeObject['metadata']>,
  carried: Record<string, string>,
): KubeObject['metadata'] {
  const own = Object.entries(annotations ?? {}).filter(([key]) => !ANNOTATIONS.includes(key));
  const all = { ...Object.fromEntries(own), ...carried };
  return Object.keys(all).length === 0 ? metadata : { ...metadata, annotations: all };
}

/** What an annotation holds, if it is a list of what it should be; what is none is passed over. */
function listIn(
  text: string | undefined,
  type: string,
  convert: (item: object) => object,
): object[] | undefined {
  const items = jsonIn(text);
  if (!Array.isArray(items)) return undefined;
  const converted = items.map((item: unknown) => fitting(item, type, convert));
  return converted.every((item) => item !== undefined) ? converted : undefined;
}

function ofMetric(convert: (metric: OldMetric) => object): (item: object) => object {
  return (item) => {
    if (!isOldMetric(item)) throw new TypeError('no metric');
    return convert(item);
  };
}

function behaviorIn(text: string | undefined): AutoscalerSpec['behavior'] {
  const behavior = fitting(jsonIn(text), `${KIND}Behavior`, newBehavior);
  return behavior === undefined || Object.keys(behavior).length === 0 ? undefined : behavior;
}

function jsonIn(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Undefined if it does not become what it should: somebody wrote the annotation by hand. */
function fitting(value: unknown, type: string, convert: (value: object) => object): object | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  try {
    return typeWriter(typeNamed(type)).write(convert(value), { members: 0 }) as object;
  } catch {
    return undefined;
  }
}

function typeNamed(name: string): GoType {
  const type = goType(`io.k8s.api.autoscaling.v2.${name}`);
  if (type === undefined) throw new Error(`the generated Go types lack ${name}`);
  return type;
}
