import type { KubeObject } from '@banyan/api';
import type { ReconcileResult } from '@banyan/controller';
import type { ObjectEvent, ObjectKey } from './cluster-objects.ts';
import type { Resource } from './resources.ts';

/** One controller of a cluster: when something happened, it looks again at what may be concerned. */
export interface Reconciler {
  /** Short, unique in a cluster: `replicaset`. */
  readonly name: string;
  readonly triggers: readonly Trigger[];
  /** Looks at the object of this name, which may be gone, and does what is to be done about it. */
  reconcile(key: ObjectKey): Promise<ReconcileResult>;
}

/** Which keys an event of a resource concerns. */
export interface Trigger {
  readonly resource: Resource<KubeObject>;
  /** Called for every object at the start too, as if it had just come. */
  keysOf(event: ObjectEvent<KubeObject>): readonly ObjectKey[];
}

/** For the compiler: the keys of one resource's events. */
export function on<T extends KubeObject>(
  resource: Resource<T>,
  keysOf: (event: ObjectEvent<T>) => readonly ObjectKey[],
): Trigger {
  return {
    resource: resource as unknown as Resource<KubeObject>,
    keysOf: keysOf as unknown as Trigger['keysOf'],
  };
}
