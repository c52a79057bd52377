import type { KubeObject } from '@banyan/api';
import { TEMPLATES_GROUP, TEMPLATES_VERSION } from '@banyan/api/banyan';
import { isNotFound, type KubeClient } from '@banyan/kube';
import { SHADOW_GROUP, SHADOW_VERSION } from './template-paths.ts';

const API_SERVICES = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
const DOOR = `${TEMPLATES_VERSION}.${TEMPLATES_GROUP}`;
const SHADOW = `${SHADOW_VERSION}.${SHADOW_GROUP}`;

/**
 * Takes both groups of templates out of a parent whose hub no longer serves them: while it knows of a group that nobody
 * answers for, none of its namespaces can end. A shadow group that leads elsewhere stays. They come back with the
 * manifests. Throws KubeErrors.
 */
export async function withdrawTemplates(parent: KubeClient, signal: AbortSignal): Promise<void> {
  const door = await orMissing(parent.get(API_SERVICES, { name: DOOR }, { signal }));
  if (door === undefined) return;
  const shadow = await orMissing(parent.get(API_SERVICES, { name: SHADOW }, { signal }));
  if (shadow !== undefined && serviceOf(shadow) === serviceOf(door)) await remove(parent, SHADOW, signal);
  await remove(parent, DOOR, signal);
}

async function remove(parent: KubeClient, name: string, signal: AbortSignal): Promise<void> {
  await orMissing(parent.delete(API_SERVICES, { name }, { signal }));
}

async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function serviceOf(apiService: KubeObject): string {
  const { service } = apiService['spec'] as { service?: { namespace?: string; name?: string } | null };
  return `${service?.namespace}/${service?.name}`;
}
