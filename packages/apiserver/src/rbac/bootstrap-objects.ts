import type { KubeObject } from '@banyan/api';
import stored from '../../generated/default-rbac.json' with { type: 'json' };

/**
 * What a kube-apiserver makes when it starts on an empty store, recorded from one: the first namespaces, priority
 * classes, and the default roles and their bindings, in an order in which they can be created. Without uid, version,
 * times and status, which creating them gives. The same objects with every call, not to be changed.
 */
export function bootstrapObjects(): readonly Readonly<KubeObject>[] {
  return stored as KubeObject[];
}
