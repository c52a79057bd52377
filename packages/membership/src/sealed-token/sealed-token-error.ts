export type SealedTokenErrorCode = 'bad-key' | 'bad-token' | 'bad-seal' | 'wrong-key';

/** Its message carries neither keys nor tokens. */
export class SealedTokenError extends Error {
  override readonly name = 'SealedTokenError';
  readonly code: SealedTokenErrorCode;

  constructor(code: SealedTokenErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
