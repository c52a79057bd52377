import { ACCESS_SOURCES } from './access-sources.ts';
import { ADMISSION_SOURCES } from './admission-sources.ts';
import { AUTOSCALING_SOURCES } from './autoscaling-sources.ts';
import { CLUSTER_SOURCES } from './cluster-sources.ts';
import { CONTAINER } from './container-mutations.ts';
import { EVENT_SOURCES } from './event-sources.ts';
import { source, type ManifestSource } from './manifest-source.ts';
import type { Mutation } from './mutation.ts';
import { NETWORK_SOURCES } from './network-sources.ts';
import { METADATA, OBJECT_NAMES, POD_SPEC } from './pod-mutations.ts';
import { POLICY_SOURCES } from './policy-sources.ts';
import { SERVICE_SOURCES } from './service-sources.ts';
import { STORAGE_SOURCES } from './storage-sources.ts';
import { VOLUME_SOURCES } from './volume-sources.ts';
import {
  CRON_JOB,
  DAEMON_SET,
  DEPLOYMENT,
  JOB,
  REPLICATION_CONTROLLER,
  REPLICA_SET,
  STATEFUL_SET,
} from './workload-mutations.ts';

const template = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'app', image: 'app:1' }] },
};
const selector = { matchLabels: { app: 'a' } };
const once = { spec: { restartPolicy: 'Never', containers: template.spec.containers } };

function ofTemplate(path: string): ManifestSource['places'] {
  return [
    [`${path}.spec.containers.0`, CONTAINER],
    [`${path}.spec`, POD_SPEC],
    [`${path}.metadata`, METADATA.slice(0, 2)],
  ];
}

export const SOURCES: readonly ManifestSource[] = [
  source(['', 'v1', 'Pod', 'pods'], { spec: { automountServiceAccountToken: false, ...template.spec } }, [
    ['spec.containers.0', CONTAINER],
    ['spec.containers.0', CONTAINER],
    ['spec', POD_SPEC],
    ['spec', POD_SPEC],
  ]),
  source(['', 'v1', 'PodTemplate', 'podtemplates'], { template }, ofTemplate('template')),
  source(['', 'v1', 'ReplicationController', 'replicationcontrollers'], { spec: { template } }, [
    ['spec', REPLICATION_CONTROLLER],
    ...ofTemplate('spec.template'),
  ]),
  source(['apps', 'v1', 'Deployment', 'deployments'], { spec: { selector, template } }, [
    ['spec', DEPLOYMENT],
    ...ofTemplate('spec.template'),
  ]),
  source(['apps', 'v1', 'ReplicaSet', 'replicasets'], { spec: { selector, template } }, [
    ['spec', REPLICA_SET],
    ...ofTemplate('spec.template'),
  ]),
  source(['apps', 'v1', 'StatefulSet', 'statefulsets'], { spec: { selector, template } }, [
    ['spec', STATEFUL_SET],
    ...ofTemplate('spec.template'),
  ]),
  source(['apps', 'v1', 'DaemonSet', 'daemonsets'], { spec: { selector, template } }, [
    ['spec', DAEMON_SET],
    ...ofTemplate('spec.template'),
  ]),
  source(['batch', 'v1', 'Job', 'jobs'], { spec: { template: once } }, [
    ['spec', JOB],
    ['spec', JOB],
    ...ofTemplate('spec.template'),
  ]),
  source(
    ['batch', 'v1', 'CronJob', 'cronjobs'],
    { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: once } } } },
    [['spec', CRON_JOB], ['spec.jobTemplate.spec', JOB], ...ofTemplate('spec.jobTemplate.spec.template')],
  ),
  source(['apps', 'v1', 'ControllerRevision', 'controllerrevisions'], { data: { a: 1 }, revision: 1 }, [
    [
      '',
      [
        ['revision', 0, 1, -1, null],
        ['data', null, {}, { b: [] }],
      ],
    ],
  ]),
  ...SERVICE_SOURCES,
  ...NETWORK_SOURCES,
  ...VOLUME_SOURCES,
  ...STORAGE_SOURCES,
  ...ACCESS_SOURCES,
  ...POLICY_SOURCES,
  ...AUTOSCALING_SOURCES,
  ...CLUSTER_SOURCES,
  ...EVENT_SOURCES,
  ...ADMISSION_SOURCES,
];

/** Every value of the tables, each alone. */
export function* everyManifest({ base, places }: ManifestSource): Generator<object> {
  const done = new Set<readonly Mutation[]>();
  for (const [path, mutations] of places) {
    if (done.has(mutations)) continue;
    done.add(mutations);
    for (const [field, ...values] of mutations)
      for (const value of values) {
        const manifest = structuredClone(base);
        setAt(manifest, [path, field].filter((part) => part !== '').join('.'), value);
        yield manifest;
      }
  }
}

/** A source of updates of `/status` alone; undefined for a kind of which they are not asked. */
export function ofStatus(source: ManifestSource): ManifestSource | undefined {
  const { status } = source;
  return status && { ...source, places: [['status', status.mutations], ...withoutNames(source).places] };
}

/** The same for an update, which cannot change a name. */
export function withoutNames(source: ManifestSource): ManifestSource {
  return { ...source, places: source.places.filter(([, mutations]) => mutations !== OBJECT_NAMES) };
}

/** A row of numbers that is the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One to three changes to what the source starts from: a manifest that may be valid or not. */
export function randomManifest({ base, places }: ManifestSource, random: () => number): object {
  const manifest = structuredClone(base);
  const count = 1 + Math.floor(random() * 3);
  for (let i = 0; i < count; i += 1) {
    const [path = '', mutations = []] = pick(places, random) ?? [];
    const [field, ...values] = pick(mutations, random) ?? [''];
    setAt(manifest, [path, field].filter((part) => part !== '').join('.'), pick(values, random));
  }
  return manifest;
}

function pick<T>(values: readonly T[], random: () => number): T | undefined {
  return values[Math.floor(random() * values.length)];
}

/** What lies on the way is made, unless something else is there already. */
function setAt(target: object, path: string, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let place = target as Record<string, unknown>;
  for (const step of steps) {
    const next = place[step] ?? {};
    if (typeof next !== 'object') return;
    place[step] = next;
    place = next as Record<string, unknown>;
  }
  if (value === null) delete place[last];
  else place[last] = structuredClone(value);
}
