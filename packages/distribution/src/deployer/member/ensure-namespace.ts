import { CREATED_NAMESPACE_ANNOTATION, OWNED_LABEL } from '@banyan/api/banyan';
import { isAlreadyExists } from '@banyan/kube';
import type { ApplyContext } from './apply-context.ts';
import { FIELD_MANAGER } from './seen-object.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

/**
 * Makes the namespace that an object goes into. It stays when the object goes: other people's things may be in it by then.
 */
export async function ensureNamespace(
  { session, hubId }: ApplyContext,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const metadata = {
    name,
    labels: { [OWNED_LABEL]: hubId },
    annotations: { [CREATED_NAMESPACE_ANNOTATION]: 'true' },
  };
  session.requireTurn();
  try {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata };
    await session.memberClient.create(NAMESPACES, namespace, { fieldManager: FIELD_MANAGER, signal });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
