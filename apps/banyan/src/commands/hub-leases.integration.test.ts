import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { APPS_API_VERSION, SUBSCRIPTIONS, type Subscription } from '@banyan/api/clusternet';
import { startHub, temporaryFolder } from './hub/hub-fixture.ts';

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
  // Longer than a Lease lasts.
  await delay(12_000);
  const { items } = await client.list<Subscription>(SUBSCRIPTIONS);
  const undecided = items.filter(({ status }) => status === undefined);
  assert.ok(undecided.length > 0, 'all was written: nothing had to wait');
  assert.doesNotMatch(program.output(), /the lease was lost/);
});

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
