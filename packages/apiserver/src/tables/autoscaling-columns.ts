import { firstOf, NONE, UNKNOWN, UNSET } from './cell-text.ts';
import { AGE, columnsFor, integer, NAME, text, type Shown } from './column.ts';

interface MetricValue {
  readonly averageUtilization?: number;
  readonly averageValue?: string;
  readonly value?: string;
}

interface Metric {
  readonly name?: string;
  readonly target?: MetricValue;
  readonly current?: MetricValue;
}

const SOURCES = {
  External: 'external',
  Pods: 'pods',
  Object: 'object',
  Resource: 'resource',
  ContainerResource: 'containerResource',
} as const;

type Metrics = { readonly type?: string } & {
  readonly [Field in (typeof SOURCES)[keyof typeof SOURCES]]?: Metric;
};

interface Autoscaler extends Shown {
  readonly spec?: {
    readonly scaleTargetRef?: { readonly kind?: string; readonly name?: string };
    readonly metrics?: readonly Metrics[];
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
  };
  readonly status?: {
    readonly currentMetrics?: readonly (Metrics | null)[];
    readonly currentReplicas?: number;
  };
}

/** Metrics that are shown before `+ n more...`. */
const SHOWN = 2;

export const AUTOSCALER_COLUMNS = columnsFor<Autoscaler>([
  NAME,
  text('Reference', 'What it scales', ({ spec }) => {
    const { kind = '', name = '' } = spec?.scaleTargetRef ?? {};
    return `${kind}/${name}`;
  }),
  text('Targets', 'What is measured, and what it should be', targetsText),
  text('MinPods', 'Fewest pods', ({ spec }) =>
    spec?.minReplicas === undefined ? UNSET : `${spec.minReplicas}`,
  ),
  text('MaxPods', 'Most pods', ({ spec }) => spec?.maxReplicas ?? 0),
  text('Replicas', 'Pods that there are', ({ status }) => status?.currentReplicas ?? 0),
  AGE,
]);

function targetsText({ spec = {}, status = {} }: Autoscaler): string {
  const wanted = spec.metrics ?? [];
  if (wanted.length === 0) return NONE;
  const current = status.currentMetrics ?? [];
  return firstOf(
    wanted.map((metric, i) => metricText(metric, current[i] ?? {})),
    SHOWN,
    ', ',
  );
}

function metricText(spec: Metrics, status: Metrics): string {
  const type = spec.type ?? '';
  if (!Object.hasOwn(SOURCES, type)) return '<unknown type>';
  const field = SOURCES[type as keyof typeof SOURCES];
  const { name = '', target = {} } = spec[field] ?? {};
  const current = status[field]?.current;
  if (type === 'Pods') return `${valueText(status[field], 'averageValue')}/${target.averageValue ?? '0'}`;
  if (type === 'Resource' || type === 'ContainerResource')
    return `${name}: ${resourceText(target, status[field])}`;
  return target.averageValue === undefined
    ? `${valueText(status[field], 'value')}/${target.value ?? '<nil>'}`
    : `${current?.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`;
}

function resourceText(target: MetricValue, status: Metric | undefined): string {
  if (target.averageValue !== undefined) return `${valueText(status, 'averageValue')}/${target.averageValue}`;
  const current = percentage(status?.current?.averageUtilization) ?? UNKNOWN;
  return `${current}/${percentage(target.averageUtilization) ?? '<auto>'}`;
}

/** What was measured; a metric without a value says so as Go does. */
function valueText(status: Metric | undefined, field: 'averageValue' | 'value'): string {
  return status === undefined ? UNKNOWN : (status.current?.[field] ?? '<nil>');
}

function percentage(value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${value}%`;
}

interface Scale extends Shown {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

export const SCALE_COLUMNS = columnsFor<Scale>([
  text('Name', 'Its name', ({ metadata }) => metadata.name ?? ''),
  integer('Desired', 'Pods asked for', ({ spec }) => spec?.replicas),
  integer('Available', 'Pods that there are', ({ status }) => status?.replicas),
  AGE,
]);

interface DisruptionBudget extends Shown {
  readonly spec?: { readonly minAvailable?: number | string; readonly maxUnavailable?: number | string };
  readonly status?: { readonly disruptionsAllowed?: number };
}

export const DISRUPTION_BUDGET_COLUMNS = columnsFor<DisruptionBudget>([
  NAME,
  text('Min Available', 'Pods that must stay', ({ spec }) => `${spec?.minAvailable ?? 'N/A'}`),
  text('Max Unavailable', 'Pods that may go', ({ spec }) => `${spec?.maxUnavailable ?? 'N/A'}`),
  integer(
    'Allowed Disruptions',
    'Pods that may go at this moment',
    ({ status }) => status?.disruptionsAllowed,
  ),
  AGE,
]);
