import { isDeepStrictEqual } from 'node:util';
import { matchesLabelSelector, type KubeObject, type LabelSelector } from '@banyan/api';
import type { Pod } from '@banyan/api/objects';
import { controllerOf, keyOf, type ClusterObjects, type ObjectKey } from '../../cluster/cluster-objects.ts';
import { on, type Trigger } from '../../cluster/reconciler.ts';
import { PODS, type Resource } from '../../cluster/resources.ts';

/** An owner looks again when one of its pods changes, and when an orphan appears that it would take. */
export function onPodsOf<T extends KubeObject>(
  objects: ClusterObjects,
  of: Resource<T>,
  selectorOf: (owner: Readonly<T>) => LabelSelector | undefined,
): Trigger {
  const concerned = (pod: Readonly<Pod>): ObjectKey[] => {
    const controller = controllerOf(pod);
    const { namespace, labels } = pod.metadata;
    if (controller !== undefined)
      return controller.kind === of.kind ? [{ namespace, name: controller.name }] : [];
    if (labels === undefined) return [];
    return [...objects.list(of, namespace)]
      .filter((owner) => matchesLabelSelector(selectorOf(owner), labels))
      .map(keyOf);
  };
  return on(PODS, ({ object, old }) => {
    const isMoved = old !== undefined && controllerOf(old)?.uid !== controllerOf(object)?.uid;
    if (isMoved) return [...concerned(object), ...concerned(old)];
    // Nobody took this orphan as it is: only other labels could change that.
    const isKnown = old !== undefined && controllerOf(object) === undefined;
    return isKnown && isDeepStrictEqual(old.metadata.labels, object.metadata.labels) ? [] : concerned(object);
  });
}
