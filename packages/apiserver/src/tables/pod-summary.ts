import { isSidecar, type ContainerState, type ContainerStatus, type Pod } from './pod-shape.ts';

/** What of a pod's containers one line tells. */
export interface PodSummary {
  readonly ready: number;
  readonly total: number;
  readonly status: string;
  readonly restarts: number;
  /** Milliseconds of the epoch; undefined if nothing has restarted. */
  readonly lastRestart: number | undefined;
}

/** How far a pod is: its init containers one after the other, then all the others. */
export function podSummary(pod: Pod): PodSummary {
  const { spec = {}, status = {} } = pod;
  const sidecars = new Set((spec.initContainers ?? []).filter(isSidecar).map(({ name }) => name));
  const total = (spec.containers ?? []).length + sidecars.size;
  const init = initProgress(pod, sidecars);
  const isInitialized = init.stoppedAt === undefined || hasCondition(pod, 'Initialized');
  const statuses = status.containerStatuses ?? [];
  const main = isInitialized
    ? runningProgress(pod, init.stoppedAt ?? phaseText(pod))
    : { status: init.stoppedAt ?? '', ready: 0 };
  const counted = isInitialized ? [...init.sidecars, ...statuses] : init.seen;
  return {
    ready: init.readySidecars + main.ready,
    total,
    status: endText(pod) ?? main.status,
    restarts: counted.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0),
    lastRestart: latestEnd(counted),
  };
}

function phaseText({ status = {} }: Pod): string {
  const isGated = (status.conditions ?? []).some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  return isGated ? 'SchedulingGated' : status.reason || (status.phase ?? '');
}

interface InitProgress {
  /** What the first one that is not done says; undefined if all are. */
  readonly stoppedAt: string | undefined;
  readonly readySidecars: number;
  /** Those up to the one that is not done. */
  readonly seen: readonly ContainerStatus[];
  readonly sidecars: readonly ContainerStatus[];
}

function initProgress(
  { spec = {}, status = {} }: Pod,
  sidecarNames: ReadonlySet<string | undefined>,
): InitProgress {
  const statuses = status.initContainerStatuses ?? [];
  const isSidecarStatus = ({ name }: ContainerStatus) => sidecarNames.has(name);
  const hasStarted = (one: ContainerStatus) => isSidecarStatus(one) && one.started === true;
  const isDone = (one: ContainerStatus) => hasEndedWell(one) || hasStarted(one);
  const at = statuses.findIndex((one) => !isDone(one));
  const seen = at === -1 ? statuses : statuses.slice(0, at + 1);
  const stopped = at === -1 ? undefined : statuses[at];
  const isReady = (one: ContainerStatus) => !hasEndedWell(one) && hasStarted(one) && one.ready === true;
  return {
    stoppedAt: stopped && `Init:${initText(stopped) ?? `${at}/${(spec.initContainers ?? []).length}`}`,
    readySidecars: seen.filter(isReady).length,
    seen,
    sidecars: seen.filter(isSidecarStatus),
  };
}

function hasEndedWell({ state }: ContainerStatus): boolean {
  return state?.terminated !== undefined && (state.terminated.exitCode ?? 0) === 0;
}

/** Undefined while it simply has not ended. */
function initText({ state = {} }: ContainerStatus): string | undefined {
  if (state.terminated) return endedText(state.terminated);
  const waitsFor = state.waiting?.reason ?? '';
  return waitsFor === '' || waitsFor === 'PodInitializing' ? undefined : waitsFor;
}

function endedText({
  reason = '',
  signal = 0,
  exitCode = 0,
}: NonNullable<ContainerState['terminated']>): string {
  if (reason !== '') return reason;
  return signal === 0 ? `ExitCode:${exitCode}` : `Signal:${signal}`;
}

/** The first container has the last word. */
function runningProgress(pod: Pod, before: string): { status: string; ready: number } {
  let [status, ready, failure] = [before, 0, ''];
  for (const one of (pod.status?.containerStatuses ?? []).toReversed()) {
    const { waiting, terminated, running } = one.state ?? {};
    if (waiting?.reason) status = waiting.reason;
    else if (terminated) {
      status = endedText(terminated);
      if ((terminated.exitCode ?? 0) !== 0) failure = status;
    } else if (one.ready === true && running) ready += 1;
  }
  return { status: status === 'Completed' ? partlyCompleted(pod, ready > 0, failure) : status, ready };
}

/** A container has completed; others may run on, or may have failed. */
function partlyCompleted(pod: Pod, hasRunning: boolean, failure: string): string {
  if (hasRunning && hasCondition(pod, 'Ready', 'any')) return 'Running';
  if (failure !== '') return failure;
  return hasRunning ? 'NotReady' : 'Completed';
}

/** What being deleted makes of it; undefined if it is not. */
function endText({ metadata, status = {} }: Pod): string | undefined {
  if (!metadata.deletionTimestamp) return undefined;
  if (status.reason === 'NodeLost') return 'Unknown';
  return status.phase === 'Failed' || status.phase === 'Succeeded' ? undefined : 'Terminating';
}

/** By the first condition of the type, or by any of them. */
function hasCondition({ status = {} }: Pod, type: string, which: 'first' | 'any' = 'first'): boolean {
  const found = (status.conditions ?? []).filter((one) => one.type === type);
  return (which === 'first' ? found.slice(0, 1) : found).some((one) => one.status === 'True');
}

function latestEnd(statuses: readonly ContainerStatus[]): number | undefined {
  const ends = statuses.flatMap(({ lastState }) => {
    const end = Date.parse(lastState?.terminated?.finishedAt ?? '');
    return Number.isNaN(end) ? [] : [end];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}
