import type { KubeObject } from '@banyan/api';
import { forbidden, notFound, type GroupResource } from '../errors/api-error.ts';
import type { ResourceStorage } from './resource-storage.ts';
import type { ResourceStrategy } from './served-resource.ts';

const NAMESPACES: GroupResource = { group: '', resource: 'namespaces' };

/** Namespaces that the cluster cannot be without. */
const IMMORTAL = new Set(['default', 'kube-system', 'kube-public']);

interface Namespace extends KubeObject {
  spec?: { finalizers?: string[] };
  status?: { phase?: string };
}

/** A namespace ends in two steps: marked, it refuses new objects; when `finalize` has emptied its finalizers it is gone. */
export function namespaceStrategy(strategy: ResourceStrategy): ResourceStrategy {
  return {
    ...strategy,
    marksDeletion: (draft: Namespace) => {
      delete draft.metadata.deletionGracePeriodSeconds;
      draft.status = { ...draft.status, phase: 'Terminating' };
    },
    holdsDeletion: ({ spec }: Readonly<Namespace>) => (spec?.finalizers ?? []).length > 0,
  };
}

/** Nothing is created in a namespace that is not there or on its way out. */
export async function requireLivingNamespace(
  namespaces: ResourceStorage,
  of: GroupResource,
  { namespace, name }: { namespace: string; name: string },
): Promise<void> {
  const found = await namespaces.get({ namespace: undefined, name: namespace });
  if (found === undefined) throw notFound(NAMESPACES, namespace);
  if (found.object.metadata.deletionTimestamp === undefined) return;
  const message = `namespace ${namespace} is being terminated`;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  throw forbidden(of, name, why, [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }]);
}

export function requireMortalNamespace(of: GroupResource, name: string): void {
  if (of.group !== '' || of.resource !== 'namespaces' || !IMMORTAL.has(name)) return;
  throw forbidden(of, name, 'this namespace may not be deleted');
}
