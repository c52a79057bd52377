import type { KubeObject } from '@banyan/api';

/** The object goes after those that depend on it. */
export const FOREGROUND = 'foregroundDeletion';
/** Those that depend on the object are let go first. */
export const ORPHAN = 'orphan';

/** What is to be done about dependents before an object that is being deleted may go. */
export function deletionDuty({ metadata }: Readonly<KubeObject>): 'orphan' | 'foreground' | undefined {
  if (metadata.deletionTimestamp === undefined) return undefined;
  if (metadata.finalizers?.includes(ORPHAN) === true) return 'orphan';
  return metadata.finalizers?.includes(FOREGROUND) === true ? 'foreground' : undefined;
}
