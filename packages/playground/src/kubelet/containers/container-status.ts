import { createHash } from 'node:crypto';
import type { ContainerState, ContainerStatus } from '@banyan/api/objects';
import { timestamp } from '../../cluster/set-condition.ts';
import type { ContainerRun, Ended } from './container-run.ts';

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

/** As the kubelet writes it. */
export function containerStatus(run: ContainerRun, pod: PodIdentity, facts: StatusFacts): ContainerStatus {
  const { container, state, restarts } = run;
  const { name, image = '', resources, volumeMounts = [] } = container;
  const waits = facts.restarts && state.type === 'ended' && run.notBeforeMs > facts.nowMs ? state : undefined;
  const last = waits ?? run.last;
  const id = idOf(pod, name, restarts);
  const hasResources = state.type !== 'waiting' && Object.keys(resources ?? {}).length > 0;
  return {
    name,
    state: waits === undefined ? shown(run, id) : { waiting: backoff(run, pod) },
    lastState:
      last === undefined
        ? {}
        : { terminated: terminated(last, waits === undefined ? idOf(pod, name, restarts - 1) : id) },
    ready: facts.ready,
    restartCount: restarts,
    image,
    imageID: state.type === 'waiting' ? '' : `playground://${image}`,
    ...(state.type !== 'waiting' && { containerID: id }),
    started: run.role === 'init' ? state.type === 'running' : run.isStarted,
    ...(hasResources && {
      resources,
      ...(resources?.requests && { allocatedResources: resources.requests }),
    }),
    ...(volumeMounts.length > 0 && { volumeMounts: volumeMounts.map(mountStatus) }),
  };
}

function idOf({ uid }: PodIdentity, name: string, restarts: number): string {
  return `playground://${createHash('sha256').update(`${uid}/${name}/${restarts}`).digest('hex')}`;
}

function mountStatus({ name, mountPath, readOnly }: { name: string; mountPath: string; readOnly?: boolean }) {
  return { name, mountPath, ...(readOnly === true && { readOnly, recursiveReadOnly: 'Disabled' }) };
}

function shown({ state }: ContainerRun, id: string): ContainerState {
  switch (state.type) {
    case 'waiting': {
      const { reason, message } = state;
      return { waiting: { reason, ...(message !== undefined && { message }) } };
    }
    case 'running':
      return { running: { startedAt: timestamp(state.sinceMs) } };
    case 'ended':
      return { terminated: terminated(state, id) };
  }
}

function terminated(
  { code, reason, message, sinceMs, endedMs }: Ended,
  id: string,
): ContainerState['terminated'] {
  return {
    exitCode: code,
    reason: reason ?? (code === 0 ? 'Completed' : 'Error'),
    ...(message !== undefined && { message }),
    startedAt: timestamp(sinceMs),
    finishedAt: timestamp(endedMs),
    containerID: id,
  };
}

function backoff(run: ContainerRun, pod: PodIdentity): { reason: string; message: string } {
  const seconds = run.backoffMs / 1000;
  const length = seconds >= 60 ? `${Math.floor(seconds / 60)}m${seconds % 60}s` : `${seconds}s`;
  return {
    reason: 'CrashLoopBackOff',
    message: `back-off ${length} restarting failed container=${run.container.name} pod=${podText(pod)}`,
  };
}

/** As kubelets name a pod. */
export function podText({ namespace, name, uid }: PodIdentity): string {
  return `${name}_${namespace}(${uid})`;
}
