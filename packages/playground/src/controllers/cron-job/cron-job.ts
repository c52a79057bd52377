import type { CronJob, Job } from '@banyan/api/objects';
import { ApiError } from '@banyan/apiserver';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { controllerOf, keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { EventRecorder, RecordedEvent } from '../../cluster/event-recorder.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { CRON_JOBS, JOBS } from '../../cluster/resources.ts';
import { timestamp } from '../../cluster/set-condition.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { messageOf } from '../pods/pod-writer.ts';
import { parseSchedule, type Schedule } from './cron-schedule.ts';
import { dueTime, untilNextMs } from './due-time.ts';
import { activeAfter, surplusJobs, type ActiveJob } from './known-jobs.ts';
import { jobNameAt, scheduledJob } from './scheduled-job.ts';

/** A little after the time, so that it has come by every clock. */
const GRACE_MS = 100;

/** Starts Jobs at times, and forgets old ones. */
export function cronJobReconciler({ viewOf, eventsOf, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const crons = new CronJobs(objects, eventsOf('cronjob-controller'), () => clock.now());
  return {
    name: 'cronjob',
    triggers: [
      on(CRON_JOBS, ({ object }) => [keyOf(object)]),
      on(JOBS, ({ object }) => {
        const owner = controllerOf(object);
        const { namespace } = object.metadata;
        return owner?.kind === CRON_JOBS.kind ? [{ namespace, name: owner.name }] : [];
      }),
    ],
    reconcile: async (key) => {
      const cron = objects.get(CRON_JOBS, key);
      return cron === undefined ? DONE : crons.sync(cron);
    },
  };
}

class CronJobs {
  readonly #objects: ClusterObjects;
  readonly #events: EventRecorder;
  readonly #now: () => number;

  constructor(objects: ClusterObjects, events: EventRecorder, now: () => number) {
    this.#objects = objects;
    this.#events = events;
    this.#now = now;
  }

  async sync(cron: Readonly<CronJob>): Promise<ReconcileResult> {
    await this.#follow(cron);
    const { spec, metadata } = cron;
    if (metadata.deletionTimestamp !== undefined || spec.suspend === true) return DONE;
    const schedule = this.#scheduleOf(cron);
    if (schedule === undefined) return DONE;
    await this.#startDue(cron, schedule);
    const waitMs = untilNextMs(schedule, this.#now());
    return waitMs === undefined ? DONE : { requeueAfterMs: waitMs + GRACE_MS };
  }

  /** What became of the Jobs that it started. */
  async #follow(cron: Readonly<CronJob>): Promise<void> {
    for (const job of surplusJobs(cron, this.#objects.controlledBy(JOBS, cron.metadata.uid)))
      await this.#delete(cron, job);
    const jobs = this.#objects.controlledBy(JOBS, cron.metadata.uid);
    const { active, lastSuccessfulTime, events } = activeAfter(cron, jobs);
    for (const event of events) this.#events.record(cron, event);
    await this.#update(cron, active, (status) => {
      if (lastSuccessfulTime !== undefined) status.lastSuccessfulTime = lastSuccessfulTime;
    });
  }

  /** The server lets none in that cannot be read; what comes from elsewhere must do no harm. */
  #scheduleOf(cron: Readonly<CronJob>): Schedule | undefined {
    const { schedule, timeZone } = cron.spec;
    try {
      return parseSchedule(schedule, timeZone);
    } catch (error) {
      const message = `unparseable schedule: ${JSON.stringify(schedule)} : ${messageOf(error)}`;
      this.#tell(cron, { type: 'Warning', reason: 'UnparseableSchedule', message });
      return undefined;
    }
  }

  async #startDue(cron: Readonly<CronJob>, schedule: Schedule): Promise<void> {
    const { dueMs, isLongMissed } = dueTime(cron, schedule, this.#now());
    if (dueMs === undefined) return;
    if (isLongMissed)
      this.#tell(cron, {
        type: 'Warning',
        reason: 'TooManyMissedTimes',
        message:
          'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
      });
    const active = this.#objects.get(CRON_JOBS, keyOf(cron))?.status?.active ?? [];
    const name = jobNameAt(cron, dueMs);
    const { namespace } = cron.metadata;
    if (active.some((job) => job.name === name)) return;
    if (active.length > 0 && cron.spec.concurrencyPolicy === 'Forbid') {
      const message = 'Not starting job because prior execution is running and concurrency policy is Forbid';
      return this.#tell(cron, { type: 'Normal', reason: 'JobAlreadyActive', message });
    }
    let remaining: readonly ActiveJob[] = active;
    if (cron.spec.concurrencyPolicy === 'Replace') {
      for (const { name: other = '' } of active) {
        const job = this.#objects.get(JOBS, { namespace, name: other });
        if (job !== undefined) await this.#delete(cron, job);
      }
      remaining = [];
    }
    await this.#start(cron, dueMs, remaining);
  }

  async #start(cron: Readonly<CronJob>, dueMs: number, active: readonly ActiveJob[]): Promise<void> {
    const job = await this.#create(cron, dueMs);
    if (job === undefined) return;
    const { name = '', namespace, uid = '', resourceVersion = '' } = job.metadata;
    const started = {
      apiVersion: 'batch/v1',
      kind: JOBS.kind,
      ...(namespace !== undefined && { namespace }),
      name,
      uid,
      resourceVersion,
    };
    await this.#update(cron, [...active, started], (status) => {
      status.lastScheduleTime = timestamp(dueMs);
    });
  }

  /** One that is there already is taken for it, if it is ours; undefined: it is another's. */
  async #create(cron: Readonly<CronJob>, dueMs: number): Promise<Readonly<Job> | undefined> {
    try {
      const job = await this.#objects.create(JOBS, scheduledJob(cron, dueMs));
      const message = `Created job ${job.metadata.name}`;
      this.#tell(cron, { type: 'Normal', reason: 'SuccessfulCreate', message });
      return job;
    } catch (error) {
      if (error instanceof ApiError && error.status.reason === 'AlreadyExists') {
        const { namespace } = cron.metadata;
        const found = this.#objects.get(JOBS, { namespace, name: jobNameAt(cron, dueMs) });
        return found !== undefined && controllerOf(found)?.uid === cron.metadata.uid ? found : undefined;
      }
      const message = `Error creating job: ${messageOf(error)}`;
      this.#tell(cron, { type: 'Warning', reason: 'FailedCreate', message });
      throw error;
    }
  }

  async #delete(cron: Readonly<CronJob>, job: Readonly<Job>): Promise<void> {
    const { uid = '', name } = job.metadata;
    await this.#objects.delete(JOBS, keyOf(job), {
      propagationPolicy: 'Background',
      preconditions: { uid },
    });
    this.#tell(cron, { type: 'Normal', reason: 'SuccessfulDelete', message: `Deleted job ${name}` });
  }

  async #update(
    cron: Readonly<CronJob>,
    active: readonly ActiveJob[],
    edit: (status: NonNullable<CronJob['status']>) => void,
  ): Promise<void> {
    await this.#objects.updateBelow(CRON_JOBS, 'status', keyOf(cron), (draft) => {
      const { active: _, ...status } = draft.status ?? {};
      draft.status = { ...status, ...(active.length > 0 && { active: active.map((each) => ({ ...each })) }) };
      edit(draft.status);
    });
  }

  #tell(cron: Readonly<CronJob>, event: RecordedEvent): void {
    this.#events.record(cron, event);
  }
}
