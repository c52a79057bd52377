import type { Container, ContainerStatus, Pod } from '@banyan/api/objects';
import { behaviourOf, type Behaviour } from '../behaviour.ts';
import type { ContainerRole, ContainerRun } from './container-run.ts';
import { restarts } from './restart-rules.ts';
import { restoredRun } from './restored-run.ts';

/** The containers of one pod, and what they come to together. It only knows; others act. */
export class PodContainers {
  readonly init: readonly ContainerRun[];
  readonly main: readonly ContainerRun[];
  readonly ephemeral: ContainerRun[];
  /** As it was last seen. */
  pod: Readonly<Pod>;
  /** Init containers are done, and sidecars up: main ones may run. */
  isInitialized: boolean;
  /** It waits for something that is not there. */
  isStuck = false;
  /** Nothing is started any more. */
  isStopping = false;
  /** Why it is over, though its containers were not. */
  failure: { readonly reason: string; readonly message: string } | undefined;

  /** As the pod's status says that they are; of a new pod, all waiting. */
  constructor(pod: Readonly<Pod>, nowMs: number) {
    const { initContainers = [], containers, ephemeralContainers = [] } = pod.spec;
    const waiting = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
    const known = statusesOf(pod);
    const restored = (container: Container, role: ContainerRole) =>
      restoredRun(container, role, {
        status: known.find(({ name }) => name === container.name),
        waiting,
        nowMs,
      });
    this.pod = pod;
    this.init = initContainers.map((each) =>
      restored(each, each.restartPolicy === 'Always' ? 'sidecar' : 'init'),
    );
    this.main = containers.map((each) => restored(each, 'main'));
    this.ephemeral = ephemeralContainers.map((each) => restored(each, 'ephemeral'));
    const isTold = pod.status?.conditions?.some(
      ({ type, status }) => type === 'Initialized' && status === 'True',
    );
    this.isInitialized = isTold === true && this.main.some(({ state }) => state.type !== 'waiting');
  }

  get all(): readonly ContainerRun[] {
    return [...this.init, ...this.main, ...this.ephemeral];
  }

  get behaviour(): Behaviour {
    return behaviourOf(this.pod);
  }

  get hasFailedInit(): boolean {
    return this.init.some(
      (run) =>
        run.role === 'init' && this.hasEnded(run) && run.state.type === 'ended' && run.state.code !== 0,
    );
  }

  /** Its main containers have ended for good, or will never start: there is nothing left for the others to do. */
  get isDone(): boolean {
    return this.hasFailedInit || (this.isInitialized && this.main.every((run) => this.hasEnded(run)));
  }

  /** It has done what it was for, and nothing of it runs any more. */
  get isOver(): boolean {
    return (this.isDone || this.failure !== undefined) && !this.all.some(({ isRunning }) => isRunning);
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
    if (state.type !== 'ended' || this.isStopping || this.failure !== undefined) return false;
    if (role === 'sidecar') return !this.isDone;
    return restarts(role, state.code, run.container.restartPolicy ?? this.pod.spec.restartPolicy);
  }

  /** The container that answers on a port. Where none declares any port, each answers on all of them. */
  listener(port: number): ContainerRun | undefined {
    const servers = this.all.filter(({ isRunning, program }) => isRunning && program?.listens === true);
    const declares = ({ container: { ports = [] } }: ContainerRun) =>
      ports.some(({ containerPort }) => containerPort === port);
    const isSilent = this.all.every(({ container: { ports = [] } }) => ports.length === 0);
    return servers.find(declares) ?? (isSilent ? servers[0] : undefined);
  }

  /** Those that are to be asked to end now: main containers together; sidecars after them, the last one first. */
  get nextToEnd(): readonly ContainerRun[] {
    const others = this.all.filter(({ role, isRunning }) => role !== 'sidecar' && isRunning);
    if (others.length > 0) return others;
    const sidecar = this.init.findLast(({ isRunning }) => isRunning);
    return sidecar === undefined ? [] : [sidecar];
  }
}

function statusesOf({ status = {} }: Readonly<Pod>): ContainerStatus[] {
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status;
  return [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
}
