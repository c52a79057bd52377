/** Runs `work` for 0 … count - 1, at most `width` at once. The first error ends it. */
export async function inParallel(
  count: number,
  width: number,
  work: (i: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
}
