import type { Container, ContainerState, ContainerStatus } from '@banyan/api/objects';
import { probesOf } from '../probes/probe-run.ts';
import { ContainerRun, type ContainerRole, type Ended } from './container-run.ts';

/** A container as its status says that it was, so that a new process goes on where the last one was. */
export function restoredRun(
  container: Readonly<Container>,
  role: ContainerRole,
  {
    status,
    waiting,
    nowMs,
  }: { status: Readonly<ContainerStatus> | undefined; waiting: string; nowMs: number },
): ContainerRun {
  const run = new ContainerRun(container, role, waiting);
  if (status === undefined) return run;
  const { state = {}, lastState, restartCount } = status;
  const last = endedOf(lastState);
  const ended = endedOf(state);
  if (ended !== undefined) run.restore(ended, last, restartCount);
  else if (state.running?.startedAt !== undefined) {
    run.restore({ type: 'running', sinceMs: Date.parse(state.running.startedAt) }, last, restartCount);
    run.probes = probesOf(container, nowMs, { isStarted: status.started === true, isReady: status.ready });
  } else if (last !== undefined) {
    // It waited to be started again.
    run.restore(last, undefined, restartCount);
  }
  return run;
}

function endedOf({ terminated }: ContainerState = {}): Ended | undefined {
  if (terminated === undefined) return undefined;
  const { exitCode, reason, message, startedAt, finishedAt } = terminated;
  return {
    type: 'ended',
    code: exitCode,
    reason,
    message,
    sinceMs: Date.parse(startedAt ?? ''),
    endedMs: Date.parse(finishedAt ?? ''),
  };
}
