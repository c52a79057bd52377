import type { Container, ContainerStatus } from '@banyan/api/objects';
import { timestamp } from '../cluster/set-condition.ts';

/** Between the first and the second restart; doubled each time up to five minutes, forgotten after ten minutes well. */
const FIRST_BACKOFF_MS = 10_000;
const LONGEST_BACKOFF_MS = 300_000;
const WELL_AFTER_MS = 600_000;

export type RunState =
  | { readonly type: 'waiting'; readonly reason: string; readonly message?: string }
  | { readonly type: 'running'; readonly sinceMs: number }
  | { readonly type: 'ended'; readonly code: number; readonly sinceMs: number; readonly endedMs: number };

/** One container of one pod, from start to start. */
export class ContainerRun {
  readonly container: Container;
  state: RunState;
  restarts: number;
  /** How the run before this one ended. */
  last: Extract<RunState, { type: 'ended' }> | undefined;
  /** Not started again before this. */
  notBeforeMs = 0;
  /** Ends the program that runs, if there is one. */
  stop: () => void = () => {};
  #backoffMs = 0;

  constructor(container: Container, reason: string, restarts = 0) {
    this.container = container;
    this.state = { type: 'waiting', reason };
    this.restarts = restarts;
  }

  start(nowMs: number): void {
    if (this.state.type === 'ended') {
      this.last = this.state;
      this.restarts += 1;
    }
    this.state = { type: 'running', sinceMs: nowMs };
  }

  end(code: number, nowMs: number): void {
    if (this.state.type !== 'running') return;
    const { sinceMs } = this.state;
    if (nowMs - sinceMs > WELL_AFTER_MS) this.#backoffMs = 0;
    this.notBeforeMs = nowMs + this.#backoffMs;
    this.#backoffMs = Math.min(LONGEST_BACKOFF_MS, Math.max(FIRST_BACKOFF_MS, this.#backoffMs * 2));
    this.state = { type: 'ended', code, sinceMs, endedMs: nowMs };
  }

  get isRunning(): boolean {
    return this.state.type === 'running';
  }

  /** As the kubelet writes it. `backoff`: it will be started again, and waits for that. */
  status(pod: PodIdentity, { ready, nowMs, restarts }: StatusFacts): ContainerStatus {
    const { name, image = '' } = this.container;
    const waits =
      restarts && this.state.type === 'ended' && this.notBeforeMs > nowMs ? this.state : undefined;
    const last = waits ?? this.last;
    return {
      name,
      state: waits === undefined ? this.#shown(pod) : { waiting: this.#backoff(pod) },
      lastState: last === undefined ? {} : { terminated: this.#terminated(pod, last) },
      ready,
      restartCount: this.restarts,
      image,
      imageID: this.state.type === 'waiting' ? '' : `playground://${image}`,
      ...(this.state.type !== 'waiting' && { containerID: this.#id(pod) }),
      started: this.isRunning,
    };
  }

  #shown(pod: PodIdentity): NonNullable<ContainerStatus['state']> {
    switch (this.state.type) {
      case 'waiting': {
        const { reason, message } = this.state;
        return { waiting: { reason, ...(message !== undefined && { message }) } };
      }
      case 'running':
        return { running: { startedAt: timestamp(this.state.sinceMs) } };
      case 'ended':
        return { terminated: this.#terminated(pod, this.state) };
    }
  }

  #terminated(pod: PodIdentity, { code, sinceMs, endedMs }: Extract<RunState, { type: 'ended' }>) {
    return {
      exitCode: code,
      reason: code === 0 ? 'Completed' : 'Error',
      startedAt: timestamp(sinceMs),
      finishedAt: timestamp(endedMs),
      containerID: this.#id(pod),
    };
  }

  #backoff({ namespace, name, uid }: PodIdentity): { reason: string; message: string } {
    const seconds = Math.min(LONGEST_BACKOFF_MS, Math.max(FIRST_BACKOFF_MS, this.#backoffMs / 2)) / 1000;
    const length = seconds >= 60 ? `${Math.floor(seconds / 60)}m${seconds % 60}s` : `${seconds}s`;
    return {
      reason: 'CrashLoopBackOff',
      message: `back-off ${length} restarting failed container=${this.container.name} pod=${name}_${namespace}(${uid})`,
    };
  }

  #id({ uid }: PodIdentity): string {
    return `playground://${uid}/${this.container.name}/${this.restarts}`;
  }
}

export interface PodIdentity {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

interface StatusFacts {
  readonly ready: boolean;
  readonly nowMs: number;
  /** The pod's policy would start it again. */
  readonly restarts: boolean;
}
