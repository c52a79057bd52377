import { randomPods } from './random-pods.ts';
import { SHOWN_CLUSTER } from './shown-cluster.ts';
import { SHOWN_NETWORK } from './shown-network.ts';
import type { ShownObject } from './shown-object.ts';
import { SHOWN_WORKLOADS } from './shown-workloads.ts';

/** Pods that a recording holds: enough for every state of a container in every place. */
const PODS = 60;

/** Something of everything that has columns of its own. The seed decides about the pods. */
export function shownObjects(seed: number, pods = PODS): readonly ShownObject[] {
  return [...randomPods(seed, pods), ...SHOWN_WORKLOADS, ...SHOWN_CLUSTER, ...SHOWN_NETWORK];
}
