import { labelText, type Labels, type MetricFamily, type Sample } from './metric-text.ts';
import type { MetricOptions } from './metrics.ts';

/** Seconds: from what a memory lookup takes to what a person gives up on. */
const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

interface Series {
  readonly labels: Labels;
  /** By bucket, the one above the last bound included. Not yet cumulated. */
  readonly counts: number[];
  sum: number;
  count: number;
}

/** How many values were at most so large. */
export class Histogram {
  readonly #options: MetricOptions;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  constructor({ bounds = DURATION_BUCKETS, ...options }: MetricOptions & { bounds?: readonly number[] }) {
    this.#options = options;
    this.#bounds = bounds;
  }

  observe(value: number, labels: Labels = {}): void {
    const key = labelText(labels);
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels, counts: [0, ...this.#bounds.map(() => 0)], sum: 0, count: 0 };
      this.#series.set(key, series);
    }
    const found = this.#bounds.findIndex((bound) => value <= bound);
    const bucket = found < 0 ? this.#bounds.length : found;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
    series.count += 1;
  }

  family(): MetricFamily {
    return { ...this.#options, type: 'histogram', samples: this.#samples() };
  }

  *#samples(): Iterable<Sample> {
    for (const { labels, counts, sum, count } of this.#series.values()) {
      let below = 0;
      for (const [index, bound] of [...this.#bounds, Infinity].entries()) {
        below += counts[index] ?? 0;
        const le = bound === Infinity ? '+Inf' : String(bound);
        yield { suffix: '_bucket', labels: { ...labels, le }, value: below };
      }
      yield { suffix: '_sum', labels, value: sum };
      yield { suffix: '_count', labels, value: count };
    }
  }
}
