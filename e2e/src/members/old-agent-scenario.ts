import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { KubeObject } from '@banyan/api';
import { KubeClient, loadConnection, staticCredentials } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { RemotedialerTestAgent } from '@banyan/tunnel/old-agent-for-tests';
import type { FleetCluster } from './fleet-target.ts';
import type { MemberFleet } from './member-fleet.ts';

const API_VERSION = 'clusters.clusternet.io/v1beta1';
const REQUESTS = {
  group: 'clusters.clusternet.io',
  version: 'v1beta1',
  resource: 'clusterregistrationrequests',
};
const MANAGED_CLUSTERS = { ...REQUESTS, resource: 'managedclusters' };
const SECRETS = { group: '', version: 'v1', resource: 'secrets' };

interface Request extends KubeObject {
  status?: { result?: string; token?: string; dedicatedNamespace?: string; managedClusterName?: string };
}

/** An agent that knows nothing of Banyan: no label, no key, remotedialer's frames on the bare path. */
export async function useOldAgent(fleet: MemberFleet, name: string): Promise<void> {
  const [member] = fleet.target.members;
  const clusterId = randomUUID();
  const { server, ca } = fleet.hubClient.connection;
  const clientWith = (token: string) =>
    new KubeClient({
      name: 'old agent',
      server,
      ...(ca !== undefined && { ca }),
      credentials: staticCredentials({ token }),
    });
  const asking = clientWith((await fleet.hub('token', 'create')).trim());
  const request = {
    name: `clusternet-${clusterId}`,
    labels: { 'clusters.clusternet.io/cluster-name': name },
  };
  const spec = { clusterId, clusterName: name, clusterType: 'StandardCluster', syncMode: 'Dual' };
  await asking.create(REQUESTS, {
    apiVersion: API_VERSION,
    kind: 'ClusterRegistrationRequest',
    metadata: request,
    spec,
  });
  let answer: Request['status'];
  await eventually('it is approved', async () => {
    answer = (await asking.get<Request>(REQUESTS, { name: request.name })).status;
    return answer?.result === 'Approved';
  });
  await asking.close();
  const own = clientWith(Buffer.from(answer?.token ?? '', 'base64').toString());
  const path = `/apis/proxies.clusternet.io/v1alpha1/sockets/${clusterId}`;
  const { webSocket } = await own.webSocket({ path, protocols: [], signal: AbortSignal.timeout(300_000) });
  const agent = new RemotedialerTestAgent(webSocket);
  webSocket.resume();
  try {
    await tellAsOldAgents(fleet, { own, member, key: { namespace: answer?.dedicatedNamespace ?? '', name } });
    await eventually('it is listed', () => fleet.isListedReady(name));
    const through = await fleet.through(name);
    await eventually('it is reached', () => fleet.isReached(through));
    assert.match(await fleet.kubectlDone(through, 'exec', 'deployment/web', '--', 'echo', 'hello'), /hello/);
  } finally {
    agent.kill();
    await own.close();
  }
}

interface OldAgent {
  readonly own: KubeClient;
  readonly member: FleetCluster;
  readonly key: { readonly namespace: string; readonly name: string };
}

/** Its heartbeat, and the credential by which the hub deploys. */
async function tellAsOldAgents(fleet: MemberFleet, { own, member, key }: OldAgent): Promise<void> {
  const { server, ca } = await loadConnection({ path: member.kubeconfig, env: {} });
  const deployer = ['create', 'token', 'clusternet-hub-proxy', '-n', 'default'];
  await fleet.kubectlDone(
    member.kubeconfig,
    'create',
    'serviceaccount',
    'clusternet-hub-proxy',
    '-n',
    'default',
  );
  const account = '--serviceaccount=default:clusternet-hub-proxy';
  const admin = [
    'create',
    'clusterrolebinding',
    'clusternet-hub-proxy',
    '--clusterrole=cluster-admin',
    account,
  ];
  await fleet.kubectlDone(member.kubeconfig, ...admin);
  const token = (await fleet.kubectlDone(member.kubeconfig, ...deployer)).trim();
  const { namespace } = key;
  await own.create(SECRETS, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'child-cluster-deployer', namespace },
    stringData: { 'ca.crt': typeof ca === 'string' ? ca : '', token, 'apiserver-advertise-url': server },
  });
  const condition = {
    type: 'Ready',
    status: 'True',
    reason: 'ManagedClusterReady',
    message: 'managed cluster is ready.',
    lastTransitionTime: new Date().toISOString().replace(/\.\d+/, ''),
  };
  const status = {
    apiserverURL: server,
    useSocket: true,
    healthz: true,
    livez: true,
    readyz: true,
    heartbeatFrequencySeconds: 180,
    lastObservedTime: condition.lastTransitionTime,
    conditions: [condition],
  };
  await own.patch(MANAGED_CLUSTERS, key, { type: 'merge', body: { status } }, { subresource: 'status' });
}
