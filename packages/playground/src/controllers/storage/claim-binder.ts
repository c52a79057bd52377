import type { PersistentVolume, PersistentVolumeClaim } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import { keyOf, type ClusterObjects, type ObjectKey } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import {
  NODES,
  PERSISTENT_VOLUME_CLAIMS,
  PERSISTENT_VOLUMES,
  STORAGE_CLASSES,
} from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { SELECTED_NODE } from '../../scheduler/pod-volumes.ts';
import { bindClaim } from './bind-claim.ts';
import { podsUsing } from './claim-users.ts';
import { decideClaim, type ClaimStep } from './decide-claim.ts';
import { freeVolumes } from './free-volumes.ts';
import {
  ASKED_PROVISIONER,
  ASKED_PROVISIONER_BEFORE,
  BIND_COMPLETED,
  BINDER,
  classOf,
  defaultClass,
  hasNoClass,
} from './storage-names.ts';

/** Finds volumes for claims, or has them made. */
export function claimBinder({ viewOf, eventsOf }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const events = eventsOf(BINDER);
  const pending = objects.indexed(PERSISTENT_VOLUME_CLAIMS, 'pending', (claim) =>
    claim.metadata.annotations?.[BIND_COMPLETED] === undefined ? [classOf(claim)] : [],
  );
  return {
    name: 'claim-binder',
    triggers: [
      on(PERSISTENT_VOLUME_CLAIMS, ({ type, object }) => (type === 'DELETED' ? [] : [keyOf(object)])),
      on(PERSISTENT_VOLUMES, ({ object, old }) => {
        const own = [claimKeyOf(object), ...(old === undefined ? [] : [claimKeyOf(old)])];
        const isFree = object.spec.claimRef === undefined && object.status?.phase === 'Available';
        const others = isFree ? pending.get(classOf(object)).map(keyOf) : [];
        return [...own.flatMap((key) => key ?? []), ...others];
      }),
      on(STORAGE_CLASSES, ({ type, object }) =>
        type === 'DELETED' ? [] : [...pending.get(object.metadata.name ?? ''), ...pending.get('')].map(keyOf),
      ),
    ],
    reconcile: async (key) => {
      const claim = await withDefaultClass(objects, objects.get(PERSISTENT_VOLUME_CLAIMS, key));
      if (claim === undefined) return DONE;
      const step = decideClaim(claim, worldOf(objects, claim));
      await take(objects, claim, step);
      const event = eventOf(step);
      const isNews = step.type !== 'lost' || claim.status?.phase !== 'Lost';
      if (event !== undefined && isNews) events.record(claim, event);
      return DONE;
    },
  };
}

function claimKeyOf({ spec }: Readonly<PersistentVolume>): ObjectKey | undefined {
  const { namespace, name = '' } = spec.claimRef ?? {};
  return name === '' ? undefined : { namespace, name };
}

function worldOf(objects: ClusterObjects, claim: Readonly<PersistentVolumeClaim>) {
  const { namespace, name = '', annotations } = claim.metadata;
  const className = classOf(claim);
  const { volumeName = '' } = claim.spec;
  const nodeName = annotations?.[SELECTED_NODE] ?? '';
  return {
    candidates: [...volumesFor(objects, { namespace, name }), ...freeVolumes(objects, className)].toSorted(
      byName,
    ),
    named: volumeName === '' ? undefined : objects.get(PERSISTENT_VOLUMES, { name: volumeName }),
    storageClass: className === '' ? undefined : objects.get(STORAGE_CLASSES, { name: className }),
    node: nodeName === '' ? undefined : objects.get(NODES, { name: nodeName }),
    waitingPods: podsUsing(objects, { namespace, name })
      .filter(({ spec }) => (spec.nodeName ?? '') === '')
      .map(({ metadata }) => metadata.name ?? ''),
  };
}

function byName(a: Readonly<PersistentVolume>, b: Readonly<PersistentVolume>): number {
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}

/** Volumes that say that they are a claim's, by the claim's name. */
export function volumesFor(
  objects: ClusterObjects,
  { namespace, name }: ObjectKey,
): Readonly<PersistentVolume>[] {
  return objects
    .indexed(PERSISTENT_VOLUMES, 'claim', ({ spec }) =>
      spec.claimRef === undefined ? [] : [`${spec.claimRef.namespace}/${spec.claimRef.name}`],
    )
    .get(`${namespace}/${name}`);
}

async function withDefaultClass(
  objects: ClusterObjects,
  claim: Readonly<PersistentVolumeClaim> | undefined,
): Promise<Readonly<PersistentVolumeClaim> | undefined> {
  if (claim === undefined || !hasNoClass(claim) || claim.metadata.annotations?.[BIND_COMPLETED] !== undefined)
    return claim;
  const name = defaultClass(objects.list(STORAGE_CLASSES))?.metadata.name;
  if (name === undefined) return claim;
  return objects.update(PERSISTENT_VOLUME_CLAIMS, keyOf(claim), (draft) => {
    if (hasNoClass(draft)) draft.spec.storageClassName = name;
  });
}

async function take(
  objects: ClusterObjects,
  claim: Readonly<PersistentVolumeClaim>,
  step: ClaimStep,
): Promise<void> {
  const key = keyOf(claim);
  switch (step.type) {
    case 'bind':
      return bindClaim(objects, claim, step.volume);
    case 'provision':
      await objects.update(PERSISTENT_VOLUME_CLAIMS, key, ({ metadata }) => {
        const { provisioner } = step;
        const asked = { [ASKED_PROVISIONER]: provisioner, [ASKED_PROVISIONER_BEFORE]: provisioner };
        metadata.annotations = { ...metadata.annotations, ...asked };
      });
      return;
    case 'lost':
      return objects.updateBelow(PERSISTENT_VOLUME_CLAIMS, 'status', key, (draft) => {
        draft.status = { phase: 'Lost' };
      });
    case 'pending':
      return objects.updateBelow(PERSISTENT_VOLUME_CLAIMS, 'status', key, (draft) => {
        if (draft.status?.phase !== 'Pending') draft.status = { ...draft.status, phase: 'Pending' };
      });
  }
}

function eventOf(step: ClaimStep) {
  if (step.type !== 'provision') return 'event' in step ? step.event : undefined;
  const message =
    `Waiting for a volume to be created either by the external provisioner '${step.provisioner}' or manually by the ` +
    'system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly ' +
    'registered.';
  return { type: 'Normal', reason: 'ExternalProvisioning', message } as const;
}
