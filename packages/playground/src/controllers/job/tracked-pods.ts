import type { Job, Pod } from '@banyan/api/objects';
import { controllerOf, keyOf, type ClusterObjects, type ObjectKey } from '../../cluster/cluster-objects.ts';
import { PODS } from '../../cluster/resources.ts';
import { isTracked, TRACKING } from './job-pod.ts';
import { conditionOf } from './job-verdict.ts';

const JOB_NAME = 'batch.kubernetes.io/job-name';

/** The Job that a pod with the finalizer is, or was, of. */
export function trackedPodKeys(pod: Readonly<Pod>): ObjectKey[] {
  if (!isTracked(pod)) return [];
  const { namespace, labels } = pod.metadata;
  const controller = controllerOf(pod);
  if (controller !== undefined && controller.kind !== 'Job') return [];
  const name = controller?.name ?? labels?.[JOB_NAME];
  return name === undefined ? [] : [{ namespace, name }];
}

/** Pods with the finalizer for which no Job waits any more: theirs has ended, is gone, or let them go. */
export function strayPods(
  objects: ClusterObjects,
  { namespace, name }: ObjectKey,
  job: Readonly<Job> | undefined,
): Readonly<Pod>[] {
  const keysOf = (pod: Readonly<Pod>) => trackedPodKeys(pod).map((key) => `${key.namespace}/${key.name}`);
  const tracked = objects.indexed(PODS, 'job-tracking', keysOf).get(`${namespace}/${name}`);
  const isOver =
    job === undefined ||
    conditionOf(job, 'Complete') !== undefined ||
    conditionOf(job, 'Failed') !== undefined;
  return tracked.filter((pod) => isOver || controllerOf(pod)?.uid !== job.metadata.uid);
}

export async function untrack(objects: ClusterObjects, pods: readonly Readonly<Pod>[]): Promise<void> {
  await Promise.all(
    pods.map((pod) =>
      objects.update(PODS, keyOf(pod), ({ metadata }) => {
        metadata.finalizers = metadata.finalizers?.filter((each) => each !== TRACKING) ?? [];
      }),
    ),
  );
}
