/** A line, or what was printed of one at a time. */
export interface LogEntry {
  readonly timeMs: number;
  readonly text: string;
}

/** What is kept of what a container prints. */
const DEFAULT_LIMIT_BYTES = 1024 * 1024;

/** What one run of a container printed, the oldest dropped when it is too much. */
export class ContainerLog {
  readonly #limitBytes: number;
  readonly #listeners = new Set<() => void>();
  #entries: LogEntry[] = [];
  #dropped = 0;
  #sizeBytes = 0;
  #isEnded = false;

  constructor(limitBytes = DEFAULT_LIMIT_BYTES) {
    this.#limitBytes = limitBytes;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The number that the next entry will have. */
  get next(): number {
    return this.#dropped + this.#entries.length;
  }

  /** Entries from this number on, as far as they are kept. */
  from(number: number): readonly LogEntry[] {
    return this.#entries.slice(Math.max(0, number - this.#dropped));
  }

  write(data: string, timeMs: number): void {
    for (const text of data.match(/[^\n]*\n|[^\n]+/g) ?? []) {
      this.#entries.push({ timeMs, text });
      this.#sizeBytes += text.length;
    }
    if (this.#sizeBytes > this.#limitBytes) this.#drop();
    this.#tell();
  }

  /** Nothing more will come. */
  end(): void {
    this.#isEnded = true;
    this.#tell();
  }

  /** Calls it when there is more, or the end. Returns what takes it back. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A quarter at once: to drop one at a time would move all others each time. */
  #drop(): void {
    let [count, freed] = [0, 0];
    while (this.#sizeBytes - freed > this.#limitBytes * 0.75) {
      freed += this.#entries[count]?.text.length ?? 0;
      count += 1;
    }
    this.#entries = this.#entries.slice(count);
    this.#dropped += count;
    this.#sizeBytes -= freed;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
