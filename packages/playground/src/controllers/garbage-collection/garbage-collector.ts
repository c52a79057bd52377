import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { keyOf, type ClusterObjects, type ObjectEvent } from '../../cluster/cluster-objects.ts';
import type { Reconciler } from '../../cluster/reconciler.ts';
import type { ServedKind, ServedKinds } from '../../cluster/served-kinds.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { decideCollection } from './decide-collection.ts';
import { deletionDuty, FOREGROUND, ORPHAN } from './deletion-finalizers.ts';
import { Dependents, ownersOf, type Place } from './dependents.ts';
import { reportMisplacedOwners } from './misplaced-owners.ts';
import { ownerships } from './owner-standing.ts';
import { parsePlace, placeKey } from './place-key.ts';

const NAME = 'garbage-collection';
/** They own nothing and nobody owns them, and there are many. */
const NOT_COLLECTED = new Set(['events', 'events.events.k8s.io']);
/** An owner's kind may be served soon: its definition comes with it. */
const UNKNOWN_KIND_RETRY_MS = 5000;

/** Deletes what nobody owns any more, and sees to dependents when their owner goes: every kind, custom ones too. */
export function garbageCollector(context: SimulationContext): Reconciler {
  const { viewOf, eventsOf, kinds, enqueue } = context;
  const objects = viewOf('kube-controller-manager');
  const events = eventsOf('garbage-collector-controller');
  const dependents = new Dependents();
  const look = (place: Place) => enqueue(NAME, placeKey(place));
  const waiting = new Map<string, Place>();
  const collector = { objects, kinds, dependents, waiting, look };
  for (const table of kinds.tables()) {
    const kind = kinds.inTable(table);
    if (kind === undefined || NOT_COLLECTED.has(table)) continue;
    for (const object of objects.list(kind))
      follow(collector, table, { type: 'ADDED', object, old: undefined });
  }
  kinds.listen((table, event) => {
    if (!NOT_COLLECTED.has(table)) follow(collector, table, event);
  });
  return {
    name: NAME,
    triggers: [],
    reconcile: async (key) => {
      const place = parsePlace(key);
      const kind = kinds.inTable(place.table);
      const object = kind === undefined ? undefined : objects.get(kind, place.key);
      if (kind === undefined || object === undefined || !kind.isDeletable) return DONE;
      const duty = deletionDuty(object);
      if (duty === 'orphan') return orphanDependents(collector, kind, object);
      if (duty === 'foreground') return awaitDependents(collector, kind, object, place);
      if (object.metadata.deletionTimestamp !== undefined) return DONE;
      reportMisplacedOwners({ objects, kinds, events }, object);
      return collect(collector, kind, object);
    },
  };
}

interface Collector {
  readonly objects: ClusterObjects;
  readonly kinds: ServedKinds;
  readonly dependents: Dependents;
  /** Owners that go after their dependents, by uid. */
  readonly waiting: Map<string, Place>;
  readonly look: (place: Place) => void;
}

function follow(collector: Collector, table: string, { type, object, old }: ObjectEvent<KubeObject>): void {
  const { dependents, waiting, look } = collector;
  const now = type === 'DELETED' ? undefined : object;
  const here = { table, key: keyOf(object) };
  const isMoved = now === undefined || !isDeepStrictEqual(ownersOf(now), old && ownersOf(old));
  if (isMoved) {
    if (old !== undefined) dependents.remove(table, old);
    if (now !== undefined) dependents.add(table, now);
    for (const { uid } of old === undefined ? [] : ownersOf(old)) {
      const owner = waiting.get(uid);
      if (owner !== undefined && !dependents.isBlocked(uid)) look(owner);
    }
  }
  if (now === undefined) {
    const { uid = '' } = object.metadata;
    waiting.delete(uid);
    dependents.ownerIsGone(uid);
    for (const dependent of dependents.of(uid)) look(dependent);
    return;
  }
  const isUnsure = isMoved && ownerships(collector, now).some(isNotSolid);
  const duty = deletionDuty(now);
  if (isUnsure || (duty !== undefined && duty !== (old && deletionDuty(old)))) look(here);
}

function isNotSolid({ standing }: { standing: string }): boolean {
  return standing !== 'solid';
}

async function collect(
  collector: Collector,
  kind: ServedKind,
  object: Readonly<KubeObject>,
): Promise<ReconcileResult> {
  const { objects, kinds, dependents } = collector;
  const { uid = '' } = object.metadata;
  const below = dependents.of(uid);
  const decided = decideCollection(object, ownerships(collector, object), {
    hasDependents: below.length > 0,
    hasWaitingDependent: below.some((place) => {
      const found = at(objects, kinds, place);
      return found !== undefined && deletionDuty(found) === 'foreground';
    }),
  });
  switch (decided.type) {
    case 'keep':
      return DONE;
    case 'look-again':
      return { requeueAfterMs: UNKNOWN_KIND_RETRY_MS };
    case 'drop-references':
      await dropOwners(objects, kind, object, decided.uids);
      return DONE;
    case 'delete':
      if (decided.unblocksOwners) await unblockOwners(objects, kind, object);
      await objects.delete(kind, keyOf(object), {
        preconditions: { uid },
        propagationPolicy: decided.propagationPolicy,
      });
      return DONE;
  }
}

async function orphanDependents(
  { objects, kinds, dependents }: Collector,
  kind: ServedKind,
  owner: Readonly<KubeObject>,
): Promise<ReconcileResult> {
  const { uid = '' } = owner.metadata;
  const orphans = dependents.of(uid).map(async (place) => {
    const below = kinds.inTable(place.table);
    const object = below && objects.get(below, place.key);
    if (below !== undefined && object !== undefined) await dropOwners(objects, below, object, [uid]);
  });
  await Promise.all(orphans);
  await dropFinalizer(objects, kind, owner, ORPHAN);
  return DONE;
}

async function awaitDependents(
  { objects, dependents, waiting, look }: Collector,
  kind: ServedKind,
  owner: Readonly<KubeObject>,
  place: Place,
): Promise<ReconcileResult> {
  const { uid = '' } = owner.metadata;
  if (!waiting.has(uid)) for (const dependent of dependents.of(uid)) look(dependent);
  waiting.set(uid, place);
  if (!dependents.isBlocked(uid)) await dropFinalizer(objects, kind, owner, FOREGROUND);
  return DONE;
}

function at(objects: ClusterObjects, kinds: ServedKinds, { table, key }: Place) {
  const kind = kinds.inTable(table);
  return kind === undefined ? undefined : objects.get(kind, key);
}

async function dropOwners(
  objects: ClusterObjects,
  kind: ServedKind,
  object: Readonly<KubeObject>,
  uids: readonly string[],
): Promise<void> {
  await objects.update(kind, keyOf(object), ({ metadata }) => {
    if (metadata.uid !== object.metadata.uid) return;
    const kept = (metadata.ownerReferences ?? []).filter(({ uid }) => !uids.includes(uid));
    if (kept.length > 0) metadata.ownerReferences = kept;
    else delete metadata.ownerReferences;
  });
}

async function unblockOwners(objects: ClusterObjects, kind: ServedKind, object: Readonly<KubeObject>) {
  await objects.update(kind, keyOf(object), ({ metadata }) => {
    for (const reference of metadata.ownerReferences ?? []) reference.blockOwnerDeletion = false;
  });
}

async function dropFinalizer(
  objects: ClusterObjects,
  kind: ServedKind,
  object: Readonly<KubeObject>,
  finalizer: string,
): Promise<void> {
  await objects.update(kind, keyOf(object), ({ metadata }) => {
    if (metadata.uid !== object.metadata.uid) return;
    const kept = (metadata.finalizers ?? []).filter((each) => each !== finalizer);
    if (kept.length > 0) metadata.finalizers = kept;
    else delete metadata.finalizers;
  });
}
