import type { Container, ContainerStatus, Pod } from '@banyan/api/objects';
import type { Clock } from '@banyan/controller';
import { behaviourOf, type Behaviour } from './behaviour.ts';
import { ContainerKeeper } from './containers/container-keeper.ts';
import { ContainerRun, type ContainerRole } from './containers/container-run.ts';
import { podText } from './containers/container-status.ts';
import { restoredRun } from './containers/restored-run.ts';
import type { PodSurroundings } from './environment/pod-surroundings.ts';
import type { PodEvents } from './pod-events.ts';
import { identityOf } from './pod-identity.ts';

const RETRY_IMAGE_PULL_MS = 15_000;
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
 * The containers of one pod on its node. `advance` does what is due and says when it wants to be asked again; what
 * happens in between (a program ends) is told by `changed`.
 */
export class PodRun {
  readonly surroundings: PodSurroundings;
  readonly #events: PodEvents;
  readonly #clock: Clock;
  readonly #keeper: ContainerKeeper;
  readonly #boundMs: number;
  readonly #init: readonly ContainerRun[];
  readonly #main: readonly ContainerRun[];
  readonly #ephemeral: ContainerRun[];
  #pod: Readonly<Pod>;
  #generation: number | undefined;
  #isInitialized = false;
  #isStuck = false;
  #isStopping = false;
  #stopByMs = Infinity;
  #failure: { readonly reason: string; readonly message: string } | undefined;

  constructor(pod: Readonly<Pod>, parts: PodRunParts) {
    this.#pod = pod;
    this.surroundings = parts.surroundings;
    this.#events = parts.events;
    this.#clock = parts.clock;
    this.#keeper = new ContainerKeeper({ ...parts, listensOn: (port) => this.listener(port) !== undefined });
    const { initContainers = [], containers, ephemeralContainers = [] } = pod.spec;
    const { status } = pod;
    const waiting = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
    const known = statusesOf(pod);
    const restored = (container: Container, role: ContainerRole) =>
      restoredRun(container, role, {
        status: known.find(({ name }) => name === container.name),
        waiting,
        nowMs: parts.clock.now(),
      });
    this.#init = initContainers.map((each) => restored(each, each.restartPolicy === 'Always' ? 'sidecar' : 'init'));
    this.#main = containers.map((each) => restored(each, 'main'));
    this.#ephemeral = ephemeralContainers.map((each) => restored(each, 'ephemeral'));
    this.#generation = pod.metadata.generation;
    this.#boundMs = Date.parse(status?.startTime ?? '') || parts.clock.now();
    this.#resume();
  }

  get init(): readonly ContainerRun[] {
    return this.#init;
  }

  get main(): readonly ContainerRun[] {
    return this.#main;
  }

  get ephemeral(): readonly ContainerRun[] {
    return this.#ephemeral;
  }

  get all(): readonly ContainerRun[] {
    return [...this.#init, ...this.#main, ...this.#ephemeral];
  }

  /** Why it is over, though its containers were not. */
  get failure(): { readonly reason: string; readonly message: string } | undefined {
    return this.#failure;
  }

  /** It has done what it was for, and nothing of it runs any more. */
  get isOver(): boolean {
    return (this.#isDone || this.#failure !== undefined) && !this.all.some(({ isRunning }) => isRunning);
  }

  get hasFailedInit(): boolean {
    return this.#init.some((run) => run.role === 'init' && run.state.type === 'ended' && run.state.code !== 0 && this.hasEnded(run));
  }

  /** It waits for something that is not there. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** Init containers are done, and sidecars up: main ones may run. */
  get isInitialized(): boolean {
    return this.#isInitialized;
  }

  get behaviour(): Behaviour {
    return behaviourOf(this.#pod);
  }

  /** The container that answers on a port. Where none declares any, each answers on all. */
  listener(port: number): ContainerRun | undefined {
    const servers = this.all.filter(({ isRunning, program }) => isRunning && program?.listens === true);
    const declares = ({ container }: ContainerRun) =>
      container.ports?.some(({ containerPort }) => containerPort === port) === true;
    const isSilent = this.all.every(({ container }) => (container.ports ?? []).length === 0);
    return servers.find(declares) ?? (isSilent ? servers[0] : undefined);
  }

  isReady(run: ContainerRun): boolean {
    if (run.role === 'init') return run.state.type === 'ended' && run.state.code === 0;
    const { isNeverReady, crashCode } = this.behaviour;
    return run.role !== 'ephemeral' && !isNeverReady && crashCode === undefined && run.isReady;
  }

  /** True when it ended for good. */
  hasEnded(run: ContainerRun): boolean {
    return run.state.type === 'ended' && !this.willRestart(run);
  }

  willRestart(run: ContainerRun): boolean {
    const { state, role } = run;
    if (state.type !== 'ended' || this.#isStopping || this.#failure !== undefined) return false;
    const podPolicy = this.#pod.spec.restartPolicy ?? 'Always';
    if (role === 'ephemeral') return false;
    if (role === 'sidecar') return !this.#isDone;
    const own = run.container.restartPolicy;
    if (role === 'init') return state.code !== 0 && (own ?? podPolicy) !== 'Never';
    const policy = own ?? podPolicy;
    return policy === 'Always' || (policy === 'OnFailure' && state.code !== 0);
  }

  /** Starts, asks, restarts and ends what is due. Returns in how many milliseconds there is more to do. */
  advance(pod: Readonly<Pod>): number | undefined {
    this.#see(pod);
    this.#isStuck = false;
    const nowMs = this.#clock.now();
    const waits = this.all.flatMap((run) => this.#keeper.enforce(run));
    waits.push(...this.#watchDeadline(nowMs));
    if (this.#failure !== undefined || this.#isDone) this.#endInOrder(this.#graceMs);
    else waits.push(...this.#advanceLiving(nowMs));
    return soonest([...waits, ...this.all.flatMap((run) => this.#keeper.enforce(run))]);
  }

  /** Asks all containers to end. Returns in how many milliseconds there is more to do; undefined: nothing runs. */
  stop(graceMs: number): number | undefined {
    const nowMs = this.#clock.now();
    this.#isStopping = true;
    // Asked again it may only be sooner.
    this.#stopByMs = Math.min(this.#stopByMs, nowMs + graceMs);
    for (const run of this.all) this.#keeper.enforce(run);
    this.#endInOrder(this.#stopByMs - nowMs);
    const left = this.all.flatMap((run) => this.#keeper.enforce(run));
    return this.all.some(({ isRunning }) => isRunning) ? (soonest(left) ?? 0) : undefined;
  }

  /** Its pod is gone: nothing is to run on. */
  abandon(): void {
    this.#isStopping = true;
    for (const { program } of this.all) program?.signal('KILL');
  }

  /** Its main containers have ended for good, or will never start: there is nothing left for the others to do. */
  get #isDone(): boolean {
    return this.hasFailedInit || (this.#isInitialized && this.#main.every((run) => this.hasEnded(run)));
  }

  get #graceMs(): number {
    return (this.#pod.spec.terminationGracePeriodSeconds ?? 30) * 1000;
  }

  #advanceLiving(nowMs: number): number[] {
    const { startDelayMs, failsImagePull, crashCode } = this.behaviour;
    const startMs = this.#boundMs + startDelayMs;
    if (nowMs < startMs) return [startMs - nowMs];
    if (failsImagePull) return [this.#failPull()];
    if (!this.#canMount()) return [RETRY_CONFIG_MS];
    const waits: number[] = [];
    for (const run of this.#init) {
      if (this.#isInitialized && run.role === 'init') continue;
      waits.push(...this.#keepRunning(run, nowMs));
      if (!this.#isInitialized && !isPassed(run)) return waits;
    }
    this.#isInitialized = true;
    for (const run of this.#main) {
      if (crashCode !== undefined && run.isRunning) this.#keeper.crash(run, this.behaviour);
      waits.push(...this.#keepRunning(run, nowMs));
    }
    for (const run of this.#ephemeral) if (run.state.type === 'waiting') waits.push(...this.#keepRunning(run, nowMs));
    return waits;
  }

  /** How long until there is more to do about it. */
  #keepRunning(run: ContainerRun, nowMs: number): number[] {
    if (run.isRunning) return this.#keepWell(run);
    if (this.hasEnded(run)) return [];
    if (run.state.type === 'ended' && run.notBeforeMs > nowMs) {
      const waitMs = run.notBeforeMs - nowMs;
      const who = `${run.container.name} in pod ${podText(identityOf(this.#pod))}`;
      this.#events.warn(run, 'BackOff', `Back-off restarting failed container ${who}`);
      return [waitMs];
    }
    const problem = this.surroundings.configProblem(run.container);
    if (problem !== undefined) {
      if (run.state.type === 'waiting')
        run.state = { type: 'waiting', reason: 'CreateContainerConfigError', message: problem };
      this.#events.warn(run, 'Failed', `Error: ${problem}`);
      this.#isStuck = true;
      return [RETRY_CONFIG_MS];
    }
    this.#keeper.start(run, this.#pod, this.behaviour);
    return this.#keepWell(run);
  }

  #keepWell(run: ContainerRun): number[] {
    const waits = this.#keeper.probe(run, this.#pod.status?.podIP ?? '');
    const lost = run.probes.find(({ isLost }) => isLost);
    if (lost === undefined || run.killAtMs !== undefined) return waits;
    const { terminationGracePeriodSeconds: seconds } = lost.probe;
    const graceMs = seconds === undefined ? this.#graceMs : seconds * 1000;
    this.#end(run, graceMs, `Container ${run.container.name} failed ${lost.kind.toLowerCase()} probe, will be restarted`);
    return [];
  }

  #resume(): void {
    const { status } = this.#pod;
    const isTold = status?.conditions?.some(({ type, status: is }) => type === 'Initialized' && is === 'True');
    this.#isInitialized = isTold === true && this.#main.some(({ state }) => state.type !== 'waiting');
    for (const run of this.all) if (run.isRunning) this.#keeper.resume(run, this.#pod, this.behaviour);
  }

  /** Takes over what may change while a pod runs. */
  #see(pod: Readonly<Pod>): void {
    this.#pod = pod;
    this.surroundings.update(pod);
    if (pod.metadata.generation === this.#generation) return;
    this.#generation = pod.metadata.generation;
    const { initContainers = [], containers, ephemeralContainers = [] } = pod.spec;
    for (const run of [...this.#init, ...this.#main]) {
      const now = [...initContainers, ...containers].find(({ name }) => name === run.container.name);
      if (now !== undefined) this.#change(run, now);
    }
    for (const container of ephemeralContainers.slice(this.#ephemeral.length))
      this.#ephemeral.push(new ContainerRun(container, 'ephemeral', 'ContainerCreating'));
  }

  #change(run: ContainerRun, now: Readonly<Container>): void {
    const old = run.container;
    run.container = now;
    if (run.role === 'init' || !run.isRunning) return;
    if (old.image !== now.image)
      return this.#end(run, this.#graceMs, `Container ${now.name} definition changed, will be restarted`);
    if (resizeRestarts(old, now))
      this.#end(run, this.#graceMs, `Container ${now.name} resize requires restart, will be restarted`);
  }

  #canMount(): boolean {
    if (this.all.some(({ state }) => state.type !== 'waiting')) return true;
    const problem = this.surroundings.mountProblem();
    this.#isStuck = problem !== undefined;
    if (problem !== undefined) this.#events.failedMount(problem);
    return problem === undefined;
  }

  #watchDeadline(nowMs: number): number[] {
    const { activeDeadlineSeconds } = this.#pod.spec;
    if (activeDeadlineSeconds === undefined || this.#isDone || this.#failure !== undefined) return [];
    const leftMs = this.#boundMs + activeDeadlineSeconds * 1000 - nowMs;
    if (leftMs > 0) return [leftMs];
    this.#failure = { reason: 'DeadlineExceeded', message: DEADLINE_MESSAGE };
    this.#events.deadlineExceeded(DEADLINE_MESSAGE);
    return [];
  }

  #failPull(): number {
    for (const run of this.all) {
      if (run.state.type !== 'waiting') continue;
      const image = run.container.image ?? '';
      const why = 'the playground was told to fail';
      const isFirst = !run.state.reason.endsWith('ImagePull') && !run.state.reason.startsWith('ImagePull');
      if (isFirst) this.#events.warn(run, 'Failed', `Failed to pull image "${image}": ${why}`);
      const message = isFirst ? why : `Back-off pulling image "${image}": ErrImagePull: ${why}`;
      this.#events.warn(run, 'Failed', `Error: ${isFirst ? 'ErrImagePull' : 'ImagePullBackOff'}`);
      run.state = { type: 'waiting', reason: isFirst ? 'ErrImagePull' : 'ImagePullBackOff', message };
    }
    return RETRY_IMAGE_PULL_MS;
  }

  /** Main containers together; sidecars after them, the last one first. */
  #endInOrder(graceMs: number): void {
    const others = this.all.filter(({ role, isRunning }) => role !== 'sidecar' && isRunning);
    const sidecar = this.#init.findLast(({ role, isRunning }) => role === 'sidecar' && isRunning);
    const next = others.length > 0 ? others : sidecar === undefined ? [] : [sidecar];
    for (const run of next) this.#end(run, graceMs, `Stopping container ${run.container.name}`);
  }

  #end(run: ContainerRun, graceMs: number, message: string): void {
    this.#keeper.end(run, { graceMs, message, stopDelayMs: this.behaviour.stopDelayMs });
  }
}

function statusesOf({ status = {} }: Readonly<Pod>): ContainerStatus[] {
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status;
  return [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
}

/** An init container that is done, or a sidecar that runs. */
function isPassed({ role, state, isStarted }: ContainerRun): boolean {
  if (role === 'sidecar') return isStarted;
  return state.type === 'ended' && state.code === 0;
}

function resizeRestarts(old: Readonly<Container>, now: Readonly<Container>): boolean {
  const amount = ({ resources = {} }: Readonly<Container>, name: string) =>
    `${resources.requests?.[name]}/${resources.limits?.[name]}`;
  return (now.resizePolicy ?? []).some(
    ({ resourceName, restartPolicy }) =>
      restartPolicy === 'RestartContainer' && amount(old, resourceName) !== amount(now, resourceName),
  );
}

function soonest(waits: readonly number[]): number | undefined {
  return waits.length === 0 ? undefined : Math.min(...waits);
}
