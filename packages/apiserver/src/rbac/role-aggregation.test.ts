import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { builtInResources, storeEnvironment } from '../registry/built-in-resources.ts';
import { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import { ServerWrites } from '../registry/server-writes.ts';
import { randomIds } from '../serve-api.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { RoleAggregation } from './role-aggregation.ts';

const KIND = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
const rule = (verb: string) => ({ verbs: [verb], apiGroups: [''], resources: ['pods'] });
const source = (name: string, verb: string): KubeObject => ({
  ...KIND,
  metadata: { name, labels: { part: 'yes' } },
  rules: [rule(verb)],
});
const WHOLE: KubeObject = {
  ...KIND,
  metadata: { name: 'whole' },
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: 'yes' } }] },
};

async function world(t: TestContext) {
  const store = await ObjectStore.open(memoryPersistence());
  const resources = new ResourceCatalogue();
  const environment = storeEnvironment(store, () => 'xxxxx');
  for (const one of builtInResources(store, environment)) resources.add(one);
  const writes = new ServerWrites({ resources, ids: randomIds, now: () => new Date(0) });
  const defects: unknown[] = [];
  const clusterRoles = store.table('clusterroles.rbac.authorization.k8s.io');
  const aggregation = new RoleAggregation({ clusterRoles, writes, onDefect: (error) => defects.push(error) });
  t.after(() => aggregation.stop());
  const whole = () => clusterRoles.get('whole')?.object;
  /** Resolves when the aggregated role has as many rules. */
  const hasRules = async (count: number) => {
    const has = () => (whole()?.['rules'] as unknown[] | null)?.length === count;
    if (has()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = clusterRoles.listen(() => {
      if (has()) resolve();
    });
    await promise;
    stop();
  };
  return { writes, aggregation, whole, hasRules, defects };
}

test('an aggregated role has its rules from the start, owned as the controller owns them', async (t) => {
  const { writes, aggregation, whole, defects } = await world(t);
  await writes.ensure(source('a', 'get'));
  await writes.ensure(structuredClone(WHOLE));
  await aggregation.start();
  assert.deepEqual(whole()?.['rules'], [rule('get')]);
  const owners = whole()?.metadata.managedFields?.map(({ manager, operation }) => [manager, operation]);
  assert.deepEqual(owners, [
    ['clusterrole-aggregation-controller', 'Apply'],
    ['kube-apiserver', 'Update'],
  ]);
  assert.deepEqual(defects, []);
});

test('an aggregated role follows the roles that it is made of', { timeout: 60_000 }, async (t) => {
  const { writes, aggregation, whole, hasRules, defects } = await world(t);
  await aggregation.start();
  await writes.ensure(structuredClone(WHOLE));
  await writes.ensure(source('a', 'get'));
  await hasRules(1);
  await writes.ensure(source('b', 'list'));
  await hasRules(2);
  await writes.change({ ...KIND, namespace: undefined, name: 'whole' }, (draft) => {
    draft['rules'] = [];
  });
  await hasRules(2);
  await writes.remove({ ...KIND, namespace: undefined, name: 'a' });
  await hasRules(1);
  assert.deepEqual(whole()?.['rules'], [rule('list')]);
  assert.deepEqual(defects, []);
});

test('once stopped it follows nothing', async (t) => {
  const { writes, aggregation, whole } = await world(t);
  await writes.ensure(structuredClone(WHOLE));
  await aggregation.start();
  await aggregation.stop();
  await writes.ensure(source('a', 'get'));
  assert.equal(whole()?.['rules'], null);
});
