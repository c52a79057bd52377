import { createHash } from 'node:crypto';
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

/** Letters and digits that cannot spell a word. */
const HASH_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** A short name for a template; `collisions` gives another one to the same template. */
export function templateHash(template: Readonly<PodTemplate>, collisions = 0): string {
  const digest = createHash('sha256')
    .update(`${collisions}${stableText(template)}`)
    .digest();
  return Array.from(digest.subarray(0, 10), (byte) => HASH_LETTERS[byte % HASH_LETTERS.length]).join('');
}

/** The set whose pods are as the template says; the oldest, should there be several. */
export function findCurrentSet(
  { spec }: Readonly<Deployment>,
  sets: readonly Readonly<ReplicaSet>[],
): Readonly<ReplicaSet> | undefined {
  return sets.find(
    (set) => set.spec.template !== undefined && isSameTemplate(set.spec.template, spec.template),
  );
}

function isSameTemplate(a: Readonly<PodTemplate>, b: Readonly<PodTemplate>): boolean {
  return isDeepStrictEqual(withoutHash(a), withoutHash(b));
}

function withoutHash({ metadata, ...rest }: Readonly<PodTemplate>): object {
  const { labels, ...other } = metadata ?? {};
  const { [TEMPLATE_HASH]: _hash, ...own } = labels ?? {};
  const { creationTimestamp: _created, ...kept } = other as { creationTimestamp?: unknown };
  return { ...rest, metadata: { ...kept, labels: own } };
}

export function revisionOf({ metadata }: Readonly<ReplicaSet>): number {
  return Number(metadata.annotations?.[REVISION] ?? 0);
}

/** What a set carries on behalf of its deployment: what `kubectl rollout` reads. */
export function setAnnotations(
  { metadata, spec }: Readonly<Deployment>,
  { revision, surge, old }: { revision: number; surge: number; old?: Readonly<Record<string, string>> },
): Record<string, string> {
  const copied = Object.entries(metadata.annotations ?? {}).filter(([name]) => !NOT_COPIED.has(name));
  const earlier = old?.[REVISION];
  const history = [
    ...(old?.[REVISION_HISTORY]?.split(',') ?? []),
    ...(earlier !== undefined && earlier !== String(revision) ? [earlier] : []),
  ];
  return {
    ...Object.fromEntries(copied),
    [DESIRED]: String(spec.replicas ?? 1),
    [MAXIMUM]: String((spec.replicas ?? 1) + surge),
    [REVISION]: String(revision),
    ...(history.length > 0 && { [REVISION_HISTORY]: history.join(',') }),
  };
}

/** True if the set was last told of another number of replicas: the deployment was scaled meanwhile. */
export function isScaled(deployment: Readonly<Deployment>, set: Readonly<ReplicaSet>): boolean {
  const told = set.metadata.annotations?.[DESIRED];
  return told !== undefined && told !== String(deployment.spec.replicas ?? 1);
}

function stableText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
