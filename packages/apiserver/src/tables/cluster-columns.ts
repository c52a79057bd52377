import { NONE, orElse, UNKNOWN } from './cell-text.ts';
import { AGE, columnsFor, integer, NAME, text, truth, wide, type Shown } from './column.ts';
import type { Condition } from './pod-shape.ts';

export const NAMESPACE_COLUMNS = columnsFor<Shown & { readonly status?: { readonly phase?: string } }>([
  NAME,
  text('Status', 'Whether it is in use or going', ({ status }) => status?.phase ?? ''),
  AGE,
]);

interface Node extends Shown {
  readonly spec?: { readonly unschedulable?: boolean };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly addresses?: readonly { readonly type?: string; readonly address?: string }[];
    readonly nodeInfo?: Readonly<Record<string, string | undefined>>;
  };
}

export const NODE_COLUMNS = columnsFor<Node>([
  NAME,
  text('Status', 'Whether it is ready, and takes pods', nodeStatus),
  text('Roles', 'What it is for', ({ metadata }) => nodeRoles(metadata.labels)),
  AGE,
  text('Version', 'The version of its kubelet', ({ status }) => status?.nodeInfo?.['kubeletVersion'] ?? ''),
  wide(text('Internal-IP', 'Its address in the cluster', (node) => addressOf(node, 'InternalIP'))),
  wide(text('External-IP', 'Its address outside the cluster', (node) => addressOf(node, 'ExternalIP'))),
  wide(text('OS-Image', 'Its operating system', (node) => infoOf(node, 'osImage'))),
  wide(text('Kernel-Version', 'The version of its kernel', kernelVersion)),
  wide(
    text('Container-Runtime', 'What runs its containers', (node) => infoOf(node, 'containerRuntimeVersion')),
  ),
]);

function nodeStatus({ spec, status }: Node): string {
  const ready = (status?.conditions ?? []).findLast(({ type }) => type === 'Ready');
  const state = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable === true ? `${state},SchedulingDisabled` : state;
}

const ROLE_PREFIX = 'node-role.kubernetes.io/';

function nodeRoles(labels: Readonly<Record<string, string>> = {}): string {
  const roles = Object.entries(labels).map(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return key.slice(ROLE_PREFIX.length);
    return key === 'kubernetes.io/role' ? value : '';
  });
  return orElse([...new Set(roles.filter((role) => role !== ''))].toSorted().join(','), NONE);
}

function addressOf({ status }: Node, wanted: string): string {
  const found = (status?.addresses ?? []).find(({ type }) => type === wanted);
  return found === undefined ? NONE : (found.address ?? '');
}

function infoOf({ status }: Node, field: string): string {
  return orElse(status?.nodeInfo?.[field], UNKNOWN);
}

function kernelVersion(node: Node): string {
  const architecture = node.status?.nodeInfo?.['architecture'] ?? '';
  const kernel = infoOf(node, 'kernelVersion');
  return architecture === '' ? kernel : `${kernel} (${architecture})`;
}

interface ComponentStatus extends Shown {
  readonly conditions?: readonly (Condition & { readonly error?: string })[];
}

const healthOf = ({ conditions = [] }: ComponentStatus) => conditions.find(({ type }) => type === 'Healthy');

export const COMPONENT_STATUS_COLUMNS = columnsFor<ComponentStatus>([
  NAME,
  text('Status', 'Whether it is well', (one) => {
    const health = healthOf(one);
    if (health === undefined) return 'Unknown';
    return health.status === 'True' ? 'Healthy' : 'Unhealthy';
  }),
  text('Message', 'What it says', (one) => healthOf(one)?.message ?? ''),
  text('Error', 'What went wrong', (one) => healthOf(one)?.error ?? ''),
]);

export const LEASE_COLUMNS = columnsFor<Shown & { readonly spec?: { readonly holderIdentity?: string } }>([
  NAME,
  text('Holder', 'Who holds it', ({ spec }) => spec?.holderIdentity ?? ''),
  AGE,
]);

export const RUNTIME_CLASS_COLUMNS = columnsFor<Shown & { readonly handler?: string }>([
  NAME,
  text('Handler', 'What runs its containers', ({ handler }) => handler ?? ''),
  AGE,
]);

interface PriorityClass extends Shown {
  readonly value?: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
}

export const PRIORITY_CLASS_COLUMNS = columnsFor<PriorityClass>([
  NAME,
  integer('Value', 'The higher, the more important', ({ value }) => value),
  truth('Global-Default', 'Whether pods without a class are of it', (one) => one.globalDefault ?? false),
  AGE,
  text('PreemptionPolicy', 'Whether its pods push others out', (one) => one.preemptionPolicy ?? ''),
]);

interface ApiService extends Shown {
  readonly spec?: { readonly service?: { readonly namespace?: string; readonly name?: string } };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export const API_SERVICE_COLUMNS = columnsFor<ApiService>([
  NAME,
  text('Service', 'Who serves it', ({ spec }) =>
    spec?.service === undefined ? 'Local' : `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}`,
  ),
  text('Available', 'Whether it answers', ({ status }) => {
    const found = (status?.conditions ?? []).find(({ type }) => type === 'Available');
    if (found === undefined) return 'Unknown';
    const { status: answers = '', reason = '' } = found;
    return answers === 'True' || reason === '' ? answers : `${answers} (${reason})`;
  }),
  AGE,
]);
