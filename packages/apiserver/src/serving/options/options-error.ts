import type { StatusCause } from '@banyan/api';
import { invalid, type ApiError } from '../../errors/api-error.ts';

export type OptionsKind =
  | 'ListOptions'
  | 'CreateOptions'
  | 'UpdateOptions'
  | 'PatchOptions'
  | 'DeleteOptions';

/** Query parameters that can be read but make no sense: 422, as if they were an object. */
export function invalidOptions(kind: OptionsKind, causes: readonly StatusCause[]): ApiError {
  return invalid({ group: 'meta.k8s.io', kind }, '', causes);
}
