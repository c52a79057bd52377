import { setTimeout as delay } from 'node:timers/promises';
import type { RecordedStep } from './record-run.ts';
import type { Json } from './scenario.ts';

/** A request near the end of a second could be in either; seconds are all that managedFields know of time. */
const SAFE_MS = { from: 20, to: 700 };

/** Which second each write of a run was in, and the run's own seconds in place of the real ones. */
export class RunClock {
  /** Seconds in which a slow write ended that began in an earlier one. */
  readonly #sameAs = new Map<string, string>();
  #isLate = false;

  async untilSafe(nextSecond: boolean): Promise<void> {
    const ms = Date.now() % 1000;
    if (nextSecond || this.#isLate || ms > SAFE_MS.to) await delay(1000 - ms + SAFE_MS.from);
    this.#isLate = false;
  }

  now(): string {
    return `${new Date().toISOString().slice(0, 19)}Z`;
  }

  /** When a write happened: the server says so if it made an entry; one write may have made entries in two seconds. */
  timeOf(answer: Json, sent: string): string {
    const times = managedFieldsOf(answer).map(({ time = '' }) => time);
    const [at = sent, ...later] = [...new Set(times.filter((time) => time >= sent))].sort();
    for (const time of later) this.#sameAs.set(time, at);
    this.#isLate = at !== sent || later.length > 0;
    return at;
  }

  /** Real seconds become the first seconds of a year, in the same order. */
  withRunsOwnTimes(steps: readonly RecordedStep[]): RecordedStep[] {
    const seconds = [...new Set(steps.map(({ at }) => at))].sort();
    const rename = (time: string) => {
      const rank = seconds.findLastIndex((second) => second <= (this.#sameAs.get(time) ?? time));
      return new Date(Date.UTC(2026, 0, 1, 0, 0, Math.max(0, rank))).toISOString().replace('.000', '');
    };
    return steps.map((step) => {
      const object = step.object && structuredClone(step.object);
      for (const entry of managedFieldsOf(object ?? {})) {
        if (entry.time !== undefined) entry.time = rename(entry.time);
      }
      return { ...step, at: rename(step.at), ...(object && { object }) };
    });
  }
}

function managedFieldsOf(object: Json): { time?: string }[] {
  const metadata = (object['metadata'] ?? {}) as { managedFields?: { time?: string }[] };
  return metadata.managedFields ?? [];
}
