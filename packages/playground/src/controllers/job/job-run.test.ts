import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Job, JobStatus, Pod } from '@banyan/api/objects';
import { isActive } from '../pods/pod-facts.ts';
import { planJob } from './job-plan.ts';
import { indexOf, TRACKING } from './job-pod.ts';
import { counted, countEnded, withUncounted } from './job-status.ts';
import { tallyJob } from './job-tally.ts';
import { COMPLETED, judgeJob, type JobVerdict } from './job-verdict.ts';
import { NOW_MS, sampleJob, sampleJobPod } from './sample-job.ts';

type Phase = 'Running' | 'Succeeded' | 'Failed';

/** A Job with pods that end as chance has it, looked at step by step. */
class Played {
  readonly job: Job;
  pods: Pod[] = [];
  verdict: JobVerdict | undefined;
  nowMs = NOW_MS;

  constructor(job: Job) {
    this.job = job;
  }

  /** One look. Counting may be cut short, as by a crash, between what is written first and what comes after. */
  look(isCutShort: boolean): void {
    const tally = tallyJob(this.job, this.pods);
    this.verdict = judgeJob(this.job, this.pods, tally, this.nowMs);
    const plan = this.verdict === undefined ? planJob(this.job, tally, this.nowMs) : undefined;
    const isIdle = tally.active.length - (plan?.delete.length ?? 0) + (plan?.create.length ?? 0) === 0;
    if (plan !== undefined && isIdle && tally.succeeded >= (this.job.spec.completions ?? 1))
      this.verdict = COMPLETED;
    const ended = countEnded(this.job, this.pods, this.verdict);
    let status: JobStatus = withUncounted(this.job, { ended, tally, pods: this.pods });
    if (!isCutShort) {
      const freed = new Set(ended.untracked.map(({ metadata }) => metadata.name));
      this.pods = this.pods.map((pod) => (freed.has(pod.metadata.name) ? untracked(pod) : pod));
      status = counted(status);
    }
    this.job.status = status;
    for (const { index } of plan?.create ?? []) this.#add(index);
    // A minute is longer than any wait after few failures.
    this.nowMs += 600_000;
  }

  end(chance: () => Phase): void {
    this.pods = this.pods.map((pod) => {
      const phase = isActive(pod) ? chance() : 'Running';
      if (phase === 'Running') return pod;
      const index = indexOf(pod);
      const ended = sampleJobPod({
        name: pod.metadata.name ?? '',
        phase,
        ...(index !== undefined && { index }),
      });
      return { ...ended, metadata: pod.metadata };
    });
  }

  #add(index: number | undefined): void {
    const name = `p${this.pods.length}`;
    this.pods.push(sampleJobPod({ name, phase: 'Pending', ...(index !== undefined && { index }) }));
  }
}

function untracked(pod: Pod): Pod {
  const finalizers = pod.metadata.finalizers?.filter((each) => each !== TRACKING) ?? [];
  return { ...pod, metadata: { ...pod.metadata, finalizers } };
}

test('a job never runs more at once than it may, counts every pod once, and ends', () => {
  const specs = fc.record({
    completions: fc.integer({ min: 1, max: 6 }),
    parallelism: fc.integer({ min: 1, max: 4 }),
    backoffLimit: fc.integer({ min: 0, max: 4 }),
    completionMode: fc.constantFrom('NonIndexed' as const, 'Indexed' as const),
  });
  const chance = fc.infiniteStream(fc.constantFrom<Phase[]>('Running', 'Succeeded', 'Succeeded', 'Failed'));
  fc.assert(
    fc.property(specs, chance, fc.infiniteStream(fc.boolean()), (spec, phases, cuts) => {
      const played = new Played(sampleJob(spec));
      for (let step = 0; step < 200 && played.verdict === undefined; step += 1) {
        played.look(cuts.next().value ?? false);
        assert.ok(played.pods.filter(isActive).length <= spec.parallelism, 'too many at once');
        played.end(() => phases.next().value ?? 'Succeeded');
      }
      played.look(false);
      const { status, verdict } = { status: played.job.status, verdict: played.verdict };
      const ended = (phase: Phase) => played.pods.filter((pod) => pod.status?.phase === phase);
      if (verdict?.type === 'FailureTarget') {
        assert.ok((status?.failed ?? 0) > spec.backoffLimit);
      } else {
        assert.equal(verdict?.type, COMPLETED.type, 'it ends');
        assert.equal(status?.succeeded, spec.completions);
        assert.equal(ended('Succeeded').length, spec.completions, 'nothing is done twice');
        assert.equal(status?.failed ?? 0, ended('Failed').length);
      }
    }),
    { numRuns: 200 },
  );
});
