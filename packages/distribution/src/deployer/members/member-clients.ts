import type { Duplex } from 'node:stream';
import type { KubeObject } from '@banyan/api';
import { KUBECONFIG_SECRET } from '@banyan/api/banyan';
import { DEPLOYER_SECRET, type ManagedCluster } from '@banyan/api/clusternet';
import {
  KubeClient,
  KubeError,
  kubeconfigConnection,
  parseKubeconfig,
  type ClusterConnection,
  type Credentials,
  type KubeClientOptions,
} from '@banyan/kube';
import { secretText } from './member-secret.ts';

/** Opens a byte stream in a member's network; `TunnelHub.dial` of @banyan/tunnel fits. */
export type DialMember = (
  clusterId: string,
  target: { readonly host: string; readonly port: number },
  signal: AbortSignal,
) => Promise<Duplex>;

export interface MemberClientsOptions {
  /** The Secret as it is now. */
  readonly secretOf: (namespace: string, name: string) => KubeObject | undefined;
  readonly dial: DialMember;
  /** The proxy variables of this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clientOptions: KubeClientOptions;
}

interface KnownClient {
  /** What it was made for. */
  readonly way: string;
  readonly client: KubeClient;
}

/**
 * The clients with which a hub pushes, one a member, kept as long as the way to it is the same. Token and CA are asked of
 * the Secret at each request: a new one needs no new client.
 */
export class MemberClients {
  readonly #options: MemberClientsOptions;
  readonly #known = new Map<string, KnownClient>();

  constructor(options: MemberClientsOptions) {
    this.#options = options;
  }

  /** A text says why there is none. */
  clientOf(cluster: ManagedCluster, isDirect: boolean): KubeClient | string {
    return isDirect ? this.#byKubeconfig(cluster) : this.#byAgent(cluster);
  }

  drop(namespace: string): void {
    const known = this.#known.get(namespace);
    this.#known.delete(namespace);
    // What is under way ends in an error, which is what it is for.
    known?.client.close().catch(() => undefined);
  }

  async close(): Promise<void> {
    const clients = [...this.#known.values()];
    this.#known.clear();
    await Promise.all(clients.map(({ client }) => client.close()));
  }

  #byKubeconfig({ metadata: { namespace = '' } }: ManagedCluster): KubeClient | string {
    const where = `Secret "${namespace}/${KUBECONFIG_SECRET}"`;
    const text = secretText(this.#options.secretOf(namespace, KUBECONFIG_SECRET), 'kubeconfig');
    if (text === undefined) return `${where} has no kubeconfig: join the cluster again`;
    return this.#kept(namespace, text, () => {
      // Someone else's text: it may name no file and no program of this machine.
      return kubeconfigConnection(parseKubeconfig(text, where), { env: this.#options.env, trusted: false });
    });
  }

  #byAgent({ metadata: { name = '', namespace = '' }, spec, status }: ManagedCluster): KubeClient | string {
    const secret = (): KubeObject | undefined => this.#options.secretOf(namespace, DEPLOYER_SECRET);
    const server = secretText(secret(), 'apiserver-advertise-url');
    if (server === undefined || secretText(secret(), 'token') === undefined) {
      return `Secret "${namespace}/${DEPLOYER_SECRET}", which the agent writes, has no credential yet`;
    }
    const { dial } = this.#options;
    const isDialled = status?.useSocket !== false;
    return this.#kept(namespace, JSON.stringify([spec.clusterId, server, isDialled]), () => ({
      name,
      server,
      ca: () => Promise.resolve(secretText(secret(), 'ca.crt') ?? ''),
      credentials: {
        get: (): Promise<Credentials> => Promise.resolve({ token: secretText(secret(), 'token') ?? '' }),
        refused: () => undefined,
      },
      ...(isDialled && {
        dial: (host: string, port: number, signal: AbortSignal) =>
          dial(spec.clusterId, { host, port }, signal),
      }),
    }));
  }

  #kept(namespace: string, way: string, connect: () => ClusterConnection): KubeClient | string {
    const known = this.#known.get(namespace);
    if (known?.way === way) return known.client;
    this.drop(namespace);
    try {
      const client = new KubeClient(connect(), this.#options.clientOptions);
      this.#known.set(namespace, { way, client });
      return client;
    } catch (error) {
      if (error instanceof KubeError) return `the member cannot be reached: ${error.message}`;
      throw error;
    }
  }
}
