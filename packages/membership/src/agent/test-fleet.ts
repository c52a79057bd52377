import { KubeClient, staticCredentials } from '@banyan/kube';
import type { KubeObject } from '@banyan/api';
import { MANAGED_CLUSTERS, SYSTEM_NAMESPACE, type ManagedCluster } from '@banyan/api/clusternet';
import type { Logger } from '@banyan/controller';
import { MembershipControllers, type MembershipControllersOptions } from '../hub/membership-controllers.ts';
import { startTestHub, type TestHub } from '../hub/test-hub.ts';
import type { ApproveMode } from '../hub/registration/judge-request.ts';
import { agentRbac } from '../manifests/agent-rbac.ts';
import { bootstrapTokenSecret } from '../manifests/bootstrap-objects.ts';
import { DEFAULT_AGENT_OPTIONS, type AgentOptions } from './agent-options.ts';
import { AgentState } from './agent-state.ts';
import { runAgent, type RunAgentOptions } from './run-agent.ts';

export const BOOTSTRAP = { id: 'abcdef', secret: '0123456789abcdef' };
export const TOKEN = `${BOOTSTRAP.id}.${BOOTSTRAP.secret}`;
const RESOURCES: Record<string, string> = {
  Namespace: 'namespaces',
  ServiceAccount: 'serviceaccounts',
  Role: 'roles',
  RoleBinding: 'rolebindings',
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
  Secret: 'secrets',
};
const ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };
const HOUR_MS = 3_600_000;

/** For tests: applies built-in objects as an administrator. */
export async function applyAll(client: KubeClient, objects: readonly KubeObject[]): Promise<void> {
  for (const object of objects) {
    const [group = '', version = 'v1'] = object.apiVersion.includes('/')
      ? object.apiVersion.split('/')
      : ['', object.apiVersion];
    const resource = { group, version, resource: RESOURCES[object.kind] ?? '' };
    await client.apply(resource, object, { fieldManager: 'test', force: true });
  }
}

/** A hub in which requests are answered, until it is disposed of. */
export interface AnsweringHub extends AsyncDisposable {
  readonly hub: TestHub;
  readonly stopAnswering: () => Promise<void>;
}

/** For tests: an embedded API server as a hub, with a join token and the approver. */
export async function startAnsweringHub(approve: ApproveMode | 'not at all' = 'auto'): Promise<AnsweringHub> {
  const hub = await startTestHub();
  const expiration = new Date(Date.now() + HOUR_MS).toISOString();
  await applyAll(hub.hubClient, [bootstrapTokenSecret({ ...BOOTSTRAP, expiration })]);
  const stop = approve === 'not at all' ? () => Promise.resolve() : startApprover(hub.hubClient, approve);
  return {
    hub,
    stopAnswering: stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      await hub[Symbol.asyncDispose]();
    },
  };
}

/** The hub's own controllers, until the answer is called. */
export function startApprover(
  hubClient: KubeClient,
  approve: ApproveMode,
  more: Partial<MembershipControllersOptions> = {},
): () => Promise<void> {
  const stop = new AbortController();
  const options = { hubClient, approve, agentTokenLifetimeMs: HOUR_MS, signsClusterInfo: true, ...more };
  const running = new MembershipControllers(options).run(stop.signal);
  return async () => {
    stop.abort();
    await running;
  };
}

/** A member's API server with what the agent's manifests put there, and the agent's own client. */
export interface TestMember extends AsyncDisposable {
  readonly admin: KubeClient;
  readonly memberClient: KubeClient;
  /** See TestHub. */
  readonly whileAway: TestHub['whileAway'];
}

export async function startTestMember(): Promise<TestMember> {
  const cluster = await startTestHub({ installs: false });
  const memberClient = await agentClient(cluster.hubClient, cluster);
  return {
    admin: cluster.hubClient,
    memberClient,
    whileAway: cluster.whileAway,
    [Symbol.asyncDispose]: async () => {
      await memberClient.close();
      await cluster[Symbol.asyncDispose]();
    },
  };
}

/** Installs the agent's RBAC and gives a client with exactly its rights. */
export async function agentClient(
  admin: KubeClient,
  { server, ca }: { readonly server: string; readonly ca: string },
): Promise<KubeClient> {
  const namespace = SYSTEM_NAMESPACE;
  const account = 'clusternet-agent';
  await applyAll(admin, [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    ...agentRbac({ namespace, account, lease: account }),
  ]);
  const request: KubeObject = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: {},
    spec: {},
  };
  const { status } = await admin.create(ACCOUNTS, request, {
    namespace,
    name: account,
    subresource: 'token',
  });
  const { token } = status as { token: string };
  return new KubeClient({ name: 'member', server, ca, credentials: staticCredentials({ token }) });
}

/** An agent under test, and what it said. */
export interface RunningAgent extends AsyncDisposable {
  readonly state: AgentState;
  /** One string a line, with its fields. */
  readonly lines: string[];
  readonly stop: () => Promise<void>;
}

export type AgentSetting = Partial<AgentOptions> & Pick<AgentOptions, 'parentUrl'>;

export function startAgent(
  { memberClient }: Pick<TestMember, 'memberClient'>,
  setting: AgentSetting,
  more: Partial<RunAgentOptions> = {},
): RunningAgent {
  const options: AgentOptions = {
    ...DEFAULT_AGENT_OPTIONS,
    collectPeriodMs: 50,
    version: 'v0.0.0-test',
    env: {},
    ...setting,
  };
  const state = new AgentState(options);
  const lines: string[] = [];
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  const logger: Logger = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
  const stopping = new AbortController();
  const running = runAgent({
    memberClient,
    options,
    identity: `test-${Math.random()}`,
    tunnel: idleTunnel,
    state,
    logger,
    registrationRetry: { baseMs: 10, maxMs: 50 },
    ...more,
    signal: stopping.signal,
  });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
  };
  return { state, lines, stop, [Symbol.asyncDispose]: stop };
}

/** In place of the real one, where the hub has no gateway: up until it is stopped. */
const idleTunnel: RunAgentOptions['tunnel'] = async ({ observer, signal }) => {
  observer?.connected?.();
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  observer?.disconnected?.({ reason: 'stopped', durationMs: 0 });
};

export async function theMember({
  hubClient,
}: Pick<TestHub, 'hubClient'>): Promise<ManagedCluster | undefined> {
  return (await hubClient.list<ManagedCluster>(MANAGED_CLUSTERS)).items[0];
}
