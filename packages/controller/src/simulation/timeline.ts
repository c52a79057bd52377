import { DelayHeap } from '../queue/delay-heap.ts';

interface TimelineEvent {
  readyAtMs: number;
  heapIndex: number;
  readonly happen: () => void;
}

/** True time, of which the machines' clocks are pictures. Events happen one by one, each to the end. */
export class Timeline {
  readonly #events = new DelayHeap<TimelineEvent>();
  #nowMs = 0;

  get nowMs(): number {
    return this.#nowMs;
  }

  at(timeMs: number, happen: () => void): () => void {
    const event = { readyAtMs: Math.max(timeMs, this.#nowMs), heapIndex: -1, happen };
    this.#events.add(event);
    return () => {
      if (event.heapIndex >= 0) this.#events.remove(event);
    };
  }

  in(delayMs: number, happen: () => void): () => void {
    return this.at(this.#nowMs + delayMs, happen);
  }

  /** Until then; `afterEach` sees the world at rest after each event. */
  async runUntil(timeMs: number, afterEach: () => void): Promise<void> {
    for (
      let event = this.#events.earliest;
      event && event.readyAtMs <= timeMs;
      event = this.#events.earliest
    ) {
      this.#events.remove(event);
      this.#nowMs = event.readyAtMs;
      event.happen();
      await new Promise<void>((resolve) => setImmediate(resolve));
      afterEach();
    }
    this.#nowMs = timeMs;
  }
}
