import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { DESCRIPTIONS, type Description } from '@banyan/api/clusternet';
import { manifestStatusOf, objectsOfDescription } from '@banyan/engine';
import { eventually } from '@banyan/testing';
import { idOf, startPipeline, startTestHub, type HubUser } from '../test-hub.ts';
import { CONFIG, CONFIG_MAP, deployment, WEB } from '../test-objects.ts';

/** As a deployer reports it. */
async function report(
  user: HubUser,
  member: string,
  statusOf: (object: KubeObject) => object | undefined,
  phase: 'Success' | 'Failure' = 'Success',
): Promise<void> {
  const key = { namespace: `clusternet-${member}`, name: 'app-generic' };
  const description = await user.client.get<Description>(DESCRIPTIONS, key);
  const manifestStatuses = objectsOfDescription(description).map((object) =>
    manifestStatusOf({ ...object, status: statusOf(object) }),
  );
  const reason = phase === 'Failure' ? 'the member refused it' : '';
  const body = { status: { phase, reason, manifestStatuses } };
  await user.client.patch(DESCRIPTIONS, key, { type: 'merge', body }, { subresource: 'status' });
}

void suite('aggregated status', { timeout: 1_200_000 }, () => {
  test('what members report is summed up on the Subscription, per feed and cluster', async () => {
    await using hub = await startTestHub();
    const { user } = hub;
    await using _pipeline = await startPipeline(user.client);
    await user.member('a');
    await user.member('b');
    await user.manifest('deployments.shop.web', deployment(2));
    await user.manifest('configmaps.shop.config', CONFIG_MAP);
    await user.subscribe('app', { feeds: [WEB, CONFIG] });
    await user.bind('app', ['a', 'b']);
    for (const name of ['a', 'b']) {
      await eventually(`${name} has it`, async () => (await user.rendered(name, 'app')).length === 2);
    }
    const ready = {
      observedGeneration: 1,
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
    };
    const conditions = [{ type: 'Available', status: 'True' }];
    const well = ({ kind }: KubeObject): object | undefined =>
      kind === 'Deployment' ? { ...ready, conditions } : undefined;
    const isAvailable = async (): Promise<string | undefined> => {
      const { status } = await user.subscription('app');
      const condition = status?.conditions?.find(({ type }) => type === 'Available');
      return condition && `${condition.status} ${condition.message}`;
    };
    await report(user, 'a', well);
    await report(user, 'b', well, 'Failure');
    await eventually(
      'the failure is told',
      async () => (await isAvailable()) === 'False 1 of 2 clusters are complete; b: the member refused it',
    );
    await report(user, 'b', well);
    await eventually(
      'all is well',
      async () => (await isAvailable()) === 'True 2 of 2 clusters are complete',
    );
    const { status } = await user.subscription('app');
    assert.equal(status?.completedReleases, 2);
    const [web] = status.aggregatedStatuses ?? [];
    assert.equal(web?.feedStatusSummary?.replicaStatus?.readyReplicas, 4);
    assert.equal(web.feedStatusSummary.available, true);
    assert.deepEqual(
      web.feedStatusDetails?.map(({ clusterId, clusterName }) => [clusterId, clusterName]),
      [
        [idOf('a'), 'a'],
        [idOf('b'), 'b'],
      ],
    );
  });
});
