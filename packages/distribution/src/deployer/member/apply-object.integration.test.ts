import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { startTestCluster } from '../test-clusters.ts';
import { deployment, DEPLOYMENTS, HUB_ID, marked } from '../test-objects.ts';
import { applyObject } from './apply-object.ts';
import { MemberSession } from './member-session.ts';
import { seenObjectOf, type SeenObject } from './seen-object.ts';

const KEY = { namespace: 'default', name: 'web' };
const IDENTITY = { group: 'apps', kind: 'Deployment', ...KEY };

test('what was scaled after our watch last told of it stays as it was scaled', async (t) => {
  const { client: memberClient, direct, requests } = await startTestCluster(t, 'member');
  const yieldsTo = new Set<string>();
  const watch = { memberClient, hubId: HUB_ID, yieldsTo, onSeen: () => {}, onError: () => {} };
  const session = new MemberSession('clusternet-m', { ...watch, mayWrite: () => true });
  t.after(() => session.close());
  const resource = await session.kinds.discovery.forKind({ group: 'apps', kind: 'Deployment' }, t.signal);
  const apply = (object: KubeObject, seen: SeenObject | 'absent') =>
    applyObject(
      { session, hubId: HUB_ID, yieldsTo },
      {
        object: marked(object, 'clusternet-m.app'),
        identity: IDENTITY,
        resource,
        seen,
        applied: undefined,
        policies: { drift: 'repair', conflict: 'refuse', immutable: 'report', allowDeletion: undefined },
      },
      t.signal,
    );
  const found = async (): Promise<unknown[]> => {
    const { spec } = await direct.get(DEPLOYMENTS, KEY);
    const { replicas, template } = spec as {
      replicas: number;
      template: { spec: { containers: { image: string }[] } };
    };
    return [replicas, template.spec.containers[0]?.image];
  };

  await apply(deployment('web', 3), 'absent');
  const seen = seenObjectOf(yieldsTo)(await direct.get(DEPLOYMENTS, KEY));
  const body = { spec: { replicas: 7 } };
  const person = { subresource: 'scale', fieldManager: 'person' };
  await direct.patch(DEPLOYMENTS, KEY, { type: 'merge', body }, person);
  await apply(deployment('web', 3, 'nginx:2'), seen);
  assert.deepEqual(await found(), [7, 'nginx:2']);

  requests.length = 0;
  await apply(deployment('web', 3, 'nginx:3'), seenObjectOf(yieldsTo)(await direct.get(DEPLOYMENTS, KEY)));
  assert.deepEqual(await found(), [7, 'nginx:3']);
  assert.equal(requests.length, 1, 'one that our watch shows as it is costs one request');
});
