export type TunnelErrorCode =
  /** The member has no session here, nor at a peer. */
  | 'not-connected'
  /** The agent's policy, or a limit of the hub, does not allow it. Trying again will not help. */
  | 'refused'
  /** The agent could not reach the target. */
  | 'unreachable'
  /** The session or the stream went away under it. */
  | 'closed'
  /** The caller's signal. */
  | 'aborted';

/** What `dial` rejects with, and what a stream that was cut fails with. Messages carry no secrets. */
export class TunnelError extends Error {
  override readonly name = 'TunnelError';
  readonly code: TunnelErrorCode;

  constructor(code: TunnelErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

export function isTunnelError(error: unknown, code?: TunnelErrorCode): error is TunnelError {
  return error instanceof TunnelError && (code === undefined || error.code === code);
}

/** Of words that come from the far side: it must not forge a line of a log, nor fill it. */
const MAX_REASON_LENGTH = 300;

export function printable(reason: string): string {
  return reason
    .slice(0, MAX_REASON_LENGTH)
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim();
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
