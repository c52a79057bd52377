import type { KubeObject } from '@banyan/api';
import { SYSTEM_NAMESPACE, type SyncMode } from '@banyan/api/clusternet';
import { agentRbac } from './agent-rbac.ts';
import { restrictedNamespace } from './namespace-objects.ts';
import { programDeployment } from './program-deployment.ts';

export interface AgentDeploymentOptions {
  readonly image: string;
  /** One works, the others wait: the one with the Lease. */
  readonly replicas?: number;
  /** The member's name; without one the agent makes one up. */
  readonly name?: string;
  readonly syncMode?: SyncMode;
  /** Whether the hub may be given a credential with which it can do everything in this cluster. */
  readonly appPusher?: boolean;
  /** More flags of `banyan agent`. */
  readonly extraArgs?: readonly string[];
}

/** How an agent finds the hub and proves that it may ask to be registered. */
export interface AgentRegistration {
  readonly parentUrl: string;
  readonly token: string;
  /** `sha256:…` of the parent's CA, where the token cannot vouch for it. */
  readonly caHash?: string;
}

export interface AgentManifestOptions extends AgentDeploymentOptions, AgentRegistration {}

const AGENT_NAME = 'clusternet-agent';
/** Keys parentURL, regToken and, if there is one, caHash. */
const REGISTRATION_SECRET = 'clusternet-agent-cluster-registration';
/** As Clusternet: the predictor has 8080. */
const OBSERVE_PORT = 10650;

/** All that a cluster needs to become a member: apply it there. It contains the token. */
export function agentManifests(options: AgentManifestOptions): KubeObject[] {
  const [namespace, ...rest] = agentDeployment(options);
  if (namespace === undefined) throw new Error('the agent has no objects');
  return [namespace, registrationSecret(options), ...rest];
}

/** The same without the Secret, which someone else creates. The namespace is first. */
export function agentDeployment(options: AgentDeploymentOptions): KubeObject[] {
  const { image, replicas = 2, name, syncMode = 'Dual', appPusher = true, extraArgs = [] } = options;
  const namespace = SYSTEM_NAMESPACE;
  return [
    restrictedNamespace(namespace),
    ...agentRbac({ namespace, account: AGENT_NAME, lease: AGENT_NAME }),
    programDeployment({
      name: AGENT_NAME,
      namespace,
      serviceAccount: AGENT_NAME,
      image,
      replicas,
      args: [
        'agent',
        '--cluster-reg-parent-url=$(PARENT_URL)',
        `--feature-gates=SocketConnection=true,AppPusher=${appPusher},Recovery=true,Predictor=true`,
        `--metrics-port=${OBSERVE_PORT}`,
        `--cluster-sync-mode=${syncMode}`,
        ...(name === undefined ? [] : [`--cluster-reg-name=${name}`]),
        ...extraArgs,
      ],
      env: [
        fromRegistration('PARENT_URL', 'parentURL'),
        // Read from the environment by the agent itself: arguments can be seen by everyone on the node.
        fromRegistration('REG_TOKEN', 'regToken'),
        fromRegistration('REG_CA_HASH', 'caHash', true),
      ],
      observePort: OBSERVE_PORT,
      resources: { requests: { cpu: '50m', memory: '96Mi' }, limits: { memory: '512Mi' } },
    }),
  ];
}

export function registrationSecret({ parentUrl, token, caHash }: AgentRegistration): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: REGISTRATION_SECRET, namespace: SYSTEM_NAMESPACE },
    type: 'Opaque',
    stringData: { parentURL: parentUrl, regToken: token, ...(caHash !== undefined && { caHash }) },
  };
}

function fromRegistration(name: string, key: string, optional = false): object {
  const secretKeyRef = { name: REGISTRATION_SECRET, key, ...(optional && { optional }) };
  return { name, valueFrom: { secretKeyRef } };
}
