import type { Pod } from '@banyan/api/objects';
import type { PodIdentity } from './containers/container-status.ts';

export function identityOf({ metadata }: Readonly<Pod>): PodIdentity {
  const { namespace = '', name = '', uid = '' } = metadata;
  return { namespace, name, uid };
}
