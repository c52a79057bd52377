import type { KubeObject, OwnerReference } from '@banyan/api';
import type { Pod } from '@banyan/api/objects';
import { controllerOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { DEPLOYMENTS, REPLICA_SETS } from '../../cluster/resources.ts';
import type { ServedKinds } from '../../cluster/served-kinds.ts';

export interface ExpectedScale {
  /** How many pods the owners of these pods ask for, all together. */
  readonly scale: number;
  /** Names of pods that nobody owns. */
  readonly unmanaged: readonly string[];
  /** Why it cannot be told. */
  readonly problem?: string;
}

export function expectedScale(
  objects: ClusterObjects,
  kinds: Pick<ServedKinds, 'named'>,
  pods: readonly Readonly<Pod>[],
): ExpectedScale {
  const scales = new Map<string, number>();
  const asked = new Set<string>();
  const unmanaged: string[] = [];
  for (const pod of pods) {
    const { namespace, name = '' } = pod.metadata;
    const controller = controllerOf(pod);
    if (controller === undefined) unmanaged.push(name);
    if (controller === undefined || asked.has(controller.uid)) continue;
    asked.add(controller.uid);
    const owner = scaledOwner({ objects, kinds, namespace }, controller);
    if (owner === undefined) continue;
    const problem = 'problem' in owner ? owner.problem : undefined;
    if (problem !== undefined) return { scale: 0, unmanaged, problem };
    if ('uid' in owner) scales.set(owner.uid, owner.replicas);
  }
  return { scale: [...scales.values()].reduce((sum, each) => sum + each, 0), unmanaged };
}

interface OwnerWorld {
  readonly objects: ClusterObjects;
  readonly kinds: Pick<ServedKinds, 'named'>;
  readonly namespace: string | undefined;
}

type ScaledOwner = { readonly uid: string; readonly replicas: number } | { readonly problem: string };

/** Undefined: it is gone. The Deployment stands for all of its ReplicaSets. */
function scaledOwner(world: OwnerWorld, controller: OwnerReference): ScaledOwner | undefined {
  const { objects, kinds, namespace } = world;
  const kind = kinds.named(controller);
  if (kind === undefined) return { problem: `no matches for kind "${controller.kind}"` };
  const owner = objects.get(kind, { namespace, name: controller.name });
  if (owner === undefined || owner.metadata.uid !== controller.uid) return undefined;
  const above = controllerOf(owner);
  if (kind.kind === REPLICA_SETS.kind && above?.kind === DEPLOYMENTS.kind) {
    const deployment = objects.get(DEPLOYMENTS, { namespace, name: above.name });
    if (deployment?.metadata.uid === above.uid)
      return { uid: above.uid, replicas: replicasOf(deployment) ?? 1 };
  }
  const replicas = replicasOf(owner);
  if (replicas !== undefined) return { uid: controller.uid, replicas };
  const resource = kind.group === '' ? kind.resource : `${kind.resource}.${kind.group}`;
  return { problem: `${resource} does not implement the scale subresource` };
}

function replicasOf(owner: Readonly<KubeObject> | undefined): number | undefined {
  const { replicas } = (owner?.['spec'] ?? {}) as { replicas?: unknown };
  return typeof replicas === 'number' ? replicas : undefined;
}
