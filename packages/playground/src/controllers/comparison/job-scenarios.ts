import type { CronJob, Job, Pod } from '@banyan/api/objects';
import { endedStatus, readyStatus } from './compared-cluster.ts';
import { STAY_PENDING, type ScenarioPlace, type WorkloadScenario } from './workload-scenario.ts';

const INDEX = 'batch.kubernetes.io/job-completion-index';

function job(spec: object): object {
  const containers = [{ name: 'work', image: 'work' }];
  const template = { spec: { restartPolicy: 'Never', terminationGracePeriodSeconds: 1, containers } };
  return { metadata: { name: 'work' }, spec: { template, ...spec } };
}

const succeed = (pod: Readonly<Pod>) => endedStatus(pod, 0);
const fail = (pod: Readonly<Pod>) => endedStatus(pod, 3);

async function finished(
  place: ScenarioPlace,
  statusOf: (pod: Readonly<Pod>) => Pod['status'],
  name = 'work',
): Promise<void> {
  const isOver = ({ status }: Job) =>
    status?.conditions?.some(({ type }) => type === 'Complete' || type === 'Failed') === true;
  await place.until<Job>('jobs', name, isOver, statusOf);
  await place.cluster.playUntil('no pod is held', place.namespace, async () =>
    (await place.list<Pod>('pods')).every(({ metadata }) => metadata.finalizers === undefined),
  );
}

export const JOB_SCENARIOS: readonly WorkloadScenario[] = [
  {
    name: 'a job of several pods that succeed',
    run: async (place) => {
      await place.create('jobs', job({ completions: 3, parallelism: 2 }));
      await finished(place, succeed);
    },
  },
  {
    name: 'a job without a number of completions',
    run: async (place) => {
      await place.create('jobs', job({ parallelism: 2 }));
      await finished(place, succeed);
    },
  },
  {
    name: 'a job with indexes',
    run: async (place) => {
      await place.create('jobs', job({ completions: 4, parallelism: 2, completionMode: 'Indexed' }));
      await finished(place, succeed);
    },
  },
  {
    name: 'a job that fails',
    run: async (place) => {
      await place.create('jobs', job({ backoffLimit: 0, completions: 2, parallelism: 2 }));
      let victim: string | undefined;
      await finished(place, (pod) =>
        (victim ??= pod.metadata.name) === pod.metadata.name ? fail(pod) : undefined,
      );
    },
  },
  {
    name: 'a job that takes too long',
    run: async (place) => {
      await place.create('jobs', job({ activeDeadlineSeconds: 1 }));
      await finished(place, readyStatus);
    },
  },
  {
    name: 'a job that is suspended and goes on',
    run: async (place) => {
      await place.create('jobs', job({ suspend: true }));
      await place.until<Job>('jobs', 'work', ({ status }) => status?.conditions !== undefined);
      await place.patch('jobs', 'work', { spec: { suspend: false } });
      await place.until<Job>('jobs', 'work', ({ status }) => status?.ready === 1);
      await place.patch('jobs', 'work', { spec: { suspend: true } });
      await place.until<Job>(
        'jobs',
        'work',
        ({ status }) => (status?.active ?? 0) === 0 && (status?.terminating ?? 0) === 0,
      );
    },
  },
  {
    name: 'a job whose policy tells failures apart',
    run: async (place) => {
      const rules = [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [3] } }];
      await place.create('jobs', job({ podFailurePolicy: { rules } }));
      await finished(place, fail);
    },
  },
  {
    name: 'a job that needs only some of its indexes',
    run: async (place) => {
      const spec = { completions: 3, parallelism: 3, completionMode: 'Indexed' };
      await place.create('jobs', job({ ...spec, successPolicy: { rules: [{ succeededIndexes: '1' }] } }));
      await finished(place, (pod) => (pod.metadata.annotations?.[INDEX] === '1' ? succeed(pod) : undefined));
    },
  },
  {
    name: 'a job of which one index fails',
    run: async (place) => {
      const spec = { completions: 2, parallelism: 2, completionMode: 'Indexed', backoffLimitPerIndex: 0 };
      await place.create('jobs', job(spec));
      await finished(place, (pod) => (pod.metadata.annotations?.[INDEX] === '1' ? fail(pod) : succeed(pod)));
    },
  },
  {
    name: 'a job that needs fewer pods at once',
    run: async (place) => {
      await place.create('jobs', job({ completions: 5, parallelism: 2 }));
      await place.until<Job>('jobs', 'work', ({ status }) => status?.ready === 2, readyStatus);
      await place.patch('jobs', 'work', { spec: { parallelism: 1 } });
      await place.until<Job>(
        'jobs',
        'work',
        ({ status }) => status?.active === 1 && status.terminating === 0,
        readyStatus,
      );
    },
  },
  {
    name: 'a job of which someone deletes a pod',
    run: async (place) => {
      await place.create('jobs', job({ backoffLimit: 0 }));
      await place.until<Job>('jobs', 'work', ({ status }) => status?.active === 1, STAY_PENDING);
      const [pod] = await place.list<Pod>('pods');
      await place.cluster.delete(place.path('pods', pod?.metadata.name));
      await finished(place, STAY_PENDING);
    },
  },
  {
    name: 'a job that is deleted leaves its pods if told so',
    run: async (place) => {
      await place.create('jobs', job({}));
      await place.until<Job>('jobs', 'work', ({ status }) => status?.active === 1, STAY_PENDING);
      await place.cluster.delete(place.path('jobs', 'work'), { propagationPolicy: 'Orphan' });
      await place.cluster.playUntil(
        'a free pod',
        place.namespace,
        async () =>
          (await place.list('jobs')).length === 0 &&
          (await place.list<Pod>('pods')).every(({ metadata }) => metadata.finalizers === undefined),
        STAY_PENDING,
      );
    },
  },
  {
    name: 'a cron job whose time has come',
    run: async (place) => {
      const { spec } = job({ backoffLimit: 1 }) as { spec: object };
      const metadata = { labels: { of: 'cron' }, annotations: { note: 'kept' } };
      await place.create('cronjobs', {
        metadata: { name: 'tick' },
        spec: { schedule: '0 0 * * *', timeZone: 'Europe/Berlin', jobTemplate: { metadata, spec } },
      });
      const yesterday = new Date(Date.now() - 90_000_000).toISOString().replace(/\.\d+/, '');
      await place.cluster.merge(`${place.path('cronjobs', 'tick')}/status`, {
        status: { lastScheduleTime: yesterday },
      });
      await place.until<CronJob>(
        'cronjobs',
        'tick',
        ({ status }) => status?.active?.length === 1,
        STAY_PENDING,
      );
      const [started] = await place.list<Job>('jobs');
      await finished(place, succeed, started?.metadata.name);
      await place.until<CronJob>(
        'cronjobs',
        'tick',
        ({ status }) => status?.lastSuccessfulTime !== undefined,
      );
    },
  },
];
