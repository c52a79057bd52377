import type { Deployment, ReplicaSet } from '@banyan/api/objects';
import {
  STAY_PENDING,
  template,
  workload,
  type ScenarioPlace,
  type WorkloadScenario,
} from './workload-scenario.ts';

const COMPLETE = (replicas: number) => (deployment: Deployment) => {
  const { status, metadata } = deployment;
  return (
    status?.observedGeneration === metadata.generation &&
    status?.replicas === replicas &&
    status.updatedReplicas === replicas &&
    status.availableReplicas === replicas &&
    (status.terminatingReplicas ?? 0) === 0 &&
    status.conditions?.some(({ reason }) => reason === 'NewReplicaSetAvailable') === true
  );
};

async function settled(place: ScenarioPlace, replicas: number): Promise<void> {
  await place.until('deployments', 'web', COMPLETE(replicas));
  // The last to change is what an old set says of itself.
  await place.cluster.playUntil('sets settle', place.namespace, async () =>
    (await place.list<ReplicaSet>('replicasets')).every(
      ({ spec, status, metadata }) =>
        status?.observedGeneration === metadata.generation &&
        status?.replicas === spec.replicas &&
        (status?.terminatingReplicas ?? 0) === 0,
    ),
  );
}

/** A rollout that does not get on, as far as it can go. */
async function stuckWith(place: ScenarioPlace, sizes: readonly number[]): Promise<void> {
  const shown = async () => {
    const sets = await place.list<ReplicaSet>('replicasets');
    const now = sets.map(({ spec }) => spec.replicas ?? 0).toSorted((a, b) => a - b);
    const isCounted = sets.every(({ spec, status }) => status?.replicas === spec.replicas);
    return isCounted && now.join() === sizes.join();
  };
  await place.cluster.playUntil(`sets of ${sizes.join()}`, place.namespace, shown, STAY_PENDING);
}

const image = (name: string) => ({ spec: { template: template(name) } });

export const DEPLOYMENT_SCENARIOS: readonly WorkloadScenario[] = [
  {
    name: 'a rolling update and its undoing',
    run: async (place) => {
      await place.create('deployments', workload('web', 'one', { replicas: 2 }));
      await settled(place, 2);
      await place.patch('deployments', 'web', image('two'));
      await settled(place, 2);
      await place.patch('deployments', 'web', image('one'));
      await settled(place, 2);
      await place.patch('deployments', 'web', {
        spec: { replicas: 5 },
        metadata: { annotations: { a: 'b' } },
      });
      await settled(place, 5);
    },
  },
  {
    name: 'a pause with a new template and another scale',
    run: async (place) => {
      await place.create('deployments', workload('web', 'one', { replicas: 2 }));
      await settled(place, 2);
      await place.patch('deployments', 'web', { spec: { paused: true, ...image('two').spec, replicas: 4 } });
      await place.until<Deployment>('deployments', 'web', ({ status }) => status?.availableReplicas === 4);
    },
  },
  {
    name: 'a pause that ends',
    run: async (place) => {
      await place.create('deployments', workload('web', 'one', { replicas: 2, paused: true }));
      await place.until<Deployment>(
        'deployments',
        'web',
        ({ status }) => status?.conditions?.some(({ reason }) => reason === 'DeploymentPaused') === true,
      );
      await place.patch('deployments', 'web', { spec: { paused: false } });
      await settled(place, 2);
    },
  },
  {
    name: 'all old pods go before the first new one',
    run: async (place) => {
      const strategy = { type: 'Recreate' };
      await place.create('deployments', workload('web', 'one', { replicas: 2, strategy }));
      await settled(place, 2);
      await place.patch('deployments', 'web', image('two'));
      await settled(place, 2);
    },
  },
  {
    name: 'a rollout that is late, and scaled in the middle',
    run: async (place) => {
      await place.create('deployments', workload('web', 'one', { replicas: 8 }));
      await settled(place, 8);
      await place.patch('deployments', 'web', { spec: { ...image('two').spec, progressDeadlineSeconds: 2 } });
      await stuckWith(place, [4, 6]);
      await place.until<Deployment>(
        'deployments',
        'web',
        ({ status }) =>
          status?.conditions?.some(({ reason }) => reason === 'ProgressDeadlineExceeded') === true,
        STAY_PENDING,
      );
      await place.patch('deployments', 'web', { spec: { replicas: 16 } });
      await stuckWith(place, [8, 12]);
      await place.until<Deployment>(
        'deployments',
        'web',
        ({ status }) => status?.replicas === 20 && status.unavailableReplicas === 14,
        STAY_PENDING,
      );
    },
  },
  {
    name: 'an orphan that fits is taken for the new set',
    run: async (place) => {
      await place.create('replicasets', workload('orphan', 'one', { replicas: 2 }));
      await place.until<ReplicaSet>('replicasets', 'orphan', ({ status }) => status?.readyReplicas === 2);
      await place.create('deployments', workload('web', 'one', { replicas: 2 }));
      await settled(place, 2);
    },
  },
  {
    name: 'only so many old sets are kept',
    run: async (place) => {
      await place.create('deployments', workload('web', 'one', { replicas: 1, revisionHistoryLimit: 1 }));
      for (const name of ['two', 'three', 'four']) {
        await settled(place, 1);
        await place.patch('deployments', 'web', image(name));
      }
      await settled(place, 1);
      await place.cluster.playUntil(
        'two sets',
        place.namespace,
        async () => (await place.list('replicasets')).length === 2,
      );
    },
  },
  {
    name: 'a replication controller',
    run: async (place) => {
      const spec = { replicas: 2, selector: { app: 'web' }, template: template('one') };
      await place.create('replicationcontrollers', { metadata: { name: 'web' }, spec });
      const isReady = ({ status }: ReplicaSet) => status?.availableReplicas === 2 && status.replicas === 2;
      await place.until<ReplicaSet>('replicationcontrollers', 'web', isReady);
      await place.patch('replicationcontrollers', 'web', { spec: { replicas: 1 } });
      await place.until<ReplicaSet>(
        'replicationcontrollers',
        'web',
        ({ status }) => status?.replicas === 1 && status.observedGeneration === 2,
      );
    },
  },
  {
    name: 'pods that the server refuses',
    run: async (place) => {
      const refused = template('one', { serviceAccountName: 'missing' });
      await place.create('deployments', workload('web', 'one', { replicas: 2, template: refused }));
      await place.until<Deployment>(
        'deployments',
        'web',
        ({ status }) => status?.conditions?.some(({ type }) => type === 'ReplicaFailure') === true,
      );
    },
  },
  {
    name: 'a pod that joins a set, and leaves it again',
    run: async (place) => {
      const { spec } = template('one') as { spec: object };
      await place.create('pods', { metadata: { name: 'guest', labels: { app: 'web' } }, spec });
      await place.create('replicasets', workload('web', 'one', { replicas: 2 }));
      const isReady = ({ status }: ReplicaSet) => status?.availableReplicas === 2 && status.replicas === 2;
      await place.until<ReplicaSet>('replicasets', 'web', isReady);
      await place.patch('pods', 'guest', { metadata: { labels: { app: 'free' } } });
      await place.cluster.playUntil(
        'another pod',
        place.namespace,
        async () => (await place.list('pods')).length === 3,
      );
      await place.until<ReplicaSet>('replicasets', 'web', isReady);
    },
  },
];
