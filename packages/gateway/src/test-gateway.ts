import { connect } from 'node:net';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { KubeObject } from '@banyan/api';
import { ACCESS_LABEL, GATEWAY_SECRET } from '@banyan/api/banyan';
import { CLUSTER_ID_LABEL, MANAGED_CLUSTERS } from '@banyan/api/clusternet';
import { silentLogger } from '@banyan/controller';
import { CertificateAuthority, type KubeClient } from '@banyan/kube';
import { startGateway, type Gateway, type GatewayOptions } from './gateway.ts';
import { gatewayManifests } from './manifests/gateway-manifests.ts';
import type { MemberTunnels } from './member-tunnels.ts';
import { accountToken, createSecret, grant, NAMESPACES } from './test-objects.ts';

/** Tunnels without agents: members are on this machine. */
class TestTunnels implements MemberTunnels {
  readonly accepted: { memberId: string; protocol: string; head: Buffer; socket: Duplex }[] = [];
  readonly dialled: string[] = [];
  /** What a dial to a member fails with. */
  readonly failures = new Map<string, Error>();

  async dial(memberId: string, { host, port }: { host: string; port: number }): Promise<Duplex> {
    this.dialled.push(`${memberId} ${host}:${port}`);
    const failure = this.failures.get(memberId);
    if (failure !== undefined) throw failure;
    const socket = connect(port, host);
    await once(socket, 'connect');
    return socket;
  }

  disconnect(memberId: string): void {
    for (const { socket } of this.accepted.filter((each) => each.memberId === memberId)) socket.destroy();
  }

  accept(memberId: string, { socket, head }: { socket: Duplex; head: Buffer }, protocol: string): void {
    this.accepted.push({ memberId, protocol, head, socket });
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  }
}

export interface TestGateway {
  readonly gateway: Gateway;
  readonly tunnels: TestTunnels;
  readonly audit: string[];
  /** The gateway itself, not through the parent. */
  readonly direct: { readonly server: string; readonly ca: string };
}

const HOUR_MS = 3_600_000;

/** A gateway of a cluster, registered there; resolves when the cluster finds it available. */
export async function startTestGateway(
  t: { after(end: () => Promise<void>): unknown },
  parent: KubeClient,
  { registrar = parent, ...options }: Partial<GatewayOptions> & { registrar?: KubeClient } = {},
): Promise<TestGateway> {
  const validity = {
    notBefore: new Date(Date.now() - HOUR_MS),
    notAfter: new Date(Date.now() + 24 * HOUR_MS),
  };
  const ca = CertificateAuthority.create('gateway', validity.notBefore, validity.notAfter);
  const hosts = ['clusternet-hub.clusternet-system.svc', 'localhost', '127.0.0.1'];
  const pair = ca.issue({ commonName: 'banyan-hub', hosts, usages: ['server'], ...validity });
  const tunnels = new TestTunnels();
  const audit: string[] = [];
  const ended = new AbortController();
  const gateway = await startGateway({
    parent,
    tunnels,
    host: '127.0.0.1',
    port: 0,
    ...pair,
    audit: (line) => audit.push(line),
    logger: silentLogger,
    signal: ended.signal,
    ...options,
  });
  t.after(() => gateway.stop());
  await registerGateway(registrar, {
    port: gateway.port,
    caBundle: ca.certificate,
    templates: options.templates === true,
  });
  return {
    gateway,
    tunnels,
    audit,
    direct: { server: `https://127.0.0.1:${gateway.port}`, ca: ca.certificate },
  };
}

const RESOURCES: Readonly<Record<string, string>> = {
  APIService: 'apiservices',
  Service: 'services',
  FlowSchema: 'flowschemas',
  PriorityLevelConfiguration: 'prioritylevelconfigurations',
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
  Role: 'roles',
  RoleBinding: 'rolebindings',
};

async function registerGateway(
  parent: KubeClient,
  gateway: { readonly port: number; readonly caBundle: string; readonly templates: boolean },
): Promise<void> {
  await ensureNamespace(parent, 'clusternet-system');
  await applyObjects(parent, gatewayManifests({ ...gateway, externalName: 'localhost' }));
  await untilServed(parent, 'v1alpha1.proxies.clusternet.io');
  if (!gateway.templates) return;
  await untilServed(parent, 'v1alpha1.shadow');
  await untilServed(parent, 'v1alpha1.proxies.banyan.dev');
}

async function untilServed(parent: KubeClient, name: string): Promise<void> {
  const apiServices = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
  const fieldSelector = `metadata.name=${name}`;
  const signal = AbortSignal.timeout(300_000);
  for await (const { object } of parent.watch(apiServices, { fieldSelector, signal })) {
    const { conditions = [] } = (object as { status?: { conditions?: { status: string }[] } }).status ?? {};
    if (conditions.some(({ status }) => status === 'True')) return;
  }
}

export async function applyObjects(client: KubeClient, objects: readonly KubeObject[]): Promise<void> {
  for (const object of objects) {
    const [group = '', version = ''] = object.apiVersion.includes('/')
      ? object.apiVersion.split('/')
      : ['', object.apiVersion];
    const resource = RESOURCES[object.kind];
    if (resource === undefined) throw new Error(`no resource for ${object.kind}`);
    await client.apply({ group, version, resource }, object, { fieldManager: 'test', force: true });
  }
}

async function ensureNamespace(
  client: KubeClient,
  name: string,
  labels: Record<string, string> = {},
): Promise<void> {
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
  await client.apply(NAMESPACES, object, { fieldManager: 'test' });
}

export interface TestMember {
  readonly id: string;
  readonly name: string;
  readonly apiserverURL: string;
  readonly access?: 'agent' | 'kubeconfig';
  readonly annotations?: Record<string, string>;
}

/** What registration leaves of a member in the hub: namespace and ManagedCluster. */
export async function createMember(hub: KubeClient, member: TestMember): Promise<string> {
  const { id, name, apiserverURL, access = 'agent', annotations = {} } = member;
  const namespace = `clusternet-${name}`;
  await ensureNamespace(hub, namespace, { [CLUSTER_ID_LABEL]: id, [ACCESS_LABEL]: access });
  await hub.create(MANAGED_CLUSTERS, {
    apiVersion: 'clusters.clusternet.io/v1beta1',
    kind: 'ManagedCluster',
    metadata: { namespace, name, annotations },
    spec: { clusterId: id, syncMode: 'Dual' },
    status: { apiserverURL },
  } as never);
  return namespace;
}

/** Makes the account with which the hub goes to a member as its callers, and brings its token to the hub. */
export async function connectMember(
  hub: KubeClient,
  member: { readonly client: KubeClient; readonly server: string; readonly ca: string },
  namespace: string,
): Promise<string> {
  await ensureNamespace(member.client, 'clusternet-system');
  const token = await accountToken(member.client, 'clusternet-system', 'banyan-gateway');
  await grant(member.client, 'banyan-gateway', 'account:clusternet-system/banyan-gateway', [
    { apiGroups: [''], resources: ['users', 'groups'], verbs: ['impersonate'] },
  ]);
  await grant(member.client, 'banyan-member-admins', 'group:banyan:member-admins', [
    { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
  ]);
  const data = { 'ca.crt': member.ca, token, 'apiserver-advertise-url': member.server };
  await createSecret(hub, { namespace, name: GATEWAY_SECRET }, data);
  return token;
}
