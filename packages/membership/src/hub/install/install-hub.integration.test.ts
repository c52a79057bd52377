import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CLUSTER_REGISTRATION_REQUESTS, CLUSTERNET_CRDS, MANAGED_CLUSTERS } from '@banyan/api/clusternet';
import { isInvalid, KubeError } from '@banyan/kube';
import { CLUSTER_ROLES } from '../hub-resources.ts';
import { startTestHub } from '../test-hub.ts';
import { ID, member, REFUSED, request } from './definition-cases.ts';
import { installHub } from './install-hub.ts';

suite('an embedded API server with the definitions of a hub', () => {
  test('refuses what it must, in words that say where', async () => {
    await using hub = await startTestHub();
    for (const [what, object, words] of REFUSED) {
      const resource = object.kind === 'ManagedCluster' ? MANAGED_CLUSTERS : CLUSTER_REGISTRATION_REQUESTS;
      await assert.rejects(
        hub.hubClient.create(resource, object),
        (error) => error instanceof KubeError && isInvalid(error) && words.test(error.message),
        what,
      );
    }
    assert.deepEqual(hub.defects, []);
  });

  test('takes names of 60 characters, and pulls by default', async () => {
    await using hub = await startTestHub();
    const created = await hub.hubClient.create(
      CLUSTER_REGISTRATION_REQUESTS,
      request({ clusterId: ID, clusterName: 'a'.repeat(60) }),
    );
    assert.equal((created['spec'] as { syncMode?: string }).syncMode, 'Pull');
  });

  test('does not let go of a base name once it is set', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    await hubClient.create(MANAGED_CLUSTERS, member({ clusterId: ID, syncMode: 'Pull' }));
    const set = (clusterInitBaseName: string | null) =>
      hubClient.patch(
        MANAGED_CLUSTERS,
        { namespace: 'default', name: 'one' },
        { type: 'merge', body: { spec: { clusterInitBaseName } } },
      );
    await set('first');
    await assert.rejects(set('second'), /cannot be changed or removed/);
    await assert.rejects(set(null), /cannot be changed or removed/);
    await set('first');
  });

  test('does not let a member become another cluster', async () => {
    await using hub = await startTestHub();
    await hub.hubClient.create(MANAGED_CLUSTERS, member({ clusterId: ID, syncMode: 'Pull' }));
    const body = { spec: { clusterId: ID.replace('0f', 'ff') } };
    const key = { namespace: 'default', name: 'one' };
    await assert.rejects(
      hub.hubClient.patch(MANAGED_CLUSTERS, key, { type: 'merge', body }),
      /clusterId cannot be changed/,
    );
  });

  test('has the roles that people are to be given', async () => {
    await using hub = await startTestHub();
    for (const name of ['banyan:member-user', 'banyan:member-administrator'])
      assert.ok(await hub.hubClient.get(CLUSTER_ROLES, { name }));
  });

  test('is installed a second time without a change', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    const crds = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
    const versions = async () =>
      (await hubClient.list(crds)).items.map(({ metadata }) => metadata.resourceVersion);
    const before = await versions();
    assert.equal(before.length, CLUSTERNET_CRDS.length);
    await installHub({ hubClient, signal: AbortSignal.timeout(300_000) });
    assert.deepEqual(await versions(), before);
  });
});
