import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ConfigMap } from '@banyan/api/objects';
import { CLUSTER_REGISTRATION_REQUESTS } from '@banyan/api/clusternet';
import { isForbidden, isNotFound, isUnauthorized } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { certificatesOf, isSignedBy } from '../../agent/parent/cluster-info.ts';
import { CONFIG_MAPS, SECRETS } from '../hub-resources.ts';
import { startMembership, startTestHub } from '../test-hub.ts';
import { createJoinToken, listJoinTokens, revokeJoinToken } from './manage-join-tokens.ts';

const { signal } = new AbortController();
const INFO = { namespace: 'kube-public', name: 'cluster-info' };

function halves(token: string): { id: string; secret: string } {
  const [id = '', secret = ''] = token.split('.');
  return { id, secret };
}

suite('join tokens', () => {
  test('let their holder ask to be registered, and nothing else, until they are revoked', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    const { token, id, expiresAt } = await createJoinToken({ hubClient, description: 'for edge', signal });
    assert.match(token, /^[a-z0-9]{6}\.[a-z0-9]{16}$/);
    assert.ok(Math.abs(expiresAt.getTime() - Date.now() - 86_400_000) < 60_000);
    const guest = hub.clientWith({ token });
    const ask = () => guest.get(CLUSTER_REGISTRATION_REQUESTS, { name: 'clusternet-x' });
    await assert.rejects(ask(), isNotFound);
    await assert.rejects(guest.list(CLUSTER_REGISTRATION_REQUESTS), isForbidden);
    await assert.rejects(guest.list(SECRETS), isForbidden);
    const [listed] = await listJoinTokens(hubClient, { signal });
    assert.deepEqual([listed?.id, listed?.description, listed?.isExpired], [id, 'for edge', false]);
    assert.doesNotMatch(JSON.stringify(listed), new RegExp(halves(token).secret));
    await revokeJoinToken(hubClient, token, signal);
    await assert.rejects(ask(), isUnauthorized);
    await assert.rejects(revokeJoinToken(hubClient, id, signal), /no join token with the id/);
    assert.deepEqual(await listJoinTokens(hubClient, { signal }), []);
  });

  test('end at their time, are made anew if an id is taken, and have to end', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    const given = [
      { id: 'aaaaaa', secret: '0'.repeat(16) },
      { id: 'aaaaaa', secret: '1'.repeat(16) },
      { id: 'bbbbbb', secret: '2'.repeat(16) },
    ];
    const newHalves = () => given.shift() ?? { id: 'cccccc', secret: '3'.repeat(16) };
    const past = () => new Date(Date.now() - 7_200_000);
    const first = await createJoinToken({ hubClient, newHalves, lifetimeMs: 3_600_000, now: past, signal });
    const second = await createJoinToken({ hubClient, newHalves, signal });
    assert.deepEqual([first.id, second.id], ['aaaaaa', 'bbbbbb']);
    const ask = hub.clientWith({ token: first.token }).get(CLUSTER_REGISTRATION_REQUESTS, { name: 'x' });
    await assert.rejects(ask, isUnauthorized);
    const listed = await listJoinTokens(hubClient, { signal });
    assert.deepEqual(Object.fromEntries(listed.map(({ id, isExpired }) => [id, isExpired])), {
      aaaaaa: true,
      bbbbbb: false,
    });
    for (const lifetimeMs of [0, -1, Infinity, Number.NaN]) {
      await assert.rejects(createJoinToken({ hubClient, lifetimeMs, signal }), /has to end/);
    }
  });

  test('vouch for the CA of the hub in a place that everyone can read', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    const before = await createJoinToken({ hubClient, signal });
    const advertised = { server: 'https://hub.example:6443' };
    await using _running = await startMembership(hubClient, { signsClusterInfo: true, advertised });
    const anonymous = hub.clientWith({});
    const read = () => anonymous.get<ConfigMap>(CONFIG_MAPS, INFO);
    await eventually('it is signed', async () => isSignedBy(await read(), halves(before.token)));
    assert.deepEqual(certificatesOf(await read()), [hub.ca.trim()]);
    assert.match((await read()).data?.['kubeconfig'] ?? '', /https:\/\/hub\.example:6443/);
    await assert.rejects(anonymous.list(CONFIG_MAPS, { namespace: 'kube-public' }), isForbidden);

    const later = await createJoinToken({ hubClient, signal });
    assert.equal(isSignedBy(await read(), halves(later.token)), true);
    await hubClient.patch(CONFIG_MAPS, INFO, {
      type: 'merge',
      body: { data: { [`jws-kubeconfig-${later.id}`]: 'forged' } },
    });
    await eventually('it is signed again', async () => isSignedBy(await read(), halves(later.token)));
    await revokeJoinToken(hubClient, before.id, signal);
    await eventually(
      'the signature is gone',
      async () => (await read()).data?.[`jws-kubeconfig-${before.id}`] === undefined,
    );
  });

  test('sign what kubeadm made as it is', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    const data = { kubeconfig: 'clusters: []\n' };
    await hubClient.create(CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: INFO, data });
    await using _running = await startMembership(hubClient, { signsClusterInfo: true });
    const { token } = await createJoinToken({ hubClient, signal });
    const info = await hubClient.get<ConfigMap>(CONFIG_MAPS, INFO);
    assert.equal(info.data?.['kubeconfig'], data.kubeconfig);
    assert.equal(isSignedBy(info, halves(token)), true);
  });
});
