import type { GroupVersionKind, KubeObject } from '@banyan/api';

/** A body that could be read. */
export interface DecodedBody {
  /** As the real server would write it; new, the caller's to change. */
  readonly object: KubeObject;
  /** What the body said it was. */
  readonly found: GroupVersionKind;
  /** Fields that are unknown or there twice, in the real server's words and order. */
  readonly findings: readonly string[];
}
