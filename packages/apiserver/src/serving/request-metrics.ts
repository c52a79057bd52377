import { EventLoopDelay } from './event-loop-delay.ts';
import type { RequestInfo } from './request-info.ts';

/** Counts what is answered, and how late the event loop runs. Paths do not count one by one: anyone can make them up. */
export class RequestMetrics {
  readonly #answered = new Map<string, number>();
  readonly #delay = new EventLoopDelay();

  start(): void {
    this.#delay.start();
  }

  stop(): void {
    this.#delay.stop();
  }

  count(info: RequestInfo, code: number, isServed: boolean): void {
    const labels = `${subjectOf(info, isServed)},code="${code}"`;
    this.#answered.set(labels, (this.#answered.get(labels) ?? 0) + 1);
  }

  /** In the text format of Prometheus. */
  text(): string {
    const counters = [...this.#answered].map(
      ([labels, count]) => `apiserver_request_total{${labels}} ${count}`,
    );
    return [
      '# TYPE apiserver_request_total counter',
      ...counters,
      '# TYPE nodejs_eventloop_delay_p99_seconds gauge',
      `nodejs_eventloop_delay_p99_seconds ${this.#delay.p99Seconds()}`,
      '',
    ].join('\n');
  }
}

function subjectOf(info: RequestInfo, isServed: boolean): string {
  if (info.type === 'path' || !isServed) return 'verb="",group="",resource=""';
  const { verb, group, version, resource, subresource = '' } = info;
  return `verb="${verb}",group="${group}",version="${version}",resource="${resource}",subresource="${subresource}"`;
}
