export interface KeyedWorkOptions {
  /** Resolves to when it wants to be done again; undefined: when somebody asks. What it throws is reported and retried. */
  readonly work: (key: string, signal: AbortSignal) => Promise<number | undefined>;
  readonly onError: (error: unknown) => void;
}

interface Task {
  isRunning: boolean;
  /** Asked for while it was running. */
  isAskedFor: boolean;
  timer: NodeJS.Timeout | undefined;
  /** In a row. */
  failures: number;
}

/** A failure that nobody foresaw may be over soon, or last: a full disk. */
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

/** Work by keys: a key is pending once, never runs twice at once, and runs again if it was asked for while running. */
export class KeyedWork {
  readonly #options: KeyedWorkOptions;
  readonly #tasks = new Map<string, Task>();
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: KeyedWorkOptions) {
    this.#options = options;
  }

  /** Does it soon, whenever it would have been done next. */
  add(key: string): void {
    this.#schedule(key, 0);
  }

  /** Not to be done again unless somebody asks. */
  forget(key: string): void {
    const task = this.#tasks.get(key);
    clearTimeout(task?.timer);
    if (task?.isRunning !== true) this.#tasks.delete(key);
  }

  /** Resolves when nothing runs any more; nothing will. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const { timer } of this.#tasks.values()) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  #schedule(key: string, delayMs: number): void {
    if (this.#stopping.signal.aborted) return;
    const task = this.#tasks.get(key) ?? newTask();
    this.#tasks.set(key, task);
    if (task.isRunning) {
      task.isAskedFor = true;
      return;
    }
    clearTimeout(task.timer);
    task.timer = setTimeout(() => this.#start(key, task), delayMs).unref();
  }

  #start(key: string, task: Task): void {
    task.isRunning = true;
    task.isAskedFor = false;
    const run = this.#run(key, task).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async #run(key: string, task: Task): Promise<void> {
    const { work, onError } = this.#options;
    let againMs: number | undefined;
    try {
      againMs = await work(key, this.#stopping.signal);
      task.failures = 0;
    } catch (error) {
      if (!this.#stopping.signal.aborted) onError(error);
      againMs = Math.min(FIRST_RETRY_MS * 2 ** task.failures, LAST_RETRY_MS);
      task.failures += 1;
    }
    task.isRunning = false;
    if (task.isAskedFor) this.#schedule(key, 0);
    else if (againMs !== undefined) this.#schedule(key, againMs);
    else this.#tasks.delete(key);
  }
}

function newTask(): Task {
  return { isRunning: false, isAskedFor: false, timer: undefined, failures: 0 };
}
