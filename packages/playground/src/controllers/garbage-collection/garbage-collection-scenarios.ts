import assert from 'node:assert/strict';
import type { KubeObject, OwnerReference } from '@banyan/api';
import {
  becomes,
  core,
  edit,
  goes,
  grouped,
  items,
  newNamespace,
  post,
  read,
  type Scenario,
  type ScenarioCluster,
} from '../scenario.ts';
import { defineThings, definitionPath } from '../scenario-definition.ts';

const HOLD = 'example.test/hold';

/** ConfigMaps own each other here: whose kinds they are makes no difference. */
function configMap(
  cluster: ScenarioCluster,
  namespace: string,
  name: string,
  metadata: Partial<KubeObject['metadata']> = {},
): Promise<KubeObject> {
  return post(cluster, core(namespace, 'configmaps'), { metadata: { name, ...metadata } });
}

function ownedBy({ metadata }: KubeObject, more: Partial<OwnerReference> = {}): OwnerReference {
  const { name = '', uid = '' } = metadata;
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid, ...more };
}

function remove(cluster: ScenarioCluster, path: string, propagationPolicy: string): Promise<unknown> {
  return cluster.json('DELETE', path, { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy });
}

/** Until the collector has seen everything before: it reads one event after the other. */
async function collectorCatchesUp(cluster: ScenarioCluster, namespace: string): Promise<void> {
  const never = ownedBy({ metadata: { name: 'never', uid: 'nobody' } } as KubeObject);
  await configMap(cluster, namespace, 'last', { ownerReferences: [never] });
  await goes(cluster, core(namespace, 'configmaps', 'last'));
}

const unhold = (draft: KubeObject) => void (draft.metadata.finalizers = []);

export const garbageCollectionScenarios: readonly Scenario[] = [
  {
    name: 'in the background dependents go after their owner, to the last',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'gc-background');
      const owner = await configMap(cluster, ns, 'owner');
      const child = await configMap(cluster, ns, 'child', { ownerReferences: [ownedBy(owner)] });
      await configMap(cluster, ns, 'grandchild', { ownerReferences: [ownedBy(child)] });
      await collectorCatchesUp(cluster, ns);
      await remove(cluster, core(ns, 'configmaps', 'owner'), 'Background');
      assert.equal(await read(cluster, core(ns, 'configmaps', 'owner')), undefined);
      await goes(cluster, core(ns, 'configmaps', 'child'));
      await goes(cluster, core(ns, 'configmaps', 'grandchild'));
    },
  },
  {
    name: 'in the foreground an owner waits for those that block it, and for no others',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'gc-foreground');
      const owner = await configMap(cluster, ns, 'owner');
      const blocks = { ownerReferences: [ownedBy(owner, { blockOwnerDeletion: true })], finalizers: [HOLD] };
      await configMap(cluster, ns, 'blocking', blocks);
      await configMap(cluster, ns, 'other', { ownerReferences: [ownedBy(owner)], finalizers: [HOLD] });
      await collectorCatchesUp(cluster, ns);
      await remove(cluster, core(ns, 'configmaps', 'owner'), 'Foreground');
      const isMarked = ({ metadata }: KubeObject) => metadata.deletionTimestamp !== undefined;
      await becomes(cluster, core(ns, 'configmaps', 'blocking'), isMarked);
      await becomes(cluster, core(ns, 'configmaps', 'other'), isMarked);
      const waiting = await read(cluster, core(ns, 'configmaps', 'owner'));
      assert.deepEqual(waiting?.metadata.finalizers, ['foregroundDeletion']);
      await edit(cluster, core(ns, 'configmaps', 'blocking'), unhold);
      await goes(cluster, core(ns, 'configmaps', 'owner'));
      await edit(cluster, core(ns, 'configmaps', 'other'), unhold);
      await goes(cluster, core(ns, 'configmaps', 'other'));
    },
  },
  {
    name: 'orphans stay, with no word of the owner that they had',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'gc-orphan');
      const owner = await configMap(cluster, ns, 'owner');
      const second = await configMap(cluster, ns, 'second');
      await configMap(cluster, ns, 'child', { ownerReferences: [ownedBy(owner)] });
      await configMap(cluster, ns, 'shared', { ownerReferences: [ownedBy(owner), ownedBy(second)] });
      await collectorCatchesUp(cluster, ns);
      await remove(cluster, core(ns, 'configmaps', 'owner'), 'Orphan');
      await goes(cluster, core(ns, 'configmaps', 'owner'));
      const child = await read(cluster, core(ns, 'configmaps', 'child'));
      assert.deepEqual(
        [child?.metadata.ownerReferences, child?.metadata.deletionTimestamp],
        [undefined, undefined],
      );
      const shared = await read(cluster, core(ns, 'configmaps', 'shared'));
      assert.deepEqual(shared?.metadata.ownerReferences, [ownedBy(second)]);
    },
  },
  {
    name: 'what has another owner stays, and forgets the one that is gone',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'gc-shared');
      const first = await configMap(cluster, ns, 'first');
      const second = await configMap(cluster, ns, 'second');
      await configMap(cluster, ns, 'child', { ownerReferences: [ownedBy(first), ownedBy(second)] });
      await collectorCatchesUp(cluster, ns);
      await remove(cluster, core(ns, 'configmaps', 'first'), 'Background');
      const child = await becomes(
        cluster,
        core(ns, 'configmaps', 'child'),
        ({ metadata }) => metadata.ownerReferences?.length === 1,
      );
      assert.deepEqual(child.metadata.ownerReferences, [ownedBy(second)]);
    },
  },
  {
    name: 'what is owned by something that never was, or is in another namespace, goes',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'gc-absent');
      const away = await newNamespace(cluster, 'gc-away');
      const elsewhere = await configMap(cluster, away, 'elsewhere');
      const never = ownedBy({ metadata: { name: 'never', uid: 'nobody' } } as KubeObject);
      await configMap(cluster, ns, 'of-nobody', { ownerReferences: [never] });
      await configMap(cluster, ns, 'of-another', { ownerReferences: [ownedBy(elsewhere)] });
      await goes(cluster, core(ns, 'configmaps', 'of-nobody'));
      await goes(cluster, core(ns, 'configmaps', 'of-another'));
      const events = await items<KubeObject & { reason: string; message: string }>(
        cluster,
        core(ns, 'events'),
      );
      const told = events.find(({ reason }) => reason === 'OwnerRefInvalidNamespace');
      const reference = `[v1/ConfigMap, namespace: ${ns}, name: elsewhere, uid: ${elsewhere.metadata.uid}]`;
      assert.equal(told?.message, `ownerRef ${reference} does not exist in namespace "${ns}"`);
    },
  },
  {
    name: 'a circle of owners goes in the foreground too',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'gc-circle');
      const first = await configMap(cluster, ns, 'first');
      const block = { blockOwnerDeletion: true };
      const second = await configMap(cluster, ns, 'second', { ownerReferences: [ownedBy(first, block)] });
      const third = await configMap(cluster, ns, 'third', { ownerReferences: [ownedBy(second, block)] });
      await edit(cluster, core(ns, 'configmaps', 'first'), ({ metadata }) => {
        metadata.ownerReferences = [ownedBy(third, block)];
      });
      await collectorCatchesUp(cluster, ns);
      await remove(cluster, core(ns, 'configmaps', 'first'), 'Foreground');
      for (const name of ['first', 'second', 'third']) await goes(cluster, core(ns, 'configmaps', name));
    },
  },
  {
    name: 'custom resources own and are owned',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'gc-custom');
      const things = await defineThings(cluster, 'gc.example.test');
      const custom = await post(cluster, grouped(things, ns, 'things'), {
        apiVersion: things,
        kind: 'Thing',
        metadata: { name: 'owner' },
      });
      const reference = ownedBy(custom, { apiVersion: things, kind: 'Thing' });
      const child = await configMap(cluster, ns, 'child', { ownerReferences: [reference] });
      await post(cluster, grouped(things, ns, 'things'), {
        apiVersion: things,
        kind: 'Thing',
        metadata: { name: 'grandchild', ownerReferences: [ownedBy(child)] },
      });
      await collectorCatchesUp(cluster, ns);
      await remove(cluster, grouped(things, ns, 'things', 'owner'), 'Background');
      await goes(cluster, core(ns, 'configmaps', 'child'));
      await goes(cluster, grouped(things, ns, 'things', 'grandchild'));
    },
  },
  {
    name: 'dependents go even if their owner’s kind is gone with it',
    isPlaygroundOnly: true,
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'gc-undefined');
      const group = 'undefined.example.test';
      const things = await defineThings(cluster, group);
      const metadata = { name: 'owner' };
      const owner = await post(cluster, grouped(things, ns, 'things'), {
        apiVersion: things,
        kind: 'Thing',
        metadata,
      });
      const reference = ownedBy(owner, { apiVersion: things, kind: 'Thing' });
      // First one that is kept as long as the collector does not know the kind, then one that shows that it does.
      await configMap(cluster, ns, 'child', { ownerReferences: [reference] });
      await configMap(cluster, ns, 'stranger', { ownerReferences: [{ ...reference, uid: 'nobody' }] });
      await goes(cluster, core(ns, 'configmaps', 'stranger'));
      await cluster.json('DELETE', definitionPath(group));
      await goes(cluster, core(ns, 'configmaps', 'child'));
    },
  },
  {
    name: 'what has no namespace cannot be owned by what has one, and stays',
    run: async (cluster) => {
      const ns = await newNamespace(cluster, 'gc-scope');
      const owner = await configMap(cluster, ns, 'owner');
      const path = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
      await post(cluster, path, { metadata: { name: 'gc-scope', ownerReferences: [ownedBy(owner)] } });
      await remove(cluster, core(ns, 'configmaps', 'owner'), 'Background');
      await collectorCatchesUp(cluster, ns);
      const role = await read(cluster, `${path}/gc-scope`);
      assert.equal(role?.metadata.deletionTimestamp, undefined);
      assert.equal(role?.metadata.name, 'gc-scope');
    },
  },
];
