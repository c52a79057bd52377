import type { Condition, Pod, PodStatus } from '@banyan/api/objects';
import { setCondition, timestamp } from '../cluster/set-condition.ts';
import type { PodIdentity } from './container-run.ts';
import type { PodRun } from './pod-run.ts';

export interface PodPlace {
  readonly hostIP: string;
  readonly podIP: string;
}

/** What a kubelet says of a pod, from what its containers do. */
export function podStatus(pod: Readonly<Pod>, run: PodRun, place: PodPlace, nowMs: number): PodStatus {
  const identity = identityOf(pod);
  const statuses = (runs: PodRun['all']) =>
    runs.map((each) =>
      each.status(identity, { ready: run.isReady(each), nowMs, restarts: run.willRestart(each) }),
    );
  const phase = phaseOf(run);
  const isUp = run.main.every((each) => run.isReady(each));
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  let { conditions } = pod.status ?? {};
  const say = (condition: Omit<Condition, 'lastTransitionTime'>) => {
    const observed =
      pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation };
    conditions = setCondition(conditions, { ...condition, ...observed, lastProbeTime: null }, nowMs);
  };
  say({ type: 'PodReadyToStartContainers', status: isOver ? 'False' : 'True' });
  say(initialized(run));
  say(readiness('Ready', run, isUp, phase));
  say(readiness('ContainersReady', run, isUp, phase));
  say({ type: 'PodScheduled', status: 'True' });
  const init = statuses(run.init);
  return {
    ...pod.status,
    phase,
    conditions: conditions ?? [],
    hostIP: place.hostIP,
    hostIPs: [{ ip: place.hostIP }],
    podIP: place.podIP,
    podIPs: [{ ip: place.podIP }],
    startTime: pod.status?.startTime ?? timestamp(nowMs),
    ...(pod.metadata.generation !== undefined && { observedGeneration: pod.metadata.generation }),
    ...(init.length > 0 && { initContainerStatuses: init }),
    containerStatuses: statuses(run.main),
  };
}

export function identityOf({ metadata }: Readonly<Pod>): PodIdentity {
  const { namespace = '', name = '', uid = '' } = metadata;
  return { namespace, name, uid };
}

function phaseOf(run: PodRun): NonNullable<PodStatus['phase']> {
  if (run.init.some((each) => run.isOver(each) && each.state.type === 'ended' && each.state.code !== 0))
    return 'Failed';
  if (!run.isInitialized || run.main.some(({ state }) => state.type === 'waiting')) return 'Pending';
  if (!run.main.every((each) => run.isOver(each))) return 'Running';
  return run.main.every(({ state }) => state.type === 'ended' && state.code === 0) ? 'Succeeded' : 'Failed';
}

function initialized(run: PodRun): Omit<Condition, 'lastTransitionTime'> {
  if (run.isInitialized) return { type: 'Initialized', status: 'True' };
  const left = run.init.filter(({ state }) => !(state.type === 'ended' && state.code === 0));
  const names = left.map(({ container }) => container.name).join(' ');
  return {
    type: 'Initialized',
    status: 'False',
    reason: 'ContainersNotInitialized',
    message: `containers with incomplete status: [${names}]`,
  };
}

function readiness(
  type: 'Ready' | 'ContainersReady',
  run: PodRun,
  isUp: boolean,
  phase: PodStatus['phase'],
): Omit<Condition, 'lastTransitionTime'> {
  if (phase === 'Succeeded') return { type, status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { type, status: 'False', reason: 'PodFailed' };
  if (isUp) return { type, status: 'True' };
  const names = run.main.filter((each) => !run.isReady(each)).map(({ container }) => container.name);
  return {
    type,
    status: 'False',
    reason: 'ContainersNotReady',
    message: `containers with unready status: [${names.join(' ')}]`,
  };
}
