import { setTimeout as delay } from 'node:timers/promises';
import { KubeClient, type ClusterConnection } from '@banyan/kube';

const EVERY_MS = 20;

export interface CallerReport {
  readonly requests: number;
  readonly failures: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Someone who asks for a small thing again and again, at a steady pace whether answers come or not, while others do other things. */
export class OtherCaller {
  readonly #client: KubeClient;
  readonly #path: string;
  #latenciesMs: number[] = [];
  #failures = 0;

  constructor(connection: ClusterConnection, path: string) {
    this.#client = new KubeClient(connection, { timeoutMs: 60_000 });
    this.#path = path;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      void this.#ask();
      await delay(EVERY_MS);
    }
    await this.#client.close();
  }

  /** Since the last time. */
  take(): CallerReport {
    const sorted = this.#latenciesMs.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
    const failures = this.#failures;
    this.#latenciesMs = [];
    this.#failures = 0;
    const maxMs = sorted.at(-1) ?? Number.NaN;
    return { requests: sorted.length, failures, p50Ms: at(0.5), p99Ms: at(0.99), maxMs };
  }

  async #ask(): Promise<void> {
    const startedMs = performance.now();
    try {
      const { status, body } = await this.#client.request({ method: 'GET', path: this.#path });
      await body.toArray();
      if (status !== 200) this.#failures += 1;
    } catch {
      this.#failures += 1;
    }
    this.#latenciesMs.push(performance.now() - startedMs);
  }
}
