import type { Policies } from '../words/intent.ts';
import type { AppliedObject } from './applied-record.ts';

export interface ApplyRequest {
  /** Of the object as it is to be. */
  readonly digest: string;
  /** Undefined: it was never applied, or that is not known. */
  readonly applied: Pick<AppliedObject, 'digest' | 'fields'> | undefined;
  /**
   * What the member has: the digest of our entry in its managedFields and, if the object carries it, of the object that
   * we applied last; `absent` if the object is not there, undefined while that is not known yet.
   */
  readonly live:
    | { readonly fields: string | undefined; readonly digest?: string | undefined }
    | 'absent'
    | undefined;
  readonly drift: Policies['drift'];
}

export type ApplyDecision =
  | { readonly action: 'apply'; readonly because: 'new' | 'intent' | 'absent' | 'drift' }
  /** Someone else changed it, and is let. */
  | { readonly action: 'report'; readonly because: 'absent' | 'drift' }
  | { readonly action: 'none' };

/** Only a change of what we want, or of what we own in the member, is a reason to write. */
export function applyDecision({ digest, applied, live, drift }: ApplyRequest): ApplyDecision {
  if (applied === undefined) return { action: 'apply', because: 'new' };
  if (applied.digest !== digest) return { action: 'apply', because: 'intent' };
  if (live === undefined) return { action: 'none' };
  // It was applied since, by someone who ended before that was written down.
  if (live !== 'absent' && live.digest !== undefined && live.digest !== digest)
    return { action: 'apply', because: 'intent' };
  const because = live === 'absent' ? 'absent' : live.fields === applied.fields ? undefined : 'drift';
  if (because === undefined || drift === 'ignore') return { action: 'none' };
  return { action: drift === 'repair' ? 'apply' : 'report', because };
}
