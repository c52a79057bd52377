/** More at once would only find the same refusal more often. */
const LARGEST_BATCH = 500;

/** Does the work for one, two, four … at once, so that what is refused is refused once. Throws the first refusal. */
export async function slowStart<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let size = 1;
  for (let done = 0; done < items.length; done += size, size = Math.min(2 * size, LARGEST_BATCH)) {
    const results = await Promise.allSettled(items.slice(done, done + size).map(work));
    const refused = results.find((result) => result.status === 'rejected');
    if (refused !== undefined) throw refused.reason;
  }
}
