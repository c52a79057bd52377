import type { Pod } from '@banyan/api/objects';
import type { Clock } from '@banyan/controller';
import { ContainerKeeper } from './containers/container-keeper.ts';
import { ContainerRun } from './containers/container-run.ts';
import { podText } from './containers/container-status.ts';
import { failImagePull } from './containers/image-pull.ts';
import { PodContainers } from './containers/pod-containers.ts';
import { restartReason } from './containers/restart-rules.ts';
import type { PodSurroundings } from './environment/pod-surroundings.ts';
import type { PodEvents } from './pod-events.ts';
import { identityOf } from './pod-identity.ts';

/** When nothing tells that what was missing is there. */
const RETRY_CONFIG_MS = 60_000;
const DEADLINE_MESSAGE = 'Pod was active on the node longer than the specified deadline';

export interface PodRunParts {
  readonly surroundings: PodSurroundings;
  readonly events: PodEvents;
  readonly clock: Clock;
  readonly changed: () => void;
}

/**
 * What a kubelet does about one pod. `advance` does what is due and says when it wants to be asked again; what happens
 * in between (a program ends) is told by `changed`.
 */
export class PodRun {
  readonly containers: PodContainers;
  readonly surroundings: PodSurroundings;
  readonly #events: PodEvents;
  readonly #clock: Clock;
  readonly #keeper: ContainerKeeper;
  readonly #boundMs: number;
  #generation: number | undefined;
  #stopByMs = Infinity;

  constructor(pod: Readonly<Pod>, parts: PodRunParts) {
    const containers = new PodContainers(pod, parts.clock.now());
    this.containers = containers;
    this.surroundings = parts.surroundings;
    this.#events = parts.events;
    this.#clock = parts.clock;
    this.#keeper = new ContainerKeeper({
      ...parts,
      listensOn: (port) => containers.listener(port) !== undefined,
    });
    this.#generation = pod.metadata.generation;
    this.#boundMs = Date.parse(pod.status?.startTime ?? '') || parts.clock.now();
    for (const run of containers.all) if (run.isRunning) this.#keeper.resume(run, pod, containers.behaviour);
  }

  /** Starts, asks, restarts and ends what is due. Returns in how many milliseconds there is more to do. */
  advance(pod: Readonly<Pod>): number | undefined {
    this.#see(pod);
    const { containers } = this;
    containers.isStuck = false;
    const nowMs = this.#clock.now();
    const waits = [...this.#enforce(), ...this.#watchDeadline(nowMs)];
    if (containers.failure !== undefined || containers.isDone) this.#endInOrder(this.#graceMs);
    else waits.push(...this.#advanceLiving(nowMs));
    return soonest([...waits, ...this.#enforce()]);
  }

  /** Asks all containers to end. Returns in how many milliseconds there is more to do; undefined: nothing runs. */
  stop(graceMs: number): number | undefined {
    const nowMs = this.#clock.now();
    this.containers.isStopping = true;
    // Asked again it may only be sooner.
    this.#stopByMs = Math.min(this.#stopByMs, nowMs + graceMs);
    this.#enforce();
    this.#endInOrder(this.#stopByMs - nowMs);
    const left = this.#enforce();
    return this.containers.all.some(({ isRunning }) => isRunning) ? (soonest(left) ?? 0) : undefined;
  }

  /** Its pod is gone: nothing is to run on. */
  abandon(): void {
    this.containers.isStopping = true;
    for (const { program } of this.containers.all) program?.signal('KILL');
  }

  get #graceMs(): number {
    return (this.containers.pod.spec.terminationGracePeriodSeconds ?? 30) * 1000;
  }

  #advanceLiving(nowMs: number): number[] {
    const { containers } = this;
    const { behaviour } = containers;
    const startMs = this.#boundMs + behaviour.startDelayMs;
    if (nowMs < startMs) return [startMs - nowMs];
    if (behaviour.failsImagePull) return [failImagePull(containers.all, this.#events)];
    if (!this.#canMount()) return [RETRY_CONFIG_MS];
    const waits: number[] = [];
    for (const run of containers.init) {
      if (containers.isInitialized && run.role === 'init') continue;
      waits.push(...this.#keepRunning(run, nowMs));
      if (!containers.isInitialized && !isPassed(run)) return waits;
    }
    containers.isInitialized = true;
    for (const run of containers.main) {
      if (behaviour.crashCode !== undefined && run.isRunning) this.#keeper.crash(run, behaviour);
      waits.push(...this.#keepRunning(run, nowMs));
    }
    for (const run of containers.ephemeral)
      if (run.state.type === 'waiting') waits.push(...this.#keepRunning(run, nowMs));
    return waits;
  }

  /** How long until there is more to do about it. */
  #keepRunning(run: ContainerRun, nowMs: number): number[] {
    const { containers } = this;
    if (run.isRunning) return this.#keepWell(run);
    if (containers.hasEnded(run)) return [];
    if (run.state.type === 'ended' && run.notBeforeMs > nowMs) {
      const who = `${run.container.name} in pod ${podText(identityOf(containers.pod))}`;
      this.#events.warn(run, 'BackOff', `Back-off restarting failed container ${who}`);
      return [run.notBeforeMs - nowMs];
    }
    const problem = this.surroundings.configProblem(run.container);
    if (problem !== undefined) {
      if (run.state.type === 'waiting')
        run.state = { type: 'waiting', reason: 'CreateContainerConfigError', message: problem };
      this.#events.warn(run, 'Failed', `Error: ${problem}`);
      containers.isStuck = true;
      return [RETRY_CONFIG_MS];
    }
    this.#keeper.start(run, containers.pod, containers.behaviour);
    return this.#keepWell(run);
  }

  #keepWell(run: ContainerRun): number[] {
    const waits = this.#keeper.probe(run, this.containers.pod.status?.podIP ?? '');
    const lost = run.probes.find(({ isLost }) => isLost);
    if (lost === undefined || run.killAtMs !== undefined) return waits;
    const { terminationGracePeriodSeconds: seconds } = lost.probe;
    const why = `failed ${lost.kind.toLowerCase()} probe`;
    this.#restart(run, why, seconds === undefined ? this.#graceMs : seconds * 1000);
    return [];
  }

  /** Takes over what may change while a pod runs. */
  #see(pod: Readonly<Pod>): void {
    const { containers } = this;
    containers.pod = pod;
    this.surroundings.update(pod);
    if (pod.metadata.generation === this.#generation) return;
    this.#generation = pod.metadata.generation;
    const { initContainers = [], containers: main, ephemeralContainers = [] } = pod.spec;
    for (const run of [...containers.init, ...containers.main]) {
      const old = run.container;
      run.container = [...initContainers, ...main].find(({ name }) => name === old.name) ?? old;
      const why = run.role === 'init' ? undefined : restartReason(old, run.container);
      if (why !== undefined) this.#restart(run, why, this.#graceMs);
    }
    for (const container of ephemeralContainers.slice(containers.ephemeral.length))
      containers.ephemeral.push(new ContainerRun(container, 'ephemeral', 'ContainerCreating'));
  }

  #canMount(): boolean {
    const { containers } = this;
    if (containers.all.some(({ state }) => state.type !== 'waiting')) return true;
    const problem = this.surroundings.mountProblem();
    containers.isStuck = problem !== undefined;
    if (problem !== undefined) this.#events.failedMount(problem);
    return problem === undefined;
  }

  #watchDeadline(nowMs: number): number[] {
    const { containers } = this;
    const { activeDeadlineSeconds } = containers.pod.spec;
    if (activeDeadlineSeconds === undefined || containers.isDone || containers.failure !== undefined)
      return [];
    const leftMs = this.#boundMs + activeDeadlineSeconds * 1000 - nowMs;
    if (leftMs > 0) return [leftMs];
    containers.failure = { reason: 'DeadlineExceeded', message: DEADLINE_MESSAGE };
    this.#events.deadlineExceeded(DEADLINE_MESSAGE);
    return [];
  }

  #enforce(): number[] {
    return this.containers.all.flatMap((run) => this.#keeper.enforce(run));
  }

  #endInOrder(graceMs: number): void {
    for (const run of this.containers.nextToEnd)
      this.#end(run, `Stopping container ${run.container.name}`, graceMs);
  }

  #restart(run: ContainerRun, why: string, graceMs: number): void {
    this.#end(run, `Container ${run.container.name} ${why}, will be restarted`, graceMs);
  }

  #end(run: ContainerRun, message: string, graceMs: number): void {
    this.#keeper.end(run, { graceMs, message, stopDelayMs: this.containers.behaviour.stopDelayMs });
  }
}

/** An init container that is done, or a sidecar that runs. */
function isPassed({ role, state, isStarted }: ContainerRun): boolean {
  if (role === 'sidecar') return isStarted;
  return state.type === 'ended' && state.code === 0;
}

function soonest(waits: readonly number[]): number | undefined {
  return waits.length === 0 ? undefined : Math.min(...waits);
}
