import assert from 'node:assert/strict';
import type { KubeObject } from '@banyan/api';
import type { Deployment, Pod, PodDisruptionBudget } from '@banyan/api/objects';
import {
  becomes,
  core,
  edit,
  grouped,
  items,
  newNamespace,
  post,
  type Scenario,
  type ScenarioCluster,
} from '../scenario.ts';

const POLICY = 'policy/v1';

function deploy(cluster: ScenarioCluster, ns: string, replicas: number): Promise<KubeObject> {
  const labels = { app: 'web' };
  return post(cluster, grouped('apps/v1', ns, 'deployments'), {
    metadata: { name: 'web' },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { terminationGracePeriodSeconds: 0, containers: [{ name: 'c', image: 'i' }] },
      },
    },
  });
}

function budget(cluster: ScenarioCluster, ns: string, spec: object): Promise<KubeObject> {
  const selector = { matchLabels: { app: 'web' } };
  return post(cluster, grouped(POLICY, ns, 'poddisruptionbudgets'), {
    metadata: { name: 'web' },
    spec: { selector, ...spec },
  });
}

async function statusOnce(
  cluster: ScenarioCluster,
  ns: string,
  isWanted: (status: NonNullable<PodDisruptionBudget['status']>) => boolean,
) {
  const { status } = await becomes<PodDisruptionBudget>(
    cluster,
    grouped(POLICY, ns, 'poddisruptionbudgets', 'web'),
    (found) => found.status !== undefined && isWanted(found.status),
  );
  const { conditions = [], ...counts } = status as NonNullable<typeof status>;
  return {
    counts,
    conditions: conditions.map(({ lastTransitionTime: _since, ...condition }) => condition),
  };
}

async function evictOne(cluster: ScenarioCluster, ns: string): Promise<string> {
  const pods = await items<Pod>(cluster, core(ns, 'pods'));
  const name = pods.find(({ metadata }) => metadata.deletionTimestamp === undefined)?.metadata.name ?? '';
  try {
    await cluster.json('POST', `${core(ns, 'pods', name)}/eviction`, {
      apiVersion: POLICY,
      kind: 'Eviction',
      metadata: { name, namespace: ns },
    });
    return 'evicted';
  } catch (error) {
    return /: (\d{3}) /.exec(String(error))?.[1] ?? String(error);
  }
}

export const disruptionScenarios: readonly Scenario[] = [
  {
    name: 'a budget counts its pods, and evictions keep within it',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'pdb-min');
      await deploy(cluster, ns, 3);
      await budget(cluster, ns, { minAvailable: 2 });
      const all = await statusOnce(cluster, ns, ({ currentHealthy }) => currentHealthy === 3);
      assert.deepEqual(all.counts, {
        currentHealthy: 3,
        desiredHealthy: 2,
        disruptionsAllowed: 1,
        expectedPods: 3,
        observedGeneration: 1,
      });
      assert.deepEqual(all.conditions, [
        {
          type: 'DisruptionAllowed',
          status: 'True',
          reason: 'SufficientPods',
          message: '',
          observedGeneration: 1,
        },
      ]);
      assert.equal(await evictOne(cluster, ns), 'evicted');
      await statusOnce(
        cluster,
        ns,
        ({ currentHealthy, expectedPods }) => currentHealthy === 3 && expectedPods === 3,
      );
    },
  },
  {
    name: 'a budget that is used up refuses evictions',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'pdb-full');
      await deploy(cluster, ns, 2);
      await budget(cluster, ns, { minAvailable: '100%' });
      const { counts, conditions } = await statusOnce(
        cluster,
        ns,
        ({ currentHealthy }) => currentHealthy === 2,
      );
      assert.deepEqual([counts.desiredHealthy, counts.disruptionsAllowed, counts.expectedPods], [2, 0, 2]);
      assert.equal(conditions[0]?.reason, 'InsufficientPods');
      assert.equal(await evictOne(cluster, ns), '429');
    },
  },
  {
    name: 'a budget of what may be missing follows the scale of the owner',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'pdb-max');
      await deploy(cluster, ns, 2);
      await budget(cluster, ns, { maxUnavailable: '50%' });
      await statusOnce(cluster, ns, ({ disruptionsAllowed }) => disruptionsAllowed === 1);
      const path = `${grouped('apps/v1', ns, 'deployments', 'web')}/scale`;
      await edit<Deployment>(cluster, path, ({ spec }) => void (spec.replicas = 5));
      const { counts } = await statusOnce(cluster, ns, ({ currentHealthy }) => currentHealthy === 5);
      assert.deepEqual([counts.desiredHealthy, counts.disruptionsAllowed, counts.expectedPods], [2, 3, 5]);
    },
  },
];
