import type { KubeObject } from '@banyan/api';
import type { ComparedCluster } from './compared-cluster.ts';

/** What workload controllers write. */
const RESOURCES = [
  ['apps/v1', 'deployments'],
  ['apps/v1', 'replicasets'],
  ['apps/v1', 'statefulsets'],
  ['apps/v1', 'daemonsets'],
  ['apps/v1', 'controllerrevisions'],
  ['batch/v1', 'jobs'],
  ['batch/v1', 'cronjobs'],
] as const;
const CORE_RESOURCES = ['replicationcontrollers', 'pods', 'persistentvolumeclaims'] as const;

interface CoreEvent extends KubeObject {
  reason?: string;
  message?: string;
  type?: string;
  source?: { component?: string };
  involvedObject?: { kind?: string };
}

const NOT_SHOWN = new Set([
  'managedFields',
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
  'selfLink',
]);
const UID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
/** What more than ten of a kind are made into. */
const COMBINED = '(combined from similar events): ';
/** Hashes, and what the server adds to names that it makes up, are spelt with these. */
const MADE_UP = '[bcdfghjklmnpqrstvwxz2456789]';

/** Everything of a namespace that a user sees of workloads, without what differs from one run to the next. */
export async function shownObjects(cluster: ComparedCluster, namespace: string): Promise<object> {
  const paths = [
    ...RESOURCES.map(([group, name]) => [name, `/apis/${group}/namespaces/${namespace}/${name}`] as const),
    ...CORE_RESOURCES.map((name) => [name, `/api/v1/namespaces/${namespace}/${name}`] as const),
  ];
  const all = new Map<string, KubeObject[]>();
  for (const [name, path] of paths) all.set(name, await cluster.list(path));
  // When the last finalizer of something goes is for others to say.
  for (const [name, objects] of all)
    all.set(
      name,
      objects.filter(({ metadata }) => metadata.deletionTimestamp === undefined),
    );
  // What pods say of themselves is the test's and the scheduler's.
  for (const pod of all.get('pods') ?? []) delete pod['status'];
  const mask = maskOf(all);
  const shown = [...all].map(([name, objects]) => [
    name,
    objects.map((object) => mask(object)).toSorted(byText),
  ]);
  return { ...Object.fromEntries(shown), events: await shownEvents(cluster, namespace, mask) };
}

/** Events of controllers, each once. */
async function shownEvents(
  cluster: ComparedCluster,
  namespace: string,
  mask: (value: unknown) => unknown,
): Promise<unknown[]> {
  const events = await cluster.list<CoreEvent>(`/api/v1/namespaces/${namespace}/events`);
  const lines = events
    .filter(({ source }) => source?.component?.endsWith('controller') === true)
    .filter(({ source }) => source?.component !== 'persistentvolume-controller')
    .map(({ type, reason, message, source, involvedObject }) =>
      mask(
        `${involvedObject?.kind} ${type} ${reason} ${source?.component}: ${message?.replace(COMBINED, '')}`,
      ),
    );
  return [...new Set(lines)].toSorted(byText);
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

/** Hashes become their number by age, so that what belongs together still does; other made-up names become one. */
function maskOf(all: ReadonlyMap<string, readonly KubeObject[]>): (value: unknown) => unknown {
  const hashes = [
    ...(all.get('replicasets') ?? []).toSorted(byTemplate),
    ...(all.get('controllerrevisions') ?? []).toSorted(byTemplate),
  ].flatMap(({ metadata }) => /-([a-z0-9]{6,10})$/.exec(metadata.name ?? '')?.[1] ?? []);
  const text = (value: string): string => {
    if (TIME.test(value)) return '<time>';
    let shown = value;
    for (const [i, hash] of hashes.entries()) shown = shown.replaceAll(hash, `<hash ${i + 1}>`);
    shown = shown.replaceAll(UID, '<uid>');
    shown = shown.replace(new RegExp(`-${MADE_UP}{8,10}(?=$|[-\\s",])`, 'g'), '-<hash>');
    return shown.replace(new RegExp(`-${MADE_UP}{5}(?=$|[\\s",])`, 'g'), '-<made up>');
  };
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(mask);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !NOT_SHOWN.has(key))
        .map(([key, inner]) => [text(key), mask(inner)] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  };
  return mask;
}

/** By what their pods are: the order in which they were made is not always known. */
function byTemplate(a: KubeObject, b: KubeObject): number {
  const rank = ({ data, spec }: KubeObject) =>
    JSON.stringify(data ?? (spec as { template?: object }).template).replaceAll(
      new RegExp(`${MADE_UP}{8,10}`, 'g'),
      '',
    );
  return rank(a) < rank(b) ? -1 : 1;
}
