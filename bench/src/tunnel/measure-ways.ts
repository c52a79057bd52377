import { KubeClient, type ClusterConnection } from '@banyan/kube';
import { cpuTimeMs } from '../process-usage.ts';

/** One road to the member's API server. */
export interface Way {
  readonly name: string;
  readonly connection: ClusterConnection;
}

/** Processes whose CPU time is counted, by what they are. */
export type CountedProcesses = Readonly<Record<string, number>>;

export interface Load {
  readonly path: string;
  /** Requests at once. */
  readonly width: number;
  /** Of each way. */
  readonly seconds: number;
}

export interface Measured {
  readonly way: string;
  readonly requests: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of each process, and of the client. */
  readonly cpuMs: Readonly<Record<string, number>>;
}

/** The ways take turns, so that a machine that is slow for a while is so for all of them. */
const ROUNDS = 4;

/** The same request again and again by each way, after a round that does not count. */
export async function measureWays(
  ways: readonly Way[],
  load: Load,
  processes: CountedProcesses,
): Promise<Measured[]> {
  const meters = ways.map((way) => new WayMeter(way, processes));
  const round = { ...load, seconds: load.seconds / ROUNDS };
  for (const meter of meters) await meter.warm(round);
  for (let i = 0; i < ROUNDS; i += 1) for (const meter of meters) await meter.run(round);
  await Promise.all(meters.map((meter) => meter.close()));
  return meters.map((meter) => meter.result());
}

class WayMeter {
  readonly #name: string;
  readonly #client: KubeClient;
  readonly #processes: CountedProcesses;
  readonly #latenciesMs: number[] = [];
  readonly #cpuMs: Record<string, number> = {};
  #bytes = 0;
  #elapsedMs = 0;

  constructor({ name, connection }: Way, processes: CountedProcesses) {
    this.#name = name;
    this.#client = new KubeClient(connection);
    this.#processes = processes;
  }

  async warm(load: Load): Promise<void> {
    await repeat(this.#client, load);
  }

  async run(load: Load): Promise<void> {
    const before = cpuOf(this.#processes);
    const startedMs = performance.now();
    const { latenciesMs, bytes } = await repeat(this.#client, load);
    this.#elapsedMs += performance.now() - startedMs;
    for (const [name, ms] of Object.entries(cpuOf(this.#processes))) {
      this.#cpuMs[name] = (this.#cpuMs[name] ?? 0) + ms - (before[name] ?? 0);
    }
    for (const ms of latenciesMs) this.#latenciesMs.push(ms);
    this.#bytes += bytes;
  }

  result(): Measured {
    const sorted = this.#latenciesMs.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
    return {
      way: this.#name,
      requests: sorted.length,
      bytes: this.#bytes,
      seconds: this.#elapsedMs / 1000,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      cpuMs: this.#cpuMs,
    };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

async function repeat(client: KubeClient, { path, width, seconds }: Load) {
  const endMs = performance.now() + seconds * 1000;
  const latenciesMs: number[] = [];
  let bytes = 0;
  const lane = async () => {
    while (performance.now() < endMs) {
      const startedMs = performance.now();
      const size = await fetchOnce(client, path);
      bytes += size;
      latenciesMs.push(performance.now() - startedMs);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return { latenciesMs, bytes };
}

async function fetchOnce(client: KubeClient, path: string): Promise<number> {
  // As it is: the parent's API server would ask for gzip by itself.
  const headers = { 'accept-encoding': 'identity' };
  const { status, body } = await client.request({ method: 'GET', path, headers });
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
  if (status !== 200) throw new Error(`GET ${path} was answered by ${status}`);
  return bytes;
}

function cpuOf(processes: CountedProcesses): Record<string, number> {
  const all = { client: process.pid, ...processes };
  return Object.fromEntries(Object.entries(all).map(([name, pid]) => [name, cpuTimeMs(pid)]));
}
