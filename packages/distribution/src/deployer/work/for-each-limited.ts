/** Runs `work` on each item, at most `limit` at once. The first that throws ends it, when those under way have ended. */
export async function forEachLimited<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  let failure: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (failure !== undefined) return;
      try {
        await work(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failure !== undefined) throw failure.error;
}
