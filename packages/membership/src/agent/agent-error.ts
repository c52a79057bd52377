export type AgentErrorCode =
  /** A flag that cannot be used: nothing will change that but a person. */
  | 'bad-option'
  /** The hub's certificate cannot be vouched for. */
  | 'untrusted'
  /** The hub takes neither the stored credential nor the registration token. */
  | 'refused'
  /** The request was made with a key that is lost. */
  | 'key-lost'
  /** The hub said no. */
  | 'denied'
  /** The hub has not answered the request yet. */
  | 'waiting'
  /** The hub has removed this member, and not yet its request. */
  | 'member-gone';

/** What keeps an agent from being a member. The message is one line for a person: what, where, what to do. No secrets. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  readonly code: AgentErrorCode;

  constructor(code: AgentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function isAgentError(error: unknown, code?: AgentErrorCode): error is AgentError {
  return error instanceof AgentError && (code === undefined || error.code === code);
}
