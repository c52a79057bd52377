import { isAlreadyExists, isNotFound, type KubeClient } from '@banyan/kube';
import type { ManifestStorage } from './manifest-storage.ts';
import { fromParent } from './parent-failure.ts';
import { withCreatedBy } from './template-manifest.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

export interface IntentNamespaceOptions {
  readonly parent: KubeClient;
  /** The templates of Namespaces. */
  readonly templates: Pick<ManifestStorage, 'get'> | undefined;
  readonly mayMake: () => Promise<void>;
}

/**
 * A file that holds a Namespace, an app and the intent for it makes a template of the Namespace, and the intent would
 * have nowhere to be. So the hub gets the namespace, too. Only where there is a template of that name: a namespace that is
 * misspelt stays an error. `mayMake` throws unless the caller may make it himself. Resolves to what there is now.
 */
export async function provideNamespace(
  name: string,
  { parent, templates, mayMake }: IntentNamespaceOptions,
): Promise<'there' | 'made' | 'missing'> {
  if (await isThere(parent, name)) return 'there';
  const template = await templates?.get({ namespace: undefined, name });
  if (template === undefined) return 'missing';
  await mayMake();
  const object = withCreatedBy({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  try {
    await parent.create(NAMESPACES, object);
    return 'made';
  } catch (error) {
    if (isAlreadyExists(error)) return 'there';
    return fromParent(Promise.reject(error));
  }
}

async function isThere(parent: KubeClient, name: string): Promise<boolean> {
  try {
    await parent.get(NAMESPACES, { name });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    return fromParent(Promise.reject(error));
  }
}
