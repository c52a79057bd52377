/**
 * Runs all parts until the signal aborts, and resolves when none runs any more. They stand and fall together: when one ends
 * by itself the others are stopped, and if it failed this rejects with its reason.
 */
export async function runTogether(
  parts: readonly ((signal: AbortSignal) => Promise<void>)[],
  signal: AbortSignal,
): Promise<void> {
  const stopping = new AbortController();
  const anyEnd = AbortSignal.any([signal, stopping.signal]);
  // What the others say after the first is of its doing.
  const failures: unknown[] = [];
  await Promise.all(
    parts.map(async (run) => {
      try {
        await run(anyEnd);
      } catch (error) {
        failures.push(error);
      } finally {
        stopping.abort();
      }
    }),
  );
  if (failures.length > 0 && !signal.aborted) throw failures[0];
}
