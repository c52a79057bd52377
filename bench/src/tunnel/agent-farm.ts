import { fork, type ChildProcess } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FarmOrder, FarmReport, FarmTask } from './farm-process.ts';

const POLL_MS = 50;
/** Agents have machines of their own: here they get what the hub, its API server and the others leave. */
const NICER = 10;

/** Agents spread over processes of their own. */
export class AgentFarm {
  readonly #children: ChildProcess[] = [];
  readonly #reports = new Map<ChildProcess, FarmReport>();

  start(task: FarmTask, processes: number): void {
    const share = Math.ceil(task.agents.length / processes);
    for (let i = 0; i < processes; i += 1) {
      const child = fork(fileURLToPath(new URL('farm-process.ts', import.meta.url)));
      child.on('message', (report: FarmReport) => this.#reports.set(child, report));
      if (child.pid !== undefined) setPriority(child.pid, farmPriority());
      this.#children.push(child);
      const agents = task.agents.slice(i * share, (i + 1) * share);
      child.send({ type: 'start', task: { ...task, agents } } satisfies FarmOrder);
    }
  }

  pids(): number[] {
    return this.#children.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  /** Of all processes together, as they said last. */
  counts(): FarmReport {
    const reports = [...this.#reports.values()];
    const sum = (of: (report: FarmReport) => number) =>
      reports.reduce((total, report) => total + of(report), 0);
    return {
      connected: sum(({ connected }) => connected),
      heartbeats: sum(({ heartbeats }) => heartbeats),
      lateHeartbeats: sum(({ lateHeartbeats }) => lateHeartbeats),
      failures: sum(({ failures }) => failures),
      lastFailure: reports.map(({ lastFailure }) => lastFailure).find((words) => words !== '') ?? '',
    };
  }

  /** All tunnels at once. */
  cut(): void {
    for (const child of this.#children) child.send({ type: 'cut' } satisfies FarmOrder);
  }

  /** Returns when it is true, or when the patience is over. */
  async until(isTrue: (counts: FarmReport) => boolean, patienceMs: number): Promise<void> {
    const endMs = performance.now() + patienceMs;
    while (!isTrue(this.counts()) && performance.now() < endMs) await delay(POLL_MS);
  }

  stop(): void {
    for (const child of this.#children) child.disconnect();
  }
}

function farmPriority(): number {
  return Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICER);
}
