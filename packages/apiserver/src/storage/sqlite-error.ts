import { StorageError, type StorageErrorCode } from './storage-error.ts';

/** A StorageError as a thread can send it. */
export interface SentError {
  readonly code: StorageErrorCode;
  readonly message: string;
}

/** SQLite's own numbers (https://sqlite.org/rescode.html): busy and locked. */
const IN_USE = new Set([5, 6]);
/** A damaged page, not a database at all; reads that failed, came up short or had a wrong checksum. */
const DAMAGED = new Set([11, 26, 266, 522, 8202, 8458]);

/** What went wrong while a file was opened. */
export function openingError(error: unknown): SentError {
  if (error instanceof StorageError) return { code: error.code, message: error.message };
  const [detailed, plain] = [resultCode(error), resultCode(error) & 0xff];
  if (IN_USE.has(plain)) return { code: 'InUse', message: 'another process has it open' };
  const isDamaged = DAMAGED.has(detailed) || DAMAGED.has(plain);
  return { code: isDamaged ? 'Damaged' : 'CannotOpen', message: messageOf(error) };
}

/** What went wrong when it was written to. */
export function writingError(error: unknown): SentError {
  return { code: 'WriteFailed', message: messageOf(error) };
}

function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
