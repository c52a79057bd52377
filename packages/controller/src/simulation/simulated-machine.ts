import type { Clock } from '../clock/clock.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Timeline } from './timeline.ts';

interface Timer {
  readonly dueElapsedMs: number;
  readonly callback: () => void;
  cancelAlarm: () => void;
}

/**
 * A machine with one process on it, and its clocks. `stop` is SIGSTOP: time goes on, the process does not. `sleep`
 * is a suspended laptop or virtual machine: the elapsed clock stands still too. While it is either, what arrives
 * waits; afterwards all that is due happens, in any order.
 */
export class SimulatedMachine implements Clock {
  readonly #timeline: Timeline;
  readonly #random: SeededRandom;
  readonly #timers = new Set<Timer>();
  #inbox: (() => void)[] = [];
  #state: 'awake' | 'stopped' | 'asleep' | 'dead' = 'awake';
  #wallOffsetMs: number;
  #sleptMs = 0;
  #asleepSinceMs = 0;
  #awakeSinceMs = 0;

  constructor(timeline: Timeline, random: SeededRandom) {
    this.#timeline = timeline;
    this.#random = random;
    this.#wallOffsetMs = Date.UTC(2030, 0, 1) + random.between(-3_600_000, 3_600_000);
  }

  get isAwake(): boolean {
    return this.#state === 'awake';
  }

  get isDead(): boolean {
    return this.#state === 'dead';
  }

  /** True time since it last woke from something. */
  get awakeForMs(): number {
    return this.#timeline.nowMs - this.#awakeSinceMs;
  }

  now(): number {
    return Math.floor(this.#timeline.nowMs + this.#wallOffsetMs);
  }

  elapsed(): number {
    const until = this.#state === 'asleep' ? this.#asleepSinceMs : this.#timeline.nowMs;
    return until - this.#sleptMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer: Timer = {
      dueElapsedMs: this.elapsed() + Math.max(0, delayMs),
      callback,
      cancelAlarm: () => undefined,
    };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => {
      timer.cancelAlarm();
      this.#timers.delete(timer);
    };
  }

  /** Something comes from outside: the answer to a request. */
  deliver(callback: () => void): void {
    if (this.#state === 'awake') callback();
    else if (this.#state !== 'dead') this.#inbox.push(callback);
  }

  jumpWallClock(ms: number): void {
    this.#wallOffsetMs += ms;
    this.#awakeSinceMs = this.#timeline.nowMs;
  }

  stop(): void {
    if (this.#state === 'awake') this.#state = 'stopped';
  }

  sleep(): void {
    if (this.#state !== 'awake') return;
    this.#state = 'asleep';
    this.#asleepSinceMs = this.#timeline.nowMs;
  }

  /** kill -9. */
  kill(): void {
    this.#state = 'dead';
    for (const timer of this.#timers) timer.cancelAlarm();
  }

  wake(): void {
    if (this.#state !== 'stopped' && this.#state !== 'asleep') return;
    if (this.#state === 'asleep') this.#sleptMs += this.#timeline.nowMs - this.#asleepSinceMs;
    this.#state = 'awake';
    this.#awakeSinceMs = this.#timeline.nowMs;
    const arrived = this.#inbox;
    this.#inbox = [];
    const elapsed = this.elapsed();
    const due = [...this.#timers].filter(({ dueElapsedMs }) => dueElapsedMs <= elapsed);
    const events = [...arrived, ...due.map((timer) => () => this.#fire(timer))];
    while (events.length > 0) {
      const [event] = events.splice(Math.floor(this.#random.next() * events.length), 1);
      if (event) this.#timeline.in(0, () => this.deliver(event));
    }
    for (const timer of this.#timers) if (!due.includes(timer)) this.#arm(timer);
  }

  #arm(timer: Timer): void {
    timer.cancelAlarm();
    const delayMs = Math.max(0, timer.dueElapsedMs - this.elapsed());
    timer.cancelAlarm = this.#timeline.in(delayMs, () => {
      if (this.#state === 'awake' && this.elapsed() >= timer.dueElapsedMs - 1e-6) this.#fire(timer);
    });
  }

  #fire(timer: Timer): void {
    if (this.#timers.delete(timer)) timer.callback();
  }
}
