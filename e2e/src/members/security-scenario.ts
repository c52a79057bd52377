import assert from 'node:assert/strict';
import type { KubeObject } from '@banyan/api';
import { isAlreadyExists, isForbidden, KubeClient, staticCredentials } from '@banyan/kube';
import { idOf } from './leave-scenario.ts';
import type { FleetCluster } from './fleet-target.ts';
import type { MemberFleet } from './member-fleet.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const REQUESTS = {
  group: 'clusters.clusternet.io',
  version: 'v1beta1',
  resource: 'clusterregistrationrequests',
};
const MANAGED_CLUSTERS = { ...REQUESTS, resource: 'managedclusters' };
const SOCKETS = '/apis/proxies.clusternet.io/v1alpha1/sockets';

interface Secret extends KubeObject {
  data?: Record<string, string>;
}

interface Pair {
  /** A member, and where its credential is. */
  readonly own: string;
  readonly cluster: FleetCluster;
  /** Another member. */
  readonly other: string;
}

/** With one member's credential nothing of another member can be had. */
export async function stayApart(fleet: MemberFleet, { own, cluster, other }: Pair): Promise<void> {
  const memberClient = await fleet.clientOf(cluster);
  const key = { namespace: 'clusternet-system', name: 'parent-cluster' };
  const { data } = await memberClient.get<Secret>(SECRETS, key);
  const client = hubClientWith(fleet, Buffer.from(data?.['token'] ?? '', 'base64').toString());
  const [ownId, otherId] = [await idOf(fleet, own), await idOf(fleet, other)];
  const namespace = `clusternet-${other}`;
  try {
    const mine = { namespace: `clusternet-${own}`, name: own };
    assert.equal((await client.get(MANAGED_CLUSTERS, mine)).metadata.name, own);
    const refused: Readonly<Record<string, () => Promise<unknown>>> = {
      'its record': () => client.get(MANAGED_CLUSTERS, { namespace, name: other }),
      'its status': () =>
        client.patch(
          MANAGED_CLUSTERS,
          { namespace, name: other },
          { type: 'merge', body: { status: { readyz: false } } },
          { subresource: 'status' },
        ),
      'its credentials': () => client.get(SECRETS, { namespace, name: 'member-gateway' }),
      'the secrets of all': () => client.list(SECRETS, {}),
      'the members': () => client.list(MANAGED_CLUSTERS, {}),
      'its request': () => client.get(REQUESTS, { name: `clusternet-${otherId}` }),
      'its tunnel': () => attach(client, `${SOCKETS}/${otherId}/attach`),
      'its tunnel, the old way': () => attach(client, `${SOCKETS}/${otherId}`),
      'its tunnel, by name': () => attach(client, `${SOCKETS}/${other}/attach`),
      'the way to it': () =>
        client.requestJson({ method: 'GET', path: `${SOCKETS}/${otherId}/proxy/direct/version` }),
      'the way to its own': () =>
        client.requestJson({ method: 'GET', path: `${SOCKETS}/${ownId}/proxy/direct/version` }),
    };
    for (const [what, attempt] of Object.entries(refused)) await assert.rejects(attempt(), isForbidden, what);
  } finally {
    await client.close();
  }
}

/** Whoever knows a cluster's id, and even has a join token, has nothing. */
export async function stealNothing(fleet: MemberFleet, name: string): Promise<void> {
  const id = await idOf(fleet, name);
  const client = hubClientWith(fleet, (await fleet.hub('token', 'create')).trim());
  const key = { name: `clusternet-${id}` };
  const request = {
    apiVersion: 'clusters.clusternet.io/v1beta1',
    kind: 'ClusterRegistrationRequest',
    metadata: key,
    spec: { clusterId: id, clusterName: 'thief', syncMode: 'Dual' },
  };
  try {
    await assert.rejects(client.create(REQUESTS, request), isAlreadyExists);
    const patch = { metadata: { annotations: { 'banyan.dev/agent-key': 'another' } } };
    await assert.rejects(client.patch(REQUESTS, key, { type: 'merge', body: patch }), isForbidden);
    await assert.rejects(client.delete(REQUESTS, key), isForbidden);
    for (const path of [`${SOCKETS}/${id}/attach`, `${SOCKETS}/${id}`])
      await assert.rejects(attach(client, path), isForbidden);
    // What the hub answered is for the agent's eyes alone.
    const { status } = await client.get<KubeObject & { status?: { token?: string } }>(REQUESTS, key);
    const sealed = hubClientWith(fleet, Buffer.from(status?.token ?? '', 'base64').toString('base64'));
    const { status: code, body } = await sealed.request({ method: 'GET', path: '/api/v1/namespaces' });
    body.destroy();
    await sealed.close();
    assert.equal(code, 401);
  } finally {
    await client.close();
  }
}

/** With this token and nothing else. */
function hubClientWith(fleet: MemberFleet, token: string): KubeClient {
  const { server, ca } = fleet.hubClient.connection;
  const credentials = staticCredentials({ token });
  return new KubeClient({ name: 'hub', server, ...(ca !== undefined && { ca }), credentials });
}

async function attach(client: KubeClient, path: string): Promise<void> {
  const signal = AbortSignal.timeout(300_000);
  const { webSocket } = await client.webSocket({ path, protocols: ['banyan.h2.v1'], signal });
  webSocket.terminate();
}
