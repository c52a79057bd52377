import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { KubeClient, loadConnection } from '@banyan/kube';
import { startTestCluster, type TestCluster } from '../test-cluster.ts';

const DEFAULT = { namespace: 'default' };
const CORE = { group: '', version: 'v1' };
const DEPLOYMENTS = { group: 'apps', version: 'v1', resource: 'deployments' };
const AUTOSCALERS = { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers' };
const containers = [{ name: 'web', image: 'web:1' }];

interface Table {
  readonly columnDefinitions: readonly { readonly name: string }[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly conditions?: readonly unknown[] }[];
}

describe('Tables', () => {
  let cluster: TestCluster;
  let client: KubeClient;
  before(async () => {
    cluster = await startTestCluster();
    const path = await cluster.kubeconfigFor('admin', ['system:masters']);
    client = new KubeClient(await loadConnection({ path, env: {} }));
  });
  after(async () => {
    await client.close();
    await cluster.stop();
    assert.deepEqual(cluster.defects, []);
  });

  async function table(path: string): Promise<Table> {
    const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    return client.requestJson<Table>({ method: 'GET', path, headers });
  }

  test('a Scale is a row of its own', async () => {
    const metadata = { ...DEFAULT, name: 'web' };
    const template = { metadata: { labels: { app: 'web' } }, spec: { containers } };
    const spec = { replicas: 3, selector: { matchLabels: { app: 'web' } }, template };
    await client.create(DEPLOYMENTS, { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec });
    const scale = await table('/apis/apps/v1/namespaces/default/deployments/web/scale');
    assert.deepEqual(
      scale.columnDefinitions.map(({ name }) => name),
      ['Name', 'Desired', 'Available', 'Age'],
    );
    assert.deepEqual(scale.rows[0]?.cells.slice(0, 3), ['web', 3, 0]);
  });

  test('a pod that has ended says so beside its cells', async () => {
    await client.create(
      { ...CORE, resource: 'serviceaccounts' },
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { ...DEFAULT, name: 'default' } },
    );
    const pods = { ...CORE, resource: 'pods' };
    const metadata = { ...DEFAULT, name: 'web' };
    const pod = await client.create(pods, { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } });
    await client.update(pods, { ...pod, status: { phase: 'Failed' } }, { subresource: 'status' });
    const { rows } = await table('/api/v1/namespaces/default/pods');
    assert.deepEqual(rows[0]?.cells.slice(0, 3), ['web', '0/1', 'Failed']);
    const [condition] = rows[0].conditions ?? [];
    assert.deepEqual(condition, {
      type: 'Completed',
      status: 'True',
      reason: 'Failed',
      message: 'The pod failed.',
    });
  });

  test('an object is shown the same in a version that says less of it', async () => {
    const resource = (name: string, target: object) => ({ type: 'Resource', resource: { name, target } });
    const spec = {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      maxReplicas: 5,
      metrics: [
        resource('memory', { type: 'AverageValue', averageValue: '1Gi' }),
        resource('cpu', { type: 'Utilization', averageUtilization: 50 }),
      ],
    };
    const metadata = { ...DEFAULT, name: 'web' };
    const kind = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' };
    await client.create(AUTOSCALERS, { ...kind, metadata, spec });
    for (const version of ['v1', 'v2']) {
      const { rows } = await table(
        `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`,
      );
      assert.equal(rows[0]?.cells[2], 'memory: <unknown>/1Gi, cpu: <unknown>/50%', version);
    }
  });
});
