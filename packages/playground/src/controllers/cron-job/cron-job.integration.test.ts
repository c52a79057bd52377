import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { CronJob, Pod } from '@banyan/api/objects';
import { eventually, FakeClock } from '@banyan/testing';
import { keyOf } from '../../cluster/cluster-objects.ts';
import { startPlaygroundCluster, type PlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { CRON_JOBS, EVENTS, JOBS, PODS } from '../../cluster/resources.ts';

const KEY = { namespace: 'default', name: 'tick' };
const MINUTE_MS = 60_000;

class Ticking {
  readonly clock: FakeClock;
  readonly cluster: PlaygroundCluster;

  constructor(clock: FakeClock, cluster: PlaygroundCluster) {
    this.clock = clock;
    this.cluster = cluster;
  }

  static async start(t: TestContext, spec: Partial<CronJob['spec']> = {}): Promise<Ticking> {
    const clock = new FakeClock();
    const cluster = await startPlaygroundCluster({ name: 'cron', nodes: 0, clock });
    t.after(() => cluster.stop());
    const template = {
      spec: { restartPolicy: 'Never' as const, containers: [{ name: 'work', image: 'work' }] },
    };
    await cluster.objects.create(CRON_JOBS, {
      metadata: KEY,
      spec: { schedule: '* * * * *', jobTemplate: { spec: { template } }, ...spec },
    });
    return new Ticking(clock, cluster);
  }

  get names(): string[] {
    return [...this.cluster.objects.list(JOBS, 'default')].map(({ metadata }) => metadata.name ?? '');
  }

  get status(): NonNullable<CronJob['status']> {
    return this.cluster.objects.get(CRON_JOBS, KEY)?.status ?? {};
  }

  nameAt(minutes: number): string {
    return `tick-${Date.UTC(2030, 0, 1) / MINUTE_MS + minutes}`;
  }

  /** Lets a minute pass, and the Job of its end begin. */
  async minute(): Promise<void> {
    await this.clock.advance(MINUTE_MS + 200);
  }

  async jobs(...minutes: number[]): Promise<void> {
    const expected = minutes.map((minute) => this.nameAt(minute)).join();
    await eventually(`jobs of ${minutes.join()}`, () => this.names.join() === expected);
  }

  /** Ends all pods well. */
  async succeed(): Promise<void> {
    const { objects } = this.cluster;
    const waiting = (): Readonly<Pod>[] =>
      [...objects.list(PODS, 'default')].filter(({ status }) => status?.phase === 'Pending');
    await eventually('a pod', () => waiting().length > 0);
    for (const pod of waiting())
      await objects.updateBelow(PODS, 'status', keyOf(pod), (draft) => {
        draft.status = { ...draft.status, phase: 'Succeeded' };
      });
    await eventually('none is active', () => (this.status.active ?? []).length === 0);
  }
}

test('a job begins every minute, and only some that ended are kept', async (t) => {
  const ticking = await Ticking.start(t, { successfulJobsHistoryLimit: 1 });
  assert.deepEqual(ticking.names, []);
  await ticking.minute();
  await ticking.jobs(1);
  await eventually('it is active', () => ticking.status.active?.[0]?.name === ticking.nameAt(1));
  assert.equal(ticking.status.lastScheduleTime, '2030-01-01T00:01:00Z');
  await ticking.succeed();
  assert.ok(ticking.status.lastSuccessfulTime !== undefined);
  await ticking.minute();
  await ticking.jobs(1, 2);
  await ticking.succeed();
  await ticking.jobs(2);
});

test('jobs run beside each other unless told otherwise', async (t) => {
  const ticking = await Ticking.start(t);
  await ticking.minute();
  await ticking.jobs(1);
  await ticking.minute();
  await ticking.jobs(1, 2);
  await eventually('both are active', () => ticking.status.active?.length === 2);
});

test('with Forbid the next waits for the one before', async (t) => {
  const ticking = await Ticking.start(t, { concurrencyPolicy: 'Forbid' });
  await ticking.minute();
  await ticking.jobs(1);
  await ticking.minute();
  await eventually('it says so', () =>
    [...ticking.cluster.objects.list(EVENTS, 'default')].some(
      (event) => event['reason'] === 'JobAlreadyActive',
    ),
  );
  await ticking.jobs(1);
  const { objects } = ticking.cluster;
  const [pod] = [...objects.list(PODS, 'default')];
  await objects.updateBelow(PODS, 'status', keyOf(pod ?? assert.fail()), (draft) => {
    draft.status = { ...draft.status, phase: 'Succeeded' };
  });
  await ticking.jobs(1, 2);
});

test('with Replace the next takes the place of the one before', async (t) => {
  const ticking = await Ticking.start(t, { concurrencyPolicy: 'Replace' });
  await ticking.minute();
  await ticking.jobs(1);
  await ticking.minute();
  await ticking.jobs(2);
  await eventually('only that is active', () => ticking.status.active?.[0]?.name === ticking.nameAt(2));
});

test('nothing begins while it is suspended; after that the last time that was missed', async (t) => {
  const ticking = await Ticking.start(t, { suspend: true });
  for (let i = 0; i < 3; i += 1) await ticking.minute();
  assert.deepEqual(ticking.names, []);
  await ticking.cluster.objects.update(CRON_JOBS, KEY, ({ spec }) => void (spec.suspend = false));
  await ticking.jobs(3);
});

test('a new schedule counts at once', async (t) => {
  const ticking = await Ticking.start(t, { schedule: '0 0 1 1 *' });
  await ticking.minute();
  assert.deepEqual(ticking.names, []);
  await ticking.cluster.objects.update(CRON_JOBS, KEY, ({ spec }) => void (spec.schedule = '* * * * *'));
  await ticking.jobs(1);
});
