import type { Condition, Pod, PodStatus } from '@banyan/api/objects';
import { setCondition, timestamp } from '../cluster/set-condition.ts';
import { containerStatus } from './containers/container-status.ts';
import { identityOf } from './pod-identity.ts';
import type { PodContainers } from './containers/pod-containers.ts';

export interface PodPlace {
  readonly hostIP: string;
  readonly podIP: string;
}

type Said = Omit<Condition, 'lastTransitionTime'>;

/** What a kubelet says of a pod, from what its containers do. */
export function podStatus(pod: Readonly<Pod>, run: PodContainers, place: PodPlace, nowMs: number): PodStatus {
  const identity = identityOf(pod);
  const statuses = (runs: PodContainers['all']) =>
    runs.map((each) =>
      containerStatus(each, identity, { ready: run.isReady(each), nowMs, restarts: run.willRestart(each) }),
    );
  const phase = phaseOf(run);
  const { generation } = pod.metadata;
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  const before = pod.status?.conditions ?? [];
  const own = conditionsOf(pod, run, phase).map((condition) => {
    const old = before.filter(({ type }) => type === condition.type);
    return setCondition(old, { ...condition, ...observed, lastProbeTime: null }, nowMs);
  });
  const others = before.filter(({ type }) => !own.flat().some((condition) => condition.type === type));
  const [init, ephemeral] = [statuses(run.init), statuses(run.ephemeral)];
  return {
    ...pod.status,
    phase,
    ...(run.failure !== undefined && phase === 'Failed' && run.failure),
    // In the kubelet's order, whoever wrote one first.
    conditions: [...others, ...own.flat()],
    hostIP: place.hostIP,
    hostIPs: [{ ip: place.hostIP }],
    podIP: place.podIP,
    podIPs: [{ ip: place.podIP }],
    startTime: pod.status?.startTime ?? timestamp(nowMs),
    ...observed,
    ...(init.length > 0 && { initContainerStatuses: init }),
    containerStatuses: statuses(run.main),
    ...(ephemeral.length > 0 && { ephemeralContainerStatuses: ephemeral }),
  };
}

function phaseOf(run: PodContainers): NonNullable<PodStatus['phase']> {
  if (run.isOver) {
    const isWell = run.main.every(({ state }) => state.type === 'ended' && state.code === 0);
    return isWell && run.failure === undefined && !run.hasFailedInit ? 'Succeeded' : 'Failed';
  }
  return !run.isInitialized || run.main.some(({ state }) => state.type === 'waiting') ? 'Pending' : 'Running';
}

function conditionsOf(pod: Readonly<Pod>, run: PodContainers, phase: PodStatus['phase']): Said[] {
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  const containersReady = readiness('ContainersReady', run, phase);
  return [
    { type: 'PodReadyToStartContainers', status: isOver || run.isStuck ? 'False' : 'True' },
    initialized(run, phase),
    gated(pod, containersReady),
    containersReady,
    { type: 'PodScheduled', status: 'True' },
  ];
}

function initialized(run: PodContainers, phase: PodStatus['phase']): Said {
  if (run.isInitialized)
    return { type: 'Initialized', status: 'True', ...(phase === 'Succeeded' && { reason: 'PodCompleted' }) };
  const left = run.init.filter((each) => !(each.role === 'sidecar' ? each.isStarted : run.isReady(each)));
  const names = left.map(({ container }) => container.name).join(' ');
  if (left.length === 0) return { type: 'Initialized', status: 'True' };
  return {
    type: 'Initialized',
    status: 'False',
    reason: 'ContainersNotInitialized',
    message: `containers with incomplete status: [${names}]`,
  };
}

function readiness(type: 'ContainersReady', run: PodContainers, phase: PodStatus['phase']): Said {
  if (phase === 'Succeeded') return { type, status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { type, status: 'False', reason: 'PodFailed' };
  const counted = [...run.init.filter(({ role }) => role === 'sidecar'), ...run.main];
  const unready = counted.filter((each) => !run.isReady(each));
  if (unready.length === 0) return { type, status: 'True' };
  return {
    type,
    status: 'False',
    reason: 'ContainersNotReady',
    message: `containers with unready status: [${unready.map(({ container }) => container.name).join(' ')}]`,
  };
}

/** A pod is ready when its containers are, and whatever else it asks for is so. */
function gated({ spec, status }: Readonly<Pod>, containers: Said): Said {
  if (containers.status !== 'True') return { ...containers, type: 'Ready' };
  const missing = (spec.readinessGates ?? []).filter(
    ({ conditionType }) => status?.conditions?.find(({ type }) => type === conditionType)?.status !== 'True',
  );
  if (missing.length === 0) return { type: 'Ready', status: 'True' };
  const [first] = missing;
  const isKnown = status?.conditions?.some(({ type }) => type === first?.conditionType) === true;
  const message = isKnown
    ? `the status of pod readiness gate "${first?.conditionType}" is not "True", but False`
    : `corresponding condition of pod readiness gate "${first?.conditionType}" does not exist.`;
  return { type: 'Ready', status: 'False', reason: 'ReadinessGatesNotReady', message };
}
