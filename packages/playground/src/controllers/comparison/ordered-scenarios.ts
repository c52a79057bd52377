import type { DaemonSet, Pod, StatefulSet } from '@banyan/api/objects';
import { nodeOf } from '../daemon-set/daemon-pod.ts';
import { template, workload, type ScenarioPlace, type WorkloadScenario } from './workload-scenario.ts';

const CLAIMS = [
  {
    metadata: { name: 'data', labels: { of: 'data' } },
    spec: {
      storageClassName: '',
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
    },
  },
];

async function settled(place: ScenarioPlace, replicas: number, updated = replicas): Promise<void> {
  await place.until<StatefulSet>(
    'statefulsets',
    'web',
    ({ status, metadata }) =>
      status?.observedGeneration === metadata.generation &&
      status?.replicas === replicas &&
      status.availableReplicas === replicas &&
      (status.updatedReplicas ?? 0) === updated,
  );
}

async function daemonsSettled(place: ScenarioPlace, wanted: number): Promise<void> {
  await place.until<DaemonSet>(
    'daemonsets',
    'web',
    ({ status, metadata }) =>
      status?.observedGeneration === metadata.generation &&
      status?.desiredNumberScheduled === wanted &&
      status.updatedNumberScheduled === wanted &&
      status.numberAvailable === wanted,
  );
  await place.cluster.playUntil(
    'one pod a node',
    place.namespace,
    async () => (await place.list('pods')).length === wanted,
  );
}

const image = (name: string) => ({ spec: { template: template(name) } });

export const ORDERED_SCENARIOS: readonly WorkloadScenario[] = [
  {
    name: 'a stateful set with claims, its update and the undoing',
    run: async (place) => {
      const spec = { replicas: 3, serviceName: 'web', volumeClaimTemplates: CLAIMS };
      await place.create('statefulsets', workload('web', 'one', spec));
      await settled(place, 3);
      await place.patch('statefulsets', 'web', image('two'));
      await settled(place, 3);
      await place.patch('statefulsets', 'web', image('one'));
      await settled(place, 3);
      await place.patch('statefulsets', 'web', { spec: { replicas: 1 } });
      await settled(place, 1);
    },
  },
  {
    name: 'a stateful set that is updated down to a partition',
    run: async (place) => {
      const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 2 } };
      const spec = { replicas: 3, podManagementPolicy: 'Parallel', updateStrategy, ordinals: { start: 5 } };
      await place.create('statefulsets', workload('web', 'one', spec));
      await settled(place, 3);
      await place.patch('statefulsets', 'web', image('two'));
      await settled(place, 3, 1);
    },
  },
  {
    name: 'a stateful set whose pods are updated when someone deletes them',
    run: async (place) => {
      const spec = { replicas: 2, updateStrategy: { type: 'OnDelete' } };
      await place.create('statefulsets', workload('web', 'one', spec));
      await settled(place, 2);
      await place.patch('statefulsets', 'web', image('two'));
      await settled(place, 2, 0);
      await place.cluster.delete(place.path('pods', 'web-0'), { gracePeriodSeconds: 0 });
      await settled(place, 2, 1);
    },
  },
  {
    name: 'claims that go with the pods that are scaled away',
    run: async (place) => {
      const spec = {
        replicas: 2,
        volumeClaimTemplates: CLAIMS,
        persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete', whenDeleted: 'Delete' },
      };
      await place.create('statefulsets', workload('web', 'one', spec));
      await settled(place, 2);
      await place.patch('statefulsets', 'web', { spec: { replicas: 1 } });
      await settled(place, 1);
      await place.cluster.playUntil('one claim', place.namespace, async () => {
        const claims = await place.list('persistentvolumeclaims');
        return claims.filter(({ metadata }) => metadata.deletionTimestamp === undefined).length === 1;
      });
    },
  },
  {
    name: 'a daemon on every node that fits, and its update',
    run: async (place) => {
      const spec = {
        template: template('one', { nodeSelector: { pool: 'a' }, hostNetwork: true }),
        minReadySeconds: 1,
      };
      await place.readyNodes();
      await place.create('daemonsets', workload('web', 'one', spec));
      await daemonsSettled(place, 2);
      await place.patch('daemonsets', 'web', {
        spec: { template: template('two', { nodeSelector: { pool: 'a' } }) },
      });
      await daemonsSettled(place, 2);
      await place.patch('daemonsets', 'web', {
        spec: { template: template('two', { nodeSelector: { pool: 'b' } }) },
      });
      await daemonsSettled(place, 1);
    },
  },
  {
    name: 'a daemon whose successor comes before it goes',
    run: async (place) => {
      const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
      await place.readyNodes();
      await place.create('daemonsets', workload('web', 'one', { updateStrategy }));
      await daemonsSettled(place, 3);
      await place.patch('daemonsets', 'web', image('two'));
      await daemonsSettled(place, 3);
    },
  },
  {
    name: 'a failed pod of a daemon set is replaced',
    run: async (place) => {
      await place.readyNodes();
      await place.create('daemonsets', workload('web', 'one'));
      await daemonsSettled(place, 3);
      const pod = (await place.list<Pod>('pods')).find((each) => nodeOf(each) === 'node-a1');
      await place.cluster.merge(`${place.path('pods', pod?.metadata.name)}/status`, {
        status: { phase: 'Failed' },
      });
      await place.until<DaemonSet>(
        'daemonsets',
        'web',
        ({ status }) => status?.numberReady === 2,
        () => undefined,
      );
      await daemonsSettled(place, 3);
    },
  },
  {
    name: 'daemons that are updated when someone deletes them',
    run: async (place) => {
      await place.readyNodes();
      const updateStrategy = { type: 'OnDelete' };
      await place.create('daemonsets', workload('web', 'one', { updateStrategy }));
      await daemonsSettled(place, 3);
      await place.patch('daemonsets', 'web', image('two'));
      await place.until<DaemonSet>(
        'daemonsets',
        'web',
        ({ status, metadata }) =>
          status?.observedGeneration === metadata.generation && (status?.updatedNumberScheduled ?? 0) === 0,
      );
      const pod = (await place.list<Pod>('pods')).find((each) => nodeOf(each) === 'node-a1');
      await place.cluster.delete(place.path('pods', pod?.metadata.name), { gracePeriodSeconds: 0 });
      await place.until<DaemonSet>(
        'daemonsets',
        'web',
        ({ status }) => status?.updatedNumberScheduled === 1 && status.numberAvailable === 3,
      );
    },
  },
];
