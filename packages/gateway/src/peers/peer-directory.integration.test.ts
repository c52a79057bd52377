import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '@banyan/controller';
import { isNotFound, type KubeClient } from '@banyan/kube';
import { eventually, FakeClock } from '@banyan/testing';
import { startTestCluster } from '../test-cluster.ts';
import { NAMESPACES, SECRETS } from '../test-objects.ts';
import { PeerDirectory } from './peer-directory.ts';
import { LEASES } from './peer-lease.ts';
import { PEER_SECRET } from './peer-secret.ts';

const namespace = 'clusternet-system';
const { signal } = new AbortController();

function replica(hubClient: KubeClient, clock: FakeClock, id: string): PeerDirectory {
  let made = 0;
  const self = { id, url: `wss://${id}.example:8443/x`, ca: `CA of ${id}`, serverName: 'hub' };
  const random = () => `${id}-${++made}`;
  return new PeerDirectory({ hubClient, namespace, self, clock, random, logger: silentLogger });
}

async function startHub(t: Parameters<typeof startTestCluster>[0]): Promise<KubeClient> {
  const { client } = await startTestCluster(t);
  await client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  return client;
}

const ids = (directory: PeerDirectory) => directory.peers().map(({ id }) => id);

test('replicas find each other and share one secret', async (t) => {
  const client = await startHub(t);
  const clock = new FakeClock();
  const [a, b, c] = ['a', 'b', 'c'].map((id) => replica(client, clock, id)) as [
    PeerDirectory,
    PeerDirectory,
    PeerDirectory,
  ];
  let changes = 0;
  a.onChange(() => (changes += 1));
  await Promise.all([a, b, c].map((one) => one.turn(signal)));
  await Promise.all([a, b, c].map((one) => one.turn(signal)));
  assert.deepEqual(
    [ids(a), ids(b), ids(c)],
    [
      ['b', 'c'],
      ['a', 'c'],
      ['a', 'b'],
    ],
  );
  assert.deepEqual(a.peers()[0], {
    id: 'b',
    url: 'wss://b.example:8443/x',
    ca: 'CA of b',
    serverName: 'hub',
  });
  assert.equal(a.secrets().length, 1);
  assert.deepEqual([b.secrets(), c.secrets()], [a.secrets(), a.secrets()]);
  const before = changes;
  assert.ok(before > 0);
  await a.turn(signal);
  assert.equal(changes, before, 'nothing has changed');
});

test('the secret changes once a day, by whoever comes first, and what is known stays good', async (t) => {
  const client = await startHub(t);
  const clock = new FakeClock();
  const [a, b] = ['a', 'b'].map((id) => replica(client, clock, id)) as [PeerDirectory, PeerDirectory];
  for (const one of [a, b]) await one.turn(signal);
  const [first = ''] = a.secrets();
  await clock.advance(25 * 3_600_000);
  await Promise.all([a.turn(signal), b.turn(signal)]);
  assert.deepEqual(a.secrets(), b.secrets());
  assert.equal(a.secrets()[0], first, 'shown until all have the new one');
  assert.equal(a.secrets().length, 2);
  await clock.advance(3_600_000);
  assert.equal(a.secrets()[1], first);
});

test('a replica that is silent is gone after 15 s, and what it left is cleared away', async (t) => {
  const client = await startHub(t);
  const clock = new FakeClock();
  const [a, b] = ['a', 'b'].map((id) => replica(client, clock, id)) as [PeerDirectory, PeerDirectory];
  await b.turn(signal);
  await a.turn(signal);
  await clock.advance(14_000);
  await a.turn(signal);
  assert.deepEqual(ids(a), ['b']);
  await clock.advance(1_000);
  await a.turn(signal);
  assert.deepEqual(ids(a), []);
  const lease = { namespace, name: 'banyan-hub-peer-b' };
  await client.get(LEASES, lease);
  await clock.advance(150_000);
  await a.turn(signal);
  await assert.rejects(client.get(LEASES, lease), isNotFound);
  await b.turn(signal);
  await a.turn(signal);
  assert.deepEqual(ids(a), ['b'], 'it was only asleep');
});

test('a replica that stops takes its leave, and nothing of it is left', async (t) => {
  const client = await startHub(t);
  const stopping = new AbortController();
  const directory = replica(client, new FakeClock(), 'a');
  const running = directory.run(stopping.signal);
  await eventually('it is there', () => directory.secrets().length > 0);
  assert.equal((await client.get(SECRETS, { namespace, name: PEER_SECRET })).metadata.name, PEER_SECRET);
  stopping.abort();
  await running;
  await assert.rejects(client.get(LEASES, { namespace, name: 'banyan-hub-peer-a' }), isNotFound);
});
