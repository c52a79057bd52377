import { labelText, type Labels, type MetricFamily, type Sample } from './metric-text.ts';

export interface MetricOptions {
  readonly name: string;
  readonly help: string;
}

/** Whatever has a value for each set of labels. A set that anyone can make up does not belong into labels. */
class LabelledValues {
  readonly #values = new Map<string, { labels: Labels; value: number }>();

  set(labels: Labels, value: number): void {
    this.#values.set(labelText(labels), { labels, value });
  }

  add(labels: Labels, by: number): void {
    const key = labelText(labels);
    const known = this.#values.get(key);
    if (known === undefined) this.#values.set(key, { labels, value: by });
    else known.value += by;
  }

  delete(labels: Labels): void {
    this.#values.delete(labelText(labels));
  }

  samples(): Iterable<Sample> {
    return this.#values.values();
  }
}

/** Only grows. */
export class Counter {
  readonly #options: MetricOptions;
  readonly #values = new LabelledValues();

  constructor(options: MetricOptions) {
    this.#options = options;
  }

  add(by = 1, labels: Labels = {}): void {
    if (by > 0) this.#values.add(labels, by);
  }

  family(): MetricFamily {
    return { ...this.#options, type: 'counter', samples: this.#values.samples() };
  }
}

/** What stands now. */
export class Gauge {
  readonly #options: MetricOptions;
  readonly #values = new LabelledValues();

  constructor(options: MetricOptions) {
    this.#options = options;
  }

  set(value: number, labels: Labels = {}): void {
    this.#values.set(labels, value);
  }

  add(by: number, labels: Labels = {}): void {
    this.#values.add(labels, by);
  }

  /** Of what is gone, nothing is said. */
  delete(labels: Labels): void {
    this.#values.delete(labels);
  }

  family(): MetricFamily {
    return { ...this.#options, type: 'gauge', samples: this.#values.samples() };
  }
}
