import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import type { Namespace } from '@banyan/api/objects';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { keyOf, tableOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { NAMESPACES, PODS } from '../../cluster/resources.ts';
import type { ServedKinds } from '../../cluster/served-kinds.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { OwnerPace } from '../pods/owner-pace.ts';
import { messageOf } from '../pods/pod-writer.ts';
import { deletionConditions, type RemainingContent } from './namespace-conditions.ts';

const NAME = 'namespace-deletion';
/** What holds a namespace until it is empty. */
const FINALIZER = 'kubernetes';

/** Empties a namespace that is being deleted, of custom resources too, and lets it go. */
export function namespaceDeletion({ viewOf, kinds, clock, enqueue }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const pace = new OwnerPace(clock);
  const ending = new Set<string>();
  kinds.listen((_, { type, object, old }) => {
    const { namespace, finalizers } = object.metadata;
    if (namespace === undefined || !ending.has(namespace)) return;
    if (type !== 'MODIFIED' || !isDeepStrictEqual(finalizers, old?.metadata.finalizers))
      enqueue(NAME, { name: namespace });
  });
  return {
    name: NAME,
    triggers: [
      on(NAMESPACES, ({ type, object }) => {
        const { name = '', deletionTimestamp } = object.metadata;
        if (type === 'DELETED' || deletionTimestamp === undefined) {
          ending.delete(name);
          return [];
        }
        ending.add(name);
        return [{ name }];
      }),
    ],
    reconcile: async (key) => {
      const namespace = objects.get(NAMESPACES, key);
      if (namespace === undefined) {
        pace.forget(key);
        return DONE;
      }
      if (!isEnding(namespace)) return DONE;
      const content = contentOf(objects, kinds, key.name);
      const waitMs = pace.waitMs(
        key,
        content.reduce((sum, each) => sum + each.objects.length, 0),
      );
      if (waitMs > 0) return { requeueAfterMs: waitMs };
      return empty({ objects, kinds, name: key.name, nowMs: clock.now() }, content);
    },
  };
}

function isEnding({ metadata, spec }: Readonly<Namespace>): boolean {
  return metadata.deletionTimestamp !== undefined && spec?.finalizers?.includes(FINALIZER) === true;
}

interface Ending {
  readonly objects: ClusterObjects;
  readonly kinds: ServedKinds;
  readonly name: string;
  readonly nowMs: number;
}

async function empty(ending: Ending, content: readonly RemainingContent[]): Promise<ReconcileResult> {
  const { objects, kinds, name } = ending;
  const isOfPods = ({ kind }: RemainingContent) => tableOf(kind) === tableOf(PODS);
  const failures = await deleteAll(objects, content.filter(isOfPods));
  const hasPods = !objects.list(PODS, name).next().done;
  // Pods need what is beside them until they have ended: nothing else is touched, or told of, before.
  if (!hasPods)
    failures.push(
      ...(await deleteAll(
        objects,
        content.filter((each) => !isOfPods(each)),
      )),
    );
  const remaining = hasPods ? [] : contentOf(objects, kinds, name);
  await report(ending, remaining, failures);
  if (failures.length > 0) throw new Error(`namespace ${name}: ${failures[0]}`);
  if (hasPods || remaining.length > 0) return DONE;
  await objects.updateBelow(NAMESPACES, 'finalize', { name }, (draft) => {
    draft.spec = {
      ...draft.spec,
      finalizers: draft.spec?.finalizers?.filter((each) => each !== FINALIZER) ?? [],
    };
  });
  return DONE;
}

function contentOf(objects: ClusterObjects, kinds: ServedKinds, namespace: string): RemainingContent[] {
  return kinds.tables().flatMap((table) => {
    const kind = kinds.inTable(table);
    if (kind === undefined || !kind.namespaced || !kind.isDeletable) return [];
    const found = [...objects.list(kind, namespace)];
    return found.length === 0 ? [] : [{ kind, objects: found }];
  });
}

/** What could not be deleted, in words. */
async function deleteAll(objects: ClusterObjects, content: readonly RemainingContent[]): Promise<string[]> {
  const isLeft = ({ metadata }: Readonly<KubeObject>) => metadata.deletionTimestamp === undefined;
  const deletions = content.flatMap((each) =>
    each.objects
      .filter(isLeft)
      .map((object) => objects.delete(each.kind, keyOf(object), { propagationPolicy: 'Background' })),
  );
  const results = await Promise.allSettled(deletions);
  return results.flatMap((result) => (result.status === 'rejected' ? [messageOf(result.reason)] : []));
}

async function report(
  { objects, name, nowMs }: Ending,
  remaining: readonly RemainingContent[],
  failures: readonly string[],
): Promise<void> {
  await objects.updateBelow(NAMESPACES, 'status', { name }, (draft) => {
    const conditions = deletionConditions(draft.status?.conditions, { remaining, failures }, nowMs);
    draft.status = { ...draft.status, conditions };
  });
}
