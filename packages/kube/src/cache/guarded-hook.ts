/** A hook whose own failure reaches nobody: it is called where an error would end a stream. */
export function guardedHook<A extends readonly unknown[]>(
  hook: ((...args: A) => void) | undefined,
): (...args: A) => void {
  return (...args) => {
    try {
      const outcome: unknown = hook?.(...args);
      if (outcome instanceof Promise) outcome.catch(() => undefined);
    } catch {
      // The hook is where errors are told; there is no other place.
    }
  };
}
