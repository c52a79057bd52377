import { badRequest, notFound } from '../../errors/api-error.ts';
import type { ConnectRequest } from '../../registry/served-resource.ts';
import type { PodView } from '../pods/pod-view.ts';

/** The Pod that a request is for; throws 404. */
export async function findPod({
  resource,
  namespace,
  name,
}: Pick<ConnectRequest, 'resource' | 'namespace' | 'name'>): Promise<PodView> {
  const kept = await resource.storage.get({ namespace, name });
  if (kept === undefined) throw notFound(resource, name);
  return kept.object as PodView;
}

/** The container that is asked for, or the only one there is. */
export function chosenContainer({ metadata, spec }: PodView, asked: string): string {
  const { containers, initContainers = [], ephemeralContainers = [] } = spec;
  const all = [...initContainers, ...containers, ...ephemeralContainers].map(({ name }) => name);
  if (asked !== '') {
    if (all.includes(asked)) return asked;
    throw badRequest(`container ${asked} is not valid for pod ${metadata.name}`);
  }
  const [only] = containers;
  if (only !== undefined && containers.length === 1) return only.name;
  const choice = containers.length === 0 ? '' : `, choose one of: [${all.join(' ')}]`;
  throw badRequest(`a container name must be specified for pod ${metadata.name}${choice}`);
}
