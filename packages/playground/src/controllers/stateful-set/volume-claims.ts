import { formatApiVersion, type KubeObject, type OwnerReference } from '@banyan/api';
import type { PersistentVolumeClaim, Pod, StatefulSet } from '@banyan/api/objects';
import { PODS, STATEFUL_SETS, type Resource } from '../../cluster/resources.ts';
import { controllerReference } from '../pods/controller-reference.ts';

export function claimName(
  { metadata }: Readonly<StatefulSet>,
  template: Readonly<PersistentVolumeClaim>,
  ordinal: number,
): string {
  return `${template.metadata.name}-${metadata.name}-${ordinal}`;
}

/** The claims of one ordinal, as they are created. */
export function claimsOf(
  set: Readonly<StatefulSet>,
  ordinal: number,
): Pick<PersistentVolumeClaim, 'metadata' | 'spec'>[] {
  return (set.spec.volumeClaimTemplates ?? []).map((template) => {
    const { labels, annotations } = template.metadata;
    const { namespace } = set.metadata;
    return {
      metadata: {
        name: claimName(set, template, ordinal),
        ...(namespace !== undefined && { namespace }),
        labels: { ...labels, ...set.spec.selector.matchLabels },
        ...(annotations && { annotations: { ...annotations } }),
      },
      spec: structuredClone(template.spec),
    };
  });
}

/**
 * Who is to own a claim, so that the garbage collector takes it with the set or with a pod that was scaled away.
 * Undefined: as it is now.
 */
export function claimOwners(
  set: Readonly<StatefulSet>,
  pod: Readonly<Pod>,
  claim: Readonly<PersistentVolumeClaim>,
  isScaledAway: boolean,
): OwnerReference[] | undefined {
  const refs = claim.metadata.ownerReferences ?? [];
  const isOf = (ref: OwnerReference, of: Resource<KubeObject>, object: Readonly<KubeObject>) =>
    ref.apiVersion === formatApiVersion(of) && ref.kind === of.kind && ref.name === object.metadata.name;
  const isOurs = (ref: OwnerReference) => isOf(ref, STATEFUL_SETS, set) || isOf(ref, PODS, pod);
  const uids = new Set([set.metadata.uid, pod.metadata.uid]);
  // One of the same name that is gone: the collector has to see to that first.
  if (refs.some((ref) => isOurs(ref) && !uids.has(ref.uid))) return undefined;
  const others = refs.filter((ref) => !isOurs(ref));
  const isContested = others.some(({ controller }) => controller === true);
  const wanted = [...others, ...(isContested ? [] : wantedOwners(set, pod, isScaledAway))];
  const text = (all: readonly OwnerReference[]) =>
    all.map(({ uid, controller = false }) => `${uid} ${controller}`).toSorted();
  return text(refs).join() === text(wanted).join() ? undefined : wanted;
}

function wantedOwners(
  set: Readonly<StatefulSet>,
  pod: Readonly<Pod>,
  isScaledAway: boolean,
): OwnerReference[] {
  const { whenDeleted = 'Retain', whenScaled = 'Retain' } =
    set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  if (isScaledAway && whenScaled === 'Delete') return [controllerReference(PODS, pod)];
  return whenDeleted === 'Delete' ? [controllerReference(STATEFUL_SETS, set)] : [];
}

/** True if a claim still belongs to an earlier pod of this name: it goes with that one, and a new one is made. */
export function isStaleClaim(claim: Readonly<PersistentVolumeClaim>, podName: string): boolean {
  return (
    claim.metadata.ownerReferences?.some(({ kind, name }) => kind === PODS.kind && name === podName) === true
  );
}
