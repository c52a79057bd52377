/**
 * Why a patch was refused.
 * - `malformed`: not a patch of its type, whatever the object (a JSON patch that is no list, a bad directive)
 * - `too-many-operations`, `copy-too-large`: over the API server's limits for JSON patches
 * - `unknown-operation`: an `op` that RFC 6902 does not have
 * - `missing-path`: the object has nothing where the patch points
 * - `bad-index`: a list has no such index
 * - `test-failed`: a `test` found something else
 * - `missing-merge-key`: an item of a merged list does not say which item it is
 * - `bad-list`: a list that cannot be merged (items of several types, a list of lists)
 * - `wrong-type`: a directive on a value of another type
 * - `unknown-field`: a directive on a field that the kind does not have
 */
export type PatchErrorCode =
  | 'malformed'
  | 'too-many-operations'
  | 'copy-too-large'
  | 'unknown-operation'
  | 'missing-path'
  | 'bad-index'
  | 'test-failed'
  | 'missing-merge-key'
  | 'bad-list'
  | 'wrong-type'
  | 'unknown-field';

/** What the API server answers to the client for it: the parts of a `Status` that depend on the patch. */
export interface PatchErrorStatus {
  readonly code: 400 | 413 | 422 | 500;
  readonly reason: 'BadRequest' | 'RequestEntityTooLarge' | 'Invalid' | '';
  readonly message: string;
}

export interface PatchErrorFacts {
  readonly code: PatchErrorCode;
  /** Where in the object, as a JSON pointer; the path of the operation for a JSON patch. */
  readonly path: string;
  readonly status: PatchErrorStatus;
  /** Which operation of a JSON patch, from 0. */
  readonly operation?: number | undefined;
}

/**
 * The one error of this package's patches: the patch cannot be applied to this object, and trying again
 * without a change of either is useless. `message` says what is wrong where; `status` is what the API server
 * tells its client about it, which is less (a JSON patch that does not fit is not explained at all).
 */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  readonly code: PatchErrorCode;
  readonly path: string;
  readonly status: PatchErrorStatus;
  readonly operation: number | undefined;

  constructor(message: string, facts: PatchErrorFacts) {
    super(message);
    this.code = facts.code;
    this.path = facts.path;
    this.status = facts.status;
    this.operation = facts.operation;
  }
}

export function isPatchError(error: unknown): error is PatchError {
  return error instanceof PatchError;
}

export function badRequest(message: string): PatchErrorStatus {
  return { code: 400, reason: 'BadRequest', message };
}

/** The API server gives this text to every patch that it understood and could not apply. */
export const UNPROCESSABLE: PatchErrorStatus = {
  code: 422,
  reason: 'Invalid',
  message: 'the server rejected our request due to an error in our request',
};

/** What the API server makes of an error that it does not know: its text, without a reason. */
export function internalError(message: string): PatchErrorStatus {
  return { code: 500, reason: '', message };
}
