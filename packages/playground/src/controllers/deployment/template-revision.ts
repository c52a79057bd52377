import { isDeepStrictEqual } from 'node:util';
import type { Deployment, PodTemplate, ReplicaSet } from '@banyan/api/objects';

export const TEMPLATE_HASH = 'pod-template-hash';
export const REVISION = 'deployment.kubernetes.io/revision';
const REVISION_HISTORY = 'deployment.kubernetes.io/revision-history';
const DESIRED = 'deployment.kubernetes.io/desired-replicas';
const MAXIMUM = 'deployment.kubernetes.io/max-replicas';
/** Said of the deployment, not of a revision of it. */
const NOT_COPIED = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  REVISION_HISTORY,
  DESIRED,
  MAXIMUM,
  'deprecated.deployment.rollback.to',
]);
/** Annotations are not for books. */
const LONGEST_HISTORY = 2000;

/** The set whose pods are as the template says; the oldest, should there be several. */
export function findCurrentSet(
  { spec }: Readonly<Deployment>,
  sets: readonly Readonly<ReplicaSet>[],
): Readonly<ReplicaSet> | undefined {
  return sets.find(
    (set) => set.spec.template !== undefined && isSameTemplate(set.spec.template, spec.template),
  );
}

export function isSameTemplate(a: Readonly<PodTemplate>, b: Readonly<PodTemplate>): boolean {
  return isDeepStrictEqual(withoutHash(a), withoutHash(b));
}

function withoutHash({ metadata, ...rest }: Readonly<PodTemplate>): object {
  const { labels, ...other } = metadata ?? {};
  const { [TEMPLATE_HASH]: _hash, ...own } = labels ?? {};
  const { creationTimestamp: _created, ...kept } = other as { creationTimestamp?: unknown };
  return { ...rest, metadata: { ...kept, labels: own } };
}

export function revisionOf({ metadata }: Readonly<ReplicaSet>): number {
  return Number(metadata.annotations?.[REVISION]) || 0;
}

/** How many replicas the deployment wanted when it last scaled this set. */
export function toldReplicas({ metadata }: Readonly<ReplicaSet>): number | undefined {
  const text = metadata.annotations?.[DESIRED];
  return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
}

/** How many pods the deployment could have had at most then; 0: nobody said. */
export function toldMaximum({ metadata }: Readonly<ReplicaSet>): number {
  return Number(metadata.annotations?.[MAXIMUM]) || 0;
}

export function replicaAnnotations({ spec }: Readonly<Deployment>, surge: number): Record<string, string> {
  const replicas = spec.replicas ?? 1;
  return { [DESIRED]: String(replicas), [MAXIMUM]: String(replicas + surge) };
}

/**
 * What the set of the current template carries on behalf of its deployment, and `kubectl rollout` reads. A revision
 * never goes back, and one that is returned to remembers which it was before.
 */
export function revisionAnnotations(
  { metadata }: Readonly<Deployment>,
  revision: number,
  old: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const copied = Object.entries(metadata.annotations ?? {}).filter(([name]) => !NOT_COPIED.has(name));
  const before = old[REVISION];
  if (before !== undefined && Number(before) >= revision) return { ...old, ...Object.fromEntries(copied) };
  const history = before === undefined ? undefined : withRevision(old[REVISION_HISTORY], before);
  return {
    ...old,
    ...Object.fromEntries(copied),
    [REVISION]: String(revision),
    ...(history !== undefined && { [REVISION_HISTORY]: history }),
  };
}

/** The oldest make room. */
function withRevision(history: string | undefined, revision: string): string {
  const all = [...(history === undefined || history === '' ? [] : history.split(',')), revision];
  while (all.join(',').length > LONGEST_HISTORY) all.shift();
  return all.join(',');
}
