import type { TestContext } from 'node:test';
import type { GatewayOptions } from './gateway.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';
import { connectMember, createMember, startTestGateway, type TestGateway } from './test-gateway.ts';
import { startTestMemberServer, type TestMemberServer } from './test-member-server.ts';
import { createSecret, defineManagedClusters, grant } from './test-objects.ts';

export const ID = '11111111-2222-4333-8444-555555555555';
export const SOCKETS = '/apis/proxies.clusternet.io/v1alpha1/sockets';
export const PROXY_RULE = {
  apiGroups: ['proxies.clusternet.io'],
  resources: ['sockets/proxy'],
  verbs: ['*'],
} as const;

export interface TestHub extends TestGateway {
  readonly hub: TestCluster;
}

/** A hub, and a user `jane` who may go through its gateway. */
export async function startTestHub(t: TestContext, options: Partial<GatewayOptions> = {}): Promise<TestHub> {
  const hub = await startTestCluster(t);
  await defineManagedClusters(hub.client);
  await grant(hub.client, 'jane-proxy', 'jane', [PROXY_RULE]);
  return { hub, ...(await startTestGateway(t, hub.client, options)) };
}

/** One with a member that is an embedded API server, where jane may read Pods. */
export async function startWorld(
  t: TestContext,
  options: Partial<GatewayOptions> = {},
): Promise<TestHub & { readonly member: TestCluster; readonly token: string }> {
  const [world, member] = await Promise.all([startTestHub(t, options), startTestCluster(t)]);
  const namespace = await createMember(world.hub.client, {
    id: ID,
    name: 'edge',
    apiserverURL: member.server,
  });
  const token = await connectMember(world.hub.client, member, namespace);
  const rules = [{ apiGroups: [''], resources: ['pods', 'configmaps'], verbs: ['get', 'list', 'watch'] }];
  await grant(member.client, 'jane', 'jane', rules);
  return { ...world, member, token };
}

export const MEMBER_TOKEN = 'secret-of-the-member-gateway';

/** One with a member that writes down what comes. */
export async function startWatchedWorld(
  t: TestContext,
  options: Partial<GatewayOptions> = {},
): Promise<TestHub & { readonly member: TestMemberServer }> {
  const [world, member] = await Promise.all([startTestHub(t, options), startTestMemberServer(t)]);
  const namespace = await createMember(world.hub.client, {
    id: ID,
    name: 'edge',
    apiserverURL: member.server,
  });
  await createSecret(
    world.hub.client,
    { namespace, name: 'member-gateway' },
    { 'ca.crt': member.ca, token: MEMBER_TOKEN },
  );
  return { ...world, member };
}
