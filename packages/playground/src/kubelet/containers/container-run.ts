import type { Container } from '@banyan/api/objects';
import type { RunningProgram } from '../../shell/start-program.ts';
import type { VirtualFiles } from '../../shell/virtual-files.ts';
import { ContainerLog } from '../logs/container-log.ts';
import { probesOf, type ProbeRun } from '../probes/probe-run.ts';
import type { ContainerProgram } from './container-program.ts';

/** Between the first and the second restart; doubled each time up to five minutes, forgotten after ten minutes well. */
const FIRST_BACKOFF_MS = 10_000;
const LONGEST_BACKOFF_MS = 300_000;
/** After so many ends restarts wait no longer than before. */
const ENDS_TO_LONGEST = 7;
const WELL_AFTER_MS = 600_000;

export type ContainerRole = 'init' | 'sidecar' | 'main' | 'ephemeral';

export interface Ended {
  readonly type: 'ended';
  readonly code: number;
  /** Undefined: `Completed` or `Error`, by the code. */
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly sinceMs: number;
  readonly endedMs: number;
}

export type RunState =
  | { readonly type: 'waiting'; readonly reason: string; readonly message?: string }
  | { readonly type: 'running'; readonly sinceMs: number }
  | Ended;

/** One container of one pod, from start to start. */
export class ContainerRun {
  container: Readonly<Container>;
  readonly role: ContainerRole;
  state: RunState;
  restarts = 0;
  /** How the run before this one ended. */
  last: Ended | undefined;
  /** Not started again before this. */
  notBeforeMs = 0;
  probes: readonly ProbeRun[] = [];
  /** Its `postStart` is done, if it has one. */
  isSettled = true;
  program: ContainerProgram | undefined;
  /** What it sees as its files, once somebody has looked. */
  files: VirtualFiles | undefined;
  /** What this run printed; undefined: nothing yet. */
  log: ContainerLog | undefined;
  previousLog: ContainerLog | undefined;
  /** Commands that others run in it: they end with it. */
  readonly guests = new Set<RunningProgram>();
  /** It is asked to end, and made to at this time. */
  killAtMs: number | undefined;
  #backoffMs = 0;

  constructor(container: Readonly<Container>, role: ContainerRole, reason: string) {
    this.container = container;
    this.role = role;
    this.state = { type: 'waiting', reason };
  }

  get isRunning(): boolean {
    return this.state.type === 'running';
  }

  /** It runs, and what it is started by is done. */
  get isStarted(): boolean {
    if (!this.isRunning || !this.isSettled) return false;
    return this.probes.every(({ kind, isHealthy }) => kind !== 'Startup' || isHealthy);
  }

  get isReady(): boolean {
    return this.isStarted && this.probes.every(({ kind, isHealthy }) => kind !== 'Readiness' || isHealthy);
  }

  /** How long a restart waited last. */
  get backoffMs(): number {
    return Math.min(LONGEST_BACKOFF_MS, Math.max(FIRST_BACKOFF_MS, this.#backoffMs / 2));
  }

  start(nowMs: number): void {
    if (this.state.type === 'ended') {
      this.last = this.state;
      this.restarts += 1;
    }
    this.state = { type: 'running', sinceMs: nowMs };
    this.probes = probesOf(this.container, nowMs);
    this.files = undefined;
    this.previousLog = this.log ?? this.previousLog;
    this.log = undefined;
    this.killAtMs = undefined;
  }

  end(how: Pick<Ended, 'code' | 'reason' | 'message'>, nowMs: number): void {
    if (this.state.type !== 'running') return;
    const { sinceMs } = this.state;
    if (nowMs - sinceMs > WELL_AFTER_MS) this.#backoffMs = 0;
    this.#delay(nowMs);
    this.state = { type: 'ended', ...how, sinceMs, endedMs: nowMs };
    this.program = undefined;
    this.killAtMs = undefined;
    this.probes = [];
    this.log?.end();
    for (const guest of this.guests) guest.signal('KILL');
  }

  /** Goes on from what was written down of it. */
  restore(state: RunState, last: Ended | undefined, restarts: number): void {
    this.state = state;
    this.last = last;
    this.restarts = restarts;
    const ends = state.type === 'ended' ? restarts + 1 : restarts;
    for (let i = 0; i < Math.min(ends, ENDS_TO_LONGEST); i += 1)
      this.#delay(state.type === 'ended' ? state.endedMs : 0);
  }

  print(text: string, nowMs: number): void {
    this.openLog().write(text, nowMs);
  }

  /** The log of this run, for who waits for what is still to come. */
  openLog(): ContainerLog {
    this.log ??= new ContainerLog();
    if (!this.isRunning) this.log.end();
    return this.log;
  }

  #delay(nowMs: number): void {
    this.notBeforeMs = nowMs + this.#backoffMs;
    this.#backoffMs = Math.min(LONGEST_BACKOFF_MS, Math.max(FIRST_BACKOFF_MS, this.#backoffMs * 2));
  }
}
