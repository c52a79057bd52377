import type { Container, Pod, Probe } from '@banyan/api/objects';
import type { Behaviour } from './behaviour.ts';
import { ContainerRun } from './container-run.ts';

/** What a container does once it runs. */
export interface Programs {
  /** Starts it; `ended` is called once, unless it runs for ever or is stopped. Returns what stops it. */
  start(run: ContainerRun, ended: (code: number) => void): () => void;
}

/** Ready is asked of it this often when something is on its way. */
const RETRY_IMAGE_PULL_MS = 15_000;

/**
 * The containers of one pod on its node. `advance` does what is due and says when it wants to be asked again; what
 * happens in between (a program ends) is told by `changed`.
 */
export class PodRun {
  readonly init: readonly ContainerRun[];
  readonly main: readonly ContainerRun[];
  readonly #pod: Readonly<Pod>;
  readonly #behaviour: Behaviour;
  readonly #programs: Programs;
  readonly #changed: () => void;
  readonly #boundMs: number;
  readonly #now: () => number;
  #stopMs: number | undefined;

  constructor(
    pod: Readonly<Pod>,
    parts: { behaviour: Behaviour; programs: Programs; now: () => number; changed: () => void },
  ) {
    this.#pod = pod;
    this.#behaviour = parts.behaviour;
    this.#programs = parts.programs;
    this.#now = parts.now;
    this.#changed = parts.changed;
    const { initContainers = [], containers } = pod.spec;
    const waiting = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
    const counted = (name: string) =>
      [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])].find(
        (status) => status.name === name,
      )?.restartCount ?? 0;
    this.init = initContainers.map((each) => new ContainerRun(each, waiting, counted(each.name)));
    this.main = containers.map((each) => new ContainerRun(each, waiting, counted(each.name)));
    this.#boundMs = parts.now();
  }

  get all(): readonly ContainerRun[] {
    return [...this.init, ...this.main];
  }

  /** Starts and restarts what is due. Returns in how many milliseconds there is more to do. */
  advance(): number | undefined {
    const nowMs = this.#now();
    if (this.#stopMs !== undefined) return undefined;
    const startMs = this.#boundMs + this.#behaviour.startDelayMs;
    if (nowMs < startMs) return startMs - nowMs;
    if (this.#behaviour.failsImagePull) return this.#failPull();
    const waits: number[] = [];
    for (const run of this.init) {
      waits.push(...this.#keepRunning(run, nowMs));
      if (!isPassed(run)) return soonest(waits);
    }
    for (const run of this.main) waits.push(...this.#keepRunning(run, nowMs));
    return soonest([...waits, ...this.all.flatMap((run) => untilReady(run, nowMs))]);
  }

  /** True when init containers are done, and so main ones may run. */
  get isInitialized(): boolean {
    return this.init.every(isPassed);
  }

  isReady(run: ContainerRun): boolean {
    if (this.#behaviour.isNeverReady || !run.isRunning || this.#behaviour.crashCode !== undefined)
      return false;
    return untilReady(run, this.#now()).length === 0;
  }

  /** True when it ended for good. */
  isOver(run: ContainerRun): boolean {
    return run.state.type === 'ended' && !this.willRestart(run);
  }

  willRestart(run: ContainerRun): boolean {
    if (run.state.type !== 'ended') return false;
    const policy = run.container.restartPolicy ?? this.#pod.spec.restartPolicy ?? 'Always';
    if (this.init.includes(run) && run.state.code === 0 && run.container.restartPolicy !== 'Always')
      return false;
    if (this.init.includes(run) && policy === 'Always') return true;
    return policy === 'Always' || (policy === 'OnFailure' && run.state.code !== 0);
  }

  /** Asks all containers to end. Returns in how many milliseconds they have; 0: they have. */
  stop(graceMs: number): number {
    const nowMs = this.#now();
    this.#stopMs ??= nowMs + Math.min(graceMs, this.#behaviour.stopDelayMs);
    if (nowMs < this.#stopMs) return this.#stopMs - nowMs;
    for (const run of this.all) {
      run.stop();
      run.end(0, nowMs);
    }
    return 0;
  }

  #failPull(): number {
    for (const run of this.all) {
      const image = run.container.image ?? '';
      run.state = {
        type: 'waiting',
        reason: 'ImagePullBackOff',
        message: `Back-off pulling image "${image}": the playground was told to fail`,
      };
    }
    return RETRY_IMAGE_PULL_MS;
  }

  /** How long until it is to be started again, if it is. */
  #keepRunning(run: ContainerRun, nowMs: number): number[] {
    if (run.isRunning || this.isOver(run)) return [];
    if (run.state.type === 'ended' && run.notBeforeMs > nowMs) return [run.notBeforeMs - nowMs];
    run.start(nowMs);
    let isEnded = false;
    const end = (code: number) => {
      if (isEnded) return;
      isEnded = true;
      run.end(code, this.#now());
      this.#changed();
    };
    const { crashCode } = this.#behaviour;
    if (crashCode !== undefined && this.main.includes(run)) queueMicrotask(() => end(crashCode));
    else run.stop = this.#programs.start(run, end);
    return [];
  }
}

/** An init container that is done, or a sidecar that runs. */
function isPassed({ container, state }: ContainerRun): boolean {
  if (container.restartPolicy === 'Always') return state.type === 'running';
  return state.type === 'ended' && state.code === 0;
}

/** Probes of simulated containers succeed as soon as they are asked often enough. Empty: it is ready. */
function untilReady({ container, state }: ContainerRun, nowMs: number): number[] {
  if (state.type !== 'running') return [];
  const startupMs = state.sinceMs + probeDelayMs(container.startupProbe);
  const readyMs = Math.max(startupMs, state.sinceMs + probeDelayMs(container.readinessProbe));
  return readyMs > nowMs ? [readyMs - nowMs] : [];
}

function probeDelayMs(probe: Probe | undefined): number {
  if (probe === undefined) return 0;
  const { initialDelaySeconds = 0, periodSeconds = 10, successThreshold = 1 } = probe;
  return (initialDelaySeconds + (successThreshold - 1) * periodSeconds) * 1000;
}

function soonest(waits: readonly number[]): number | undefined {
  return waits.length === 0 ? undefined : Math.min(...waits);
}

/** For ever, unless the pod is one that is meant to end: then it ends well, soon. */
export function idlePrograms(
  pod: Readonly<Pod>,
  after: (ms: number, callback: () => void) => () => void,
): Programs {
  return {
    start: (run, ended) => {
      const isInit = (pod.spec.initContainers ?? []).includes(run.container as Container);
      const isMeantToEnd = pod.spec.restartPolicy !== undefined && pod.spec.restartPolicy !== 'Always';
      const isSidecar = run.container.restartPolicy === 'Always';
      if (isSidecar || (!isInit && !isMeantToEnd)) return () => {};
      return after(isInit ? 0 : SHORT_WORK_MS, () => ended(0));
    },
  };
}

/** Long enough to be seen running. */
const SHORT_WORK_MS = 1000;
