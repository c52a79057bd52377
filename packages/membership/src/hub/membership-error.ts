export type MembershipErrorCode =
  /** There is no such member, request or token. */
  | 'not-found'
  /** The name or the cluster is already a member's. */
  | 'taken'
  /** What was given cannot be used, and why. */
  | 'bad-input'
  /** The cluster that is to join does not answer, or does not let us in. */
  | 'unreachable';

/** For the commands of people: the message says what, where, and what to do. It carries no secret. */
export class MembershipError extends Error {
  override readonly name = 'MembershipError';
  readonly code: MembershipErrorCode;

  constructor(code: MembershipErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
