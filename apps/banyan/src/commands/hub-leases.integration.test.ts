import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { APPS_API_VERSION, SUBSCRIPTIONS, SYSTEM_NAMESPACE, type Subscription } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';
import { startHub, temporaryFolder, until } from './hub/hub-fixture.ts';

const LEASES = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' };
const LEASE_MS = 10_000;

/** Enough to start with, and far too few for what follows. */
const LIMITS = ['--kube-api-qps', '5', '--kube-api-burst', '100'];
const TIMES = [
  ['--leader-elect-lease-duration', '10s'],
  ['--leader-elect-renew-deadline', '8s'],
  ['--leader-elect-retry-period', '1s'],
].flat();
const SUBSCRIPTION_COUNT = 300;

test('a hub that has more to write than it may keeps its Leases', async (t) => {
  const dir = await temporaryFolder(t);
  const { client, program } = await startHub(t, dir, [...LIMITS, ...TIMES]);
  for (let i = 0; i < SUBSCRIPTION_COUNT; i++) await client.create(SUBSCRIPTIONS, toNobody(`s${i}`));
  const flooded = await renewTimes(client);
  assert.ok(flooded.size > 2, `${flooded.size} Leases`);
  await until('every Lease was renewed for longer than it lasts', async () => {
    const now = await renewTimes(client);
    return [...flooded].every(([name, sinceMs]) => (now.get(name) ?? 0) > sinceMs + LEASE_MS);
  });
  const { items } = await client.list<Subscription>(SUBSCRIPTIONS);
  const undecided = items.filter(({ status }) => status === undefined);
  assert.ok(undecided.length > 0, 'all was written: nothing had to wait');
  assert.doesNotMatch(program.output(), /the lease was lost/);
});

/** Of the Leases that someone holds, by name. */
async function renewTimes(client: KubeClient): Promise<Map<string, number>> {
  const { items } = await client.list<KubeObject & { spec: { renewTime?: string } }>(LEASES, {
    namespace: SYSTEM_NAMESPACE,
  });
  return new Map(
    items.flatMap(({ metadata: { name = '' }, spec: { renewTime } }) =>
      renewTime === undefined ? [] : [[name, Date.parse(renewTime)] as const],
    ),
  );
}

function toNobody(name: string): Subscription {
  return {
    apiVersion: APPS_API_VERSION,
    kind: 'Subscription',
    metadata: { name, namespace: 'default' },
    spec: {
      subscribers: [{ clusterAffinity: { matchLabels: { nobody: 'has-it' } } }],
      feeds: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name }],
    },
  };
}
