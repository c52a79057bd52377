export type StorageErrorCode =
  /** What is on the disk is not what was acknowledged; the message says what is known, and the way on. */
  | 'Damaged'
  /** Another process, or another store of this one, has the file open. */
  | 'InUse'
  /** The file was written by a newer version of the program. */
  | 'NewerFormat'
  /** The file can be neither created nor opened: its folder, its rights, a full disk. */
  | 'CannotOpen'
  /** A write could not be put on the disk; nothing is written any more until a restart. Reads go on. */
  | 'WriteFailed'
  /** The object is larger than any that is kept. */
  | 'TooLarge'
  /** The revision is older than what is remembered. */
  | 'Compacted'
  /** The store was closed. */
  | 'Closed';

export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
