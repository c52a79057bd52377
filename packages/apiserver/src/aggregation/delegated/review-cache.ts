/** As Kubernetes' own servers: a grant that is taken back counts for this long. */
const LIFETIME_MS = 10_000;
/** Bounds memory; who has more callers at once asks more often. */
const MAX_ENTRIES = 4096;

/** Answers of reviews for a short while. Who asks for the same at once waits for the same answer; failures are not kept. */
export class ReviewCache<T> {
  readonly #now: () => Date;
  readonly #entries = new Map<string, { readonly answer: Promise<T>; readonly until: number }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  get(key: string, ask: () => Promise<T>): Promise<T> {
    const now = this.#now().getTime();
    const known = this.#entries.get(key);
    if (known !== undefined && now < known.until) return known.answer;
    this.#entries.delete(key);
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size >= MAX_ENTRIES) this.#entries.delete(oldest);
    const answer = ask();
    const entry = { answer, until: now + LIFETIME_MS };
    this.#entries.set(key, entry);
    answer.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    return answer;
  }
}
