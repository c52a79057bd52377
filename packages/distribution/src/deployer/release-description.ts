import { APPS_FINALIZER, DESCRIPTIONS, type Description } from '@banyan/api/clusternet';
import { isInvalid, isNotFound, type KubeClient } from '@banyan/kube';

/**
 * Lets a Description go whose objects are gone. Only this one: our cache may still show it when another is there under
 * its name, and that one has objects to be held for.
 */
export async function releaseDescription(
  hubClient: KubeClient,
  { metadata }: Description,
  signal: AbortSignal,
): Promise<void> {
  const { namespace = '', name = '', uid, finalizers = [] } = metadata;
  const place = finalizers.indexOf(APPS_FINALIZER);
  if (place < 0) return;
  const path = `/metadata/finalizers/${place}`;
  const body = [
    { op: 'test', path: '/metadata/uid', value: uid },
    { op: 'test', path, value: APPS_FINALIZER },
    { op: 'remove', path },
  ];
  try {
    await hubClient.patch(DESCRIPTIONS, { namespace, name }, { type: 'json', body }, { signal });
  } catch (error) {
    // Done already, and the news of it are on their way.
    if (!isNotFound(error) && !isInvalid(error)) throw error;
  }
}
