/** A hook whose own failure reaches nobody: it is called where an error would end a stream. */
export function guardedHook<A extends readonly unknown[]>(
  hook: ((...args: A) => void) | undefined,
): (...args: A) => void {
  return (...args) => {
    try {
      hook?.(...args);
    } catch {
      // The hook is where errors are told; there is no other place.
    }
  };
}
