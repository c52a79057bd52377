import { matchesLabelSelector, type KubeObject, type LabelSelector } from '@banyan/api';
import type { ControllerRevision, PodTemplate } from '@banyan/api/objects';
import { ApiError } from '@banyan/apiserver';
import { controllerOf, keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { CONTROLLER_REVISIONS, type Resource } from '../../cluster/resources.ts';
import { controllerReference } from '../pods/controller-reference.ts';
import { keepsTemplate, revisionData } from './revision-data.ts';
import { shortHash } from './short-hash.ts';

/** An owner that keeps its templates as ControllerRevisions. */
export interface RevisionOwner extends KubeObject {
  spec: { selector: LabelSelector; template: PodTemplate; revisionHistoryLimit?: number };
  status?: { collisionCount?: number };
}

export interface RevisionHistory {
  /** Of the template as it is now. */
  readonly current: Readonly<ControllerRevision>;
  /** All of them, the oldest first. */
  readonly all: readonly Readonly<ControllerRevision>[];
  readonly collisionCount: number;
}

export interface RevisionKind<T extends RevisionOwner> {
  readonly of: Resource<T>;
  /** The label that carries a revision's hash. */
  readonly hashLabel: string;
}

/** The revisions of an owner. That of its template is made if there is none, or becomes the newest if it is older. */
export async function keepHistory<T extends RevisionOwner>(
  objects: ClusterObjects,
  kind: RevisionKind<T>,
  owner: Readonly<T>,
): Promise<RevisionHistory> {
  const known = await claimRevisions(objects, kind.of, owner);
  const newest = known.at(-1);
  const found = known.findLast((revision) => keepsTemplate(revision, owner.spec.template));
  let collisionCount = owner.status?.collisionCount ?? 0;
  if (found !== undefined && found === newest) return { current: found, all: known, collisionCount };
  const revision = (newest?.revision ?? 0) + 1;
  if (found !== undefined) {
    const renewed = await objects.update(CONTROLLER_REVISIONS, keyOf(found), (draft) => {
      draft.revision = revision;
    });
    if (renewed !== undefined)
      return { current: renewed, all: [...known.filter((each) => each !== found), renewed], collisionCount };
  }
  for (;;) {
    const made = await createRevision(objects, kind, owner, { revision, collisionCount });
    if (made !== undefined) return { current: made, all: [...known, made], collisionCount };
    collisionCount += 1;
  }
}

/** The oldest that nothing uses are forgotten. */
export async function forgetRevisions(
  objects: ClusterObjects,
  revisions: readonly Readonly<ControllerRevision>[],
  isUsed: (revision: Readonly<ControllerRevision>) => boolean,
  limit = 10,
): Promise<void> {
  const unused = revisions.filter((revision) => !isUsed(revision));
  const surplus = unused.slice(0, Math.max(0, unused.length - limit));
  for (const revision of surplus) await objects.delete(CONTROLLER_REVISIONS, keyOf(revision));
}

/** Its own, and orphans that match its selector, which come home. */
async function claimRevisions<T extends RevisionOwner>(
  objects: ClusterObjects,
  of: Resource<T>,
  owner: Readonly<T>,
): Promise<Readonly<ControllerRevision>[]> {
  const { uid, namespace, deletionTimestamp } = owner.metadata;
  const own = objects.controlledBy(CONTROLLER_REVISIONS, uid);
  if (deletionTimestamp === undefined) {
    const orphans = objects.indexed(CONTROLLER_REVISIONS, 'orphans', orphanKeys).get(namespace ?? '');
    for (const orphan of orphans) {
      if (!matchesLabelSelector(owner.spec.selector, orphan.metadata.labels)) continue;
      const adopted = await objects.update(CONTROLLER_REVISIONS, keyOf(orphan), ({ metadata }) => {
        metadata.ownerReferences = [...(metadata.ownerReferences ?? []), controllerReference(of, owner)];
      });
      if (adopted !== undefined) own.push(adopted);
    }
  }
  const rank = ({ revision, metadata }: Readonly<ControllerRevision>) =>
    `${String(revision).padStart(16, '0')} ${metadata.creationTimestamp ?? ''} ${metadata.name}`;
  return own.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

function orphanKeys(revision: Readonly<ControllerRevision>): readonly string[] {
  return controllerOf(revision) === undefined ? [revision.metadata.namespace ?? ''] : [];
}

/** Undefined: the name is taken by another. */
async function createRevision<T extends RevisionOwner>(
  objects: ClusterObjects,
  { of, hashLabel }: RevisionKind<T>,
  owner: Readonly<T>,
  { revision, collisionCount }: { revision: number; collisionCount: number },
): Promise<Readonly<ControllerRevision> | undefined> {
  const { name, namespace, annotations } = owner.metadata;
  const { template } = owner.spec;
  const hash = shortHash(template, collisionCount);
  try {
    return await objects.create(CONTROLLER_REVISIONS, {
      metadata: {
        name: `${name}-${hash}`,
        ...(namespace !== undefined && { namespace }),
        labels: { ...template.metadata?.labels, [hashLabel]: hash },
        ...(annotations && { annotations: { ...annotations } }),
        ownerReferences: [controllerReference(of, owner)],
      },
      data: revisionData(template),
      revision,
    });
  } catch (error) {
    if (error instanceof ApiError && error.status.reason === 'AlreadyExists') return undefined;
    throw error;
  }
}
