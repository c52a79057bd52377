import type { Job, JobStatus, Pod } from '@banyan/api/objects';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { controllerOf, keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { EventRecorder } from '../../cluster/event-recorder.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { JOBS, PODS } from '../../cluster/resources.ts';
import { timestamp } from '../../cluster/set-condition.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { claimPods } from '../pods/claim-pods.ts';
import { OwnerPace } from '../pods/owner-pace.ts';
import { onPodsOf } from '../pods/pod-owners.ts';
import { PodWriter } from '../pods/pod-writer.ts';
import { writeStatus } from '../pods/write-status.ts';
import { jobPod, TRACKING } from './job-pod.ts';
import { planJob } from './job-plan.ts';
import { counted, countEnded, withJobCondition, withUncounted } from './job-status.ts';
import { isTerminating, tallyJob, type JobTally } from './job-tally.ts';
import { COMPLETED, conditionOf, judgeJob, untilDeadlineMs, type JobVerdict } from './job-verdict.ts';
import { strayPods, trackedPodKeys, untrack } from './tracked-pods.ts';

const OWN_NAME = 'kubernetes.io/job-controller';

/** Runs pods until enough of them have succeeded. */
export function jobReconciler({ viewOf, eventsOf, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const jobs = new Jobs(objects, eventsOf('job-controller'), () => clock.now());
  const pace = new OwnerPace(clock);
  return {
    name: 'job',
    triggers: [
      on(JOBS, ({ object }) => [keyOf(object)]),
      onPodsOf(objects, JOBS, ({ spec }) => spec.selector),
      on(PODS, ({ type, object }) =>
        type !== 'DELETED' && controllerOf(object) === undefined ? trackedPodKeys(object) : [],
      ),
    ],
    reconcile: async (key) => {
      const job = objects.get(JOBS, key);
      await untrack(objects, strayPods(objects, key, job));
      if (job === undefined) pace.forget(key);
      if (job === undefined || (job.spec.managedBy ?? OWN_NAME) !== OWN_NAME) return DONE;
      if (conditionOf(job, 'Complete') ?? conditionOf(job, 'Failed')) return jobs.expire(job);
      const waitMs = pace.waitMs(key, objects.controlledBy(PODS, job.metadata.uid).length);
      return waitMs > 0 ? { requeueAfterMs: waitMs } : jobs.sync(job);
    },
  };
}

class Jobs {
  readonly #objects: ClusterObjects;
  readonly #events: EventRecorder;
  readonly #writer: PodWriter;
  readonly #now: () => number;

  constructor(objects: ClusterObjects, events: EventRecorder, now: () => number) {
    this.#objects = objects;
    this.#events = events;
    this.#writer = new PodWriter(objects, events);
    this.#now = now;
  }

  /** A Job that has ended goes when its time is over. */
  async expire(job: Readonly<Job>): Promise<ReconcileResult> {
    const { ttlSecondsAfterFinished: ttl } = job.spec;
    if (ttl === undefined || job.metadata.deletionTimestamp !== undefined) return DONE;
    const ended = conditionOf(job, 'Complete') ?? conditionOf(job, 'Failed');
    const leftMs = Date.parse(ended?.lastTransitionTime ?? '') + ttl * 1000 - this.#now();
    if (leftMs > 0) return { requeueAfterMs: leftMs };
    const { uid = '' } = job.metadata;
    await this.#objects.delete(JOBS, keyOf(job), {
      propagationPolicy: 'Foreground',
      preconditions: { uid },
    });
    return DONE;
  }

  async sync(job: Readonly<Job>): Promise<ReconcileResult> {
    const selector = job.spec.selector ?? {};
    const pods = await claimPods(this.#objects, { of: JOBS, owner: job, selector, finalizer: TRACKING });
    const tally = tallyJob(job, pods);
    const nowMs = this.#now();
    let verdict = judgeJob(job, pods, tally, nowMs);
    let waitMs: number | undefined;
    let refusal: { readonly error: unknown } | undefined;
    if (verdict !== undefined) {
      await this.#writer.delete(job, tally.active);
    } else if (job.metadata.deletionTimestamp === undefined) {
      const plan = planJob(job, tally, nowMs);
      waitMs = plan.waitMs;
      await untrack(this.#objects, plan.delete);
      await this.#writer.delete(job, plan.delete);
      const drafts = plan.create.map((wanted) => jobPod(job, wanted));
      await this.#writer.create(job, drafts).catch((error: unknown) => void (refusal = { error }));
      const isIdle = tally.active.length - plan.delete.length + plan.create.length === 0;
      if (isIdle && hasEnough(job, tally)) verdict = COMPLETED;
    }
    await this.#report(job, { pods, tally, verdict });
    if (refusal !== undefined) throw refusal.error;
    const deadlineMs = verdict === undefined ? untilDeadlineMs(job, nowMs) : undefined;
    const waits = [waitMs, deadlineMs].filter((each) => each !== undefined);
    return waits.length === 0 ? DONE : { requeueAfterMs: Math.min(...waits) };
  }

  async #report(
    job: Readonly<Job>,
    view: { pods: readonly Readonly<Pod>[]; tally: JobTally; verdict: JobVerdict | undefined },
  ): Promise<void> {
    const { pods, tally, verdict } = view;
    const nowMs = this.#now();
    const ended = countEnded(job, pods, verdict);
    const now = this.#podsOf(job);
    let status = this.#started(job, withUncounted(job, { ended, tally, pods: now }), verdict);
    if (verdict !== undefined) {
      const conditions = withJobCondition(status.conditions, { ...verdict, status: 'True' }, nowMs);
      status = { ...status, conditions };
    }
    await this.#write(job, status);
    if (ended.untracked.length === 0 && verdict === undefined) return;
    await untrack(this.#objects, ended.untracked);
    status = counted(status);
    if (verdict === undefined || this.#podsOf(job).some(isTerminating)) return this.#write(job, status);
    await this.#write(job, finished({ ...status, active: 0, ready: 0, terminating: 0 }, verdict, nowMs));
    this.#tellEnd(job, verdict);
  }

  #podsOf({ metadata }: Readonly<Job>): Readonly<Pod>[] {
    return this.#objects.controlledBy(PODS, metadata.uid);
  }

  async #write(job: Readonly<Job>, status: JobStatus): Promise<void> {
    await writeStatus(this.#objects, JOBS, keyOf(job), status);
  }

  /** When it began, and whether it is suspended. */
  #started({ spec, metadata }: Readonly<Job>, status: JobStatus, verdict: JobVerdict | undefined): JobStatus {
    const now = timestamp(this.#now());
    const isSuspended = spec.suspend === true;
    const begun = isSuspended ? status : { ...status, startTime: status.startTime ?? now };
    if (verdict !== undefined || metadata.deletionTimestamp !== undefined) return begun;
    const condition = isSuspended
      ? ({ type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' } as const)
      : ({ type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' } as const);
    const before = status.conditions?.find(({ type }) => type === 'Suspended')?.status ?? 'False';
    if (before === condition.status) return begun;
    const conditions = withJobCondition(status.conditions, condition, this.#now());
    const reason = isSuspended ? 'Suspended' : 'Resumed';
    this.#events.record(
      { apiVersion: 'batch/v1', kind: 'Job', metadata },
      { type: 'Normal', reason, message: condition.message },
    );
    const { startTime: _, ...rest } = begun;
    return isSuspended ? { ...rest, conditions } : { ...rest, startTime: now, conditions };
  }

  #tellEnd(job: Readonly<Job>, { type, reason, message }: JobVerdict): void {
    if (type === 'SuccessCriteriaMet')
      this.#events.record(job, { type: 'Normal', reason: 'Completed', message: 'Job completed' });
    else this.#events.record(job, { type: 'Warning', reason, message });
  }
}

function hasEnough({ spec }: Readonly<Job>, { succeeded }: JobTally): boolean {
  return spec.completions === undefined ? succeeded > 0 : succeeded >= spec.completions;
}

function finished(status: JobStatus, { type, reason, message }: JobVerdict, nowMs: number): JobStatus {
  const isWell = type === 'SuccessCriteriaMet';
  const end = { type: isWell ? 'Complete' : 'Failed', status: 'True', reason, message } as const;
  return {
    ...status,
    startTime: status.startTime ?? timestamp(nowMs),
    conditions: withJobCondition(status.conditions, end, nowMs),
    ...(isWell && { completionTime: timestamp(nowMs) }),
  };
}
