import { Histogram } from './histogram.ts';
import { metricText, type MetricFamily } from './metric-text.ts';
import { Counter, Gauge, type MetricOptions } from './metrics.ts';

/** All metrics of a process. */
export class MetricsRegistry {
  readonly #families: (() => MetricFamily)[] = [];
  readonly #names = new Set<string>();
  readonly #refreshers: (() => void)[] = [];

  counter(options: MetricOptions): Counter {
    return this.#add(options.name, new Counter(options));
  }

  gauge(options: MetricOptions): Gauge {
    return this.#add(options.name, new Gauge(options));
  }

  histogram(options: MetricOptions & { bounds?: readonly number[] }): Histogram {
    return this.#add(options.name, new Histogram(options));
  }

  /** Called before each reading, for gauges of what would be costly to follow. It must not throw. */
  beforeReading(refresh: () => void): void {
    this.#refreshers.push(refresh);
  }

  /** In the text format of Prometheus. */
  text(): string {
    for (const refresh of this.#refreshers) refresh();
    return metricText(this.#families.map((family) => family()));
  }

  #add<T extends { family(): MetricFamily }>(name: string, metric: T): T {
    if (this.#names.has(name)) throw new Error(`there is already a metric ${name}`);
    this.#names.add(name);
    this.#families.push(() => metric.family());
    return metric;
  }
}
