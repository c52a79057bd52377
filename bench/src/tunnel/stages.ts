import { cpus } from 'node:os';
import { cpuTimeMs } from '../process-usage.ts';
import type { AgentFarm } from './agent-farm.ts';
import type { BenchCluster } from './bench-clusters.ts';
import type { BenchHub } from './bench-hub.ts';
import type { CallerReport, OtherCaller } from './other-caller.ts';

type Row = Record<string, string | number>;

export interface StageParts {
  readonly parent: BenchCluster;
  readonly hub: BenchHub;
  readonly farm: AgentFarm;
  readonly caller: OtherCaller;
  readonly progress: (line: string) => void;
}

interface CpuTimes {
  readonly hub: number;
  readonly parent: number;
  readonly agents: number;
  /** Everything that runs on this machine. */
  readonly machine: number;
}

/** What the hub and the other caller went through meanwhile. */
export class Stages {
  readonly rows: Row[] = [];
  readonly #agents: number;
  readonly #parts: StageParts;
  #startedMs = 0;
  #failures = 0;
  #cpuMs: CpuTimes = { hub: 0, parent: 0, agents: 0, machine: 0 };

  constructor(agents: number, parts: StageParts) {
    this.#agents = agents;
    this.#parts = parts;
  }

  async begin(): Promise<void> {
    const { caller, farm } = this.#parts;
    await this.#loopDelayMs();
    caller.take();
    this.#startedMs = performance.now();
    this.#failures = farm.counts().failures;
    this.#cpuMs = this.#cpu();
  }

  async end(stage: string): Promise<void> {
    const { caller, farm, progress } = this.#parts;
    const seconds = (performance.now() - this.#startedMs) / 1000;
    const after = this.#cpu();
    const { connected, failures, lastFailure } = farm.counts();
    const usedMs = (of: keyof CpuTimes) => after[of] - this.#cpuMs[of];
    const cores = (of: keyof CpuTimes) => usedMs(of) / 1000 / seconds;
    const row = {
      stage,
      s: seconds,
      connected,
      'hub CPU ms an agent': usedMs('hub') / this.#agents,
      'hub cores': cores('hub'),
      'API server cores': cores('parent'),
      'agents’ cores': cores('agents'),
      'all cores': cores('machine'),
      'hub loop late p99 ms': await this.#loopDelayMs(),
      'agents’ failures': failures - this.#failures,
      ...callerCells(caller.take()),
    };
    this.rows.push(row);
    progress(JSON.stringify(row));
    if (failures > this.#failures) progress(`the last failure of an agent: ${lastFailure}`);
  }

  #cpu(): CpuTimes {
    const { hub, parent, farm } = this.#parts;
    const agents = farm.pids().reduce((sum, pid) => sum + cpuTimeMs(pid), 0);
    return { hub: cpuTimeMs(hub.program.pid), parent: cpuTimeMs(parent.pid), agents, machine: busyMs() };
  }

  /** Since it was asked for the last time: the hub begins anew with each reading. */
  async #loopDelayMs(): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.#parts.hub.metricsPort}/metrics`);
    const found = /^nodejs_eventloop_delay_p99_seconds (\S+)$/m.exec(await answer.text());
    return Number(found?.[1]) * 1000;
  }
}

function callerCells({ requests, failures, p50Ms, p99Ms, maxMs }: CallerReport): Row {
  return { requests, failed: failures, 'p50 ms': p50Ms, 'p99 ms': p99Ms, 'longest ms': maxMs };
}

function busyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}
