import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares secrets in a time that tells nothing of where they differ, or of how long they are. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
