import { formatApiVersion, type GroupVersion } from '@banyan/api';

/** Of a resource: `apps/v1`, `v1`. */
export function apiVersionOf({ group, version }: GroupVersion): string {
  return formatApiVersion({ group, version });
}
