import { monitorEventLoopDelay } from 'node:perf_hooks';

/** As often as the event loop is asked how late it is. */
const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

/** There is one event loop, however many servers share it: it is asked once for all of them. */
const shared = { delay: monitorEventLoopDelay({ resolution: RESOLUTION_MS }), users: 0 };

/** How late the event loop runs, watched from start to stop. */
export class EventLoopDelay {
  #isStarted = false;

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    shared.users += 1;
    if (shared.users === 1) shared.delay.enable();
  }

  stop(): void {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    shared.users -= 1;
    if (shared.users === 0) shared.delay.disable();
  }

  /** 0 before anything is known. */
  p99Seconds(): number {
    const late = shared.delay.percentile(99) / NANOSECONDS;
    return Number.isFinite(late) ? late : 0;
  }
}
