import assert from 'node:assert/strict';
import type { Endpoints, EndpointSlice, Pod } from '@banyan/api/objects';
import {
  becomes,
  core,
  edit,
  goes,
  grouped,
  items,
  newNamespace,
  post,
  type Scenario,
  type ScenarioCluster,
} from '../scenario.ts';

const slicesPath = (ns: string) => grouped('discovery.k8s.io/v1', ns, 'endpointslices');

function pod(name: string, more: object = {}) {
  return {
    metadata: { name, labels: { app: 'web' } },
    spec: {
      terminationGracePeriodSeconds: 0,
      containers: [{ name: 'c', image: 'i', ports: [{ name: 'http', containerPort: 8080 }] }],
      ...more,
    },
  };
}

/** The slices once there are endpoints of this many pods in them. */
async function slicesWith(cluster: ScenarioCluster, ns: string, count: number): Promise<EndpointSlice[]> {
  let slices: EndpointSlice[] = [];
  await cluster.until(`${count} endpoints in ${ns}`, async () => {
    slices = await items<EndpointSlice>(cluster, slicesPath(ns));
    const ready = slices.flatMap(({ endpoints }) => endpoints ?? []).filter((one) => one.conditions?.ready);
    return slices.length > 0 && ready.length === count;
  });
  return slices;
}

export const endpointScenarios: readonly Scenario[] = [
  {
    name: 'a Service tells where its pods are, in slices and in Endpoints',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'ep-web');
      const service = await post(cluster, core(ns, 'services'), {
        metadata: { name: 'web', labels: { tier: 'front' } },
        spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 'http' }] },
      });
      const [empty] = await slicesWith(cluster, ns, 0);
      assert.deepEqual([empty?.endpoints, empty?.ports], [null, null]);
      await post(cluster, core(ns, 'pods'), pod('one'));
      const [slice] = await slicesWith(cluster, ns, 1);
      assert.equal(slice?.metadata.name, empty?.metadata.name);
      assert.match(slice?.metadata.name ?? '', /^web-.{5}$/);
      assert.deepEqual(slice?.metadata.labels, {
        tier: 'front',
        'kubernetes.io/service-name': 'web',
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
      });
      const { uid } = service.metadata;
      const owner = { apiVersion: 'v1', kind: 'Service', name: 'web', uid };
      assert.deepEqual(slice?.metadata.ownerReferences, [
        { ...owner, controller: true, blockOwnerDeletion: true },
      ]);
      assert.deepEqual(slice?.ports, [{ name: '', port: 8080, protocol: 'TCP' }]);
      const found = await cluster.json<Pod>('GET', core(ns, 'pods', 'one'));
      const targetRef = { kind: 'Pod', namespace: ns, name: 'one', uid: found.metadata.uid };
      const { zone: _, ...endpoint } = slice?.endpoints?.[0] ?? { addresses: [] };
      assert.deepEqual(endpoint, {
        addresses: [found.status?.podIP],
        conditions: { ready: true, serving: true, terminating: false },
        targetRef,
        nodeName: found.spec.nodeName,
      });
      const old = await becomes<Endpoints>(
        cluster,
        core(ns, 'endpoints', 'web'),
        ({ subsets }) => subsets?.[0]?.addresses !== undefined,
      );
      assert.deepEqual(old.subsets, [
        {
          addresses: [{ ip: found.status?.podIP, nodeName: found.spec.nodeName, targetRef }],
          ports: [{ port: 8080, protocol: 'TCP' }],
        },
      ]);
      assert.deepEqual(old.metadata.labels, {
        tier: 'front',
        'endpoints.kubernetes.io/managed-by': 'endpoint-controller',
      });
      await cluster.json('DELETE', core(ns, 'services', 'web'));
      await goes(cluster, core(ns, 'endpoints', 'web'));
      await cluster.until('no slices', async () => (await items(cluster, slicesPath(ns))).length === 0);
    },
  },
  {
    name: 'a headless Service without ports has its pods’ names, and those that are not ready too if asked',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'ep-headless');
      await post(cluster, core(ns, 'services'), {
        metadata: { name: 'peers' },
        spec: { clusterIP: 'None', selector: { app: 'web' }, publishNotReadyAddresses: true },
      });
      const gate = [{ conditionType: 'example.test/never' }];
      const named = { hostname: 'one', subdomain: 'peers', readinessGates: gate };
      await post(cluster, core(ns, 'pods'), pod('one', named));
      const [slice] = await slicesWith(cluster, ns, 1);
      assert.equal(slice?.metadata.labels?.['service.kubernetes.io/headless'], '');
      const [endpoint] = slice?.endpoints ?? [];
      assert.equal(endpoint?.hostname, 'one');
      assert.deepEqual(slice?.ports, null);
      const old = await becomes<Endpoints>(
        cluster,
        core(ns, 'endpoints', 'peers'),
        ({ subsets }) => subsets?.[0]?.addresses !== undefined,
      );
      assert.equal(old.subsets?.[0]?.addresses?.[0]?.hostname, 'one');
      assert.equal(old.subsets?.[0]?.ports, undefined);
    },
  },
  {
    name: 'a pod that no longer has the labels is no endpoint any more',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'ep-labels');
      await post(cluster, core(ns, 'services'), {
        metadata: { name: 'web' },
        spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
      });
      await post(cluster, core(ns, 'pods'), pod('one'));
      await post(cluster, core(ns, 'pods'), pod('two'));
      await slicesWith(cluster, ns, 2);
      await edit<Pod>(cluster, core(ns, 'pods', 'one'), ({ metadata }) => void (metadata.labels = {}));
      const [left] = await slicesWith(cluster, ns, 1);
      assert.equal(left?.endpoints?.[0]?.targetRef?.name, 'two');
      assert.deepEqual(left?.ports, [{ name: '', port: 80, protocol: 'TCP' }]);
    },
  },
  {
    name: 'Endpoints that were written by hand are told of in a slice too',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'ep-mirror');
      await post(cluster, core(ns, 'services'), {
        metadata: { name: 'away' },
        spec: { ports: [{ port: 5432 }] },
      });
      const made = await post(cluster, core(ns, 'endpoints'), {
        metadata: { name: 'away', labels: { kept: 'yes' } },
        subsets: [{ addresses: [{ ip: '192.0.2.7' }], ports: [{ port: 5432 }] }],
      });
      const [slice] = await slicesWith(cluster, ns, 1);
      assert.deepEqual(slice?.metadata.labels, {
        kept: 'yes',
        'kubernetes.io/service-name': 'away',
        'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
      });
      assert.equal(slice?.metadata.ownerReferences?.[0]?.uid, made.metadata.uid);
      assert.deepEqual(slice?.endpoints, [{ addresses: ['192.0.2.7'], conditions: { ready: true } }]);
      assert.deepEqual(slice?.ports, [{ name: '', port: 5432, protocol: 'TCP' }]);
      await cluster.json('DELETE', core(ns, 'endpoints', 'away'));
      await cluster.until('no slices', async () => (await items(cluster, slicesPath(ns))).length === 0);
    },
  },
];
