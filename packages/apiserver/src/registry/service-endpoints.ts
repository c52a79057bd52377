import { cleanedStorage } from './cleaned-storage.ts';
import type { ServedResource } from './served-resource.ts';
import type { ServerWrites } from './server-writes.ts';

/** The Endpoints of a Service go with it, so that the next of its name does not begin with them. Others' resources as they are. */
export function withoutStaleEndpoints(
  resource: ServedResource,
  writes: Pick<ServerWrites, 'remove'>,
  onFailure: (error: unknown) => void,
): ServedResource {
  if (resource.group !== '' || resource.resource !== 'services') return resource;
  const storage = cleanedStorage(resource.storage, (service) =>
    // The Service is gone, whatever becomes of these.
    writes.remove({ apiVersion: 'v1', kind: 'Endpoints', ...service }).catch(onFailure),
  );
  return { ...resource, storage };
}
