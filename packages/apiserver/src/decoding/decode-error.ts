import type { GroupVersionKind } from '@banyan/api';

/** A body that cannot be read, in the words of the real server's decoder. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  /** What the body said it was, as far as that was found out. */
  readonly found: GroupVersionKind | undefined;

  constructor(message: string, found?: GroupVersionKind) {
    super(message);
    this.found = found;
  }
}
