import { isDeepStrictEqual } from 'node:util';
import type { Deployment, ReplicaSet } from '@banyan/api/objects';
import { ApiError } from '@banyan/apiserver';
import { controllerOf, keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { DEPLOYMENTS, REPLICA_SETS } from '../../cluster/resources.ts';
import { controllerReference } from '../pods/controller-reference.ts';
import { shortHash } from '../revisions/short-hash.ts';
import { roomFor, surgeOf } from './rollout-plan.ts';
import {
  findCurrentSet,
  isSameTemplate,
  replicaAnnotations,
  REVISION,
  revisionAnnotations,
  revisionOf,
  TEMPLATE_HASH,
} from './template-revision.ts';

const LONGEST_NAME = 253;

/** The set of the template as it is now, if there is one: it becomes the newest revision. */
export async function syncCurrentSet(
  objects: ClusterObjects,
  deployment: Readonly<Deployment>,
  sets: readonly Readonly<ReplicaSet>[],
): Promise<Readonly<ReplicaSet> | undefined> {
  const found = findCurrentSet(deployment, sets);
  if (found === undefined) return undefined;
  const revision = nextRevision(sets.filter((set) => set !== found));
  const annotations = revisionAnnotations(deployment, revision, found.metadata.annotations);
  const { minReadySeconds = 0 } = deployment.spec;
  const isSynced =
    isDeepStrictEqual(annotations, found.metadata.annotations) &&
    (found.spec.minReadySeconds ?? 0) === minReadySeconds;
  const synced = isSynced
    ? found
    : await objects.update(REPLICA_SETS, keyOf(found), ({ metadata, spec }) => {
        metadata.annotations = revisionAnnotations(deployment, revision, metadata.annotations);
        spec.minReadySeconds = minReadySeconds;
      });
  if (synced !== undefined) await tellRevision(objects, deployment, revisionOf(synced));
  return synced;
}

export interface MadeSet {
  readonly set: Readonly<ReplicaSet>;
  /** The name was taken this often in all. */
  readonly collisionCount: number | undefined;
}

/** Makes the set of a new template, with as many replicas as it may have at once. */
export async function createCurrentSet(
  objects: ClusterObjects,
  deployment: Readonly<Deployment>,
  older: readonly Readonly<ReplicaSet>[],
): Promise<MadeSet> {
  const revision = nextRevision(older);
  let { collisionCount } = deployment.status ?? {};
  for (;;) {
    const draft = draftSet(deployment, { older, revision, collisionCount });
    const set = await objects.create(REPLICA_SETS, draft).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status.reason !== 'AlreadyExists') throw error;
      const found = objects.get(REPLICA_SETS, keyOf({ apiVersion: '', kind: '', ...draft }));
      return found !== undefined && isOurs(deployment, found) ? found : undefined;
    });
    if (set !== undefined) {
      await tellRevision(objects, deployment, revision);
      return { set, collisionCount };
    }
    collisionCount = (collisionCount ?? 0) + 1;
  }
}

function isOurs({ metadata, spec }: Readonly<Deployment>, set: Readonly<ReplicaSet>): boolean {
  const { template } = set.spec;
  return (
    controllerOf(set)?.uid === metadata.uid &&
    template !== undefined &&
    isSameTemplate(template, spec.template)
  );
}

/** What `createCurrentSet` tried to call it first. */
export function currentSetName({ metadata, spec, status }: Readonly<Deployment>): string {
  return nameOf(metadata.name ?? '', shortHash(spec.template, status?.collisionCount));
}

function nameOf(deployment: string, hash: string): string {
  return `${deployment.slice(0, LONGEST_NAME - hash.length - 1)}-${hash}`;
}

function nextRevision(older: readonly Readonly<ReplicaSet>[]): number {
  return Math.max(0, ...older.map(revisionOf)) + 1;
}

function draftSet(
  deployment: Readonly<Deployment>,
  how: {
    older: readonly Readonly<ReplicaSet>[];
    revision: number;
    collisionCount: number | undefined;
  },
): Pick<ReplicaSet, 'metadata' | 'spec'> {
  const { metadata, spec } = deployment;
  const { namespace, name = '' } = metadata;
  const hash = shortHash(spec.template, how.collisionCount);
  const template = structuredClone(spec.template);
  const labels = { ...template.metadata?.labels, [TEMPLATE_HASH]: hash };
  template.metadata = { ...template.metadata, labels };
  return {
    metadata: {
      name: nameOf(name, hash),
      ...(namespace !== undefined && { namespace }),
      labels: { ...labels },
      annotations: {
        ...revisionAnnotations(deployment, how.revision),
        ...replicaAnnotations(deployment, surgeOf(deployment)),
      },
      ownerReferences: [controllerReference(DEPLOYMENTS, deployment)],
    },
    spec: {
      replicas: roomFor(deployment, undefined, how.older),
      ...(spec.minReadySeconds !== undefined && { minReadySeconds: spec.minReadySeconds }),
      selector: {
        ...structuredClone(spec.selector),
        matchLabels: { ...spec.selector.matchLabels, [TEMPLATE_HASH]: hash },
      },
      template,
    },
  };
}

async function tellRevision(
  objects: ClusterObjects,
  deployment: Readonly<Deployment>,
  revision: number,
): Promise<void> {
  if (deployment.metadata.annotations?.[REVISION] === String(revision)) return;
  // By way of the status it is no new generation.
  await objects.updateBelow(DEPLOYMENTS, 'status', keyOf(deployment), ({ metadata }) => {
    metadata.annotations = { ...metadata.annotations, [REVISION]: String(revision) };
  });
}
