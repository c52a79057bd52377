import {
  KubeClient,
  proxyFromEnvironment,
  type ClusterConnection,
  type Credentials,
  type CredentialSource,
} from '@banyan/kube';
import type { AgentOptions } from '../agent-options.ts';

/** The agent's credential for the hub, which is renewed under the client that uses it. */
export class HubToken implements CredentialSource {
  readonly #onRefused: () => void;
  #token: string;

  /** `onRefused` is called when the hub does not take the token of the moment. */
  constructor(token: string, onRefused: () => void = () => undefined) {
    this.#token = token;
    this.#onRefused = onRefused;
  }

  get current(): string {
    return this.#token;
  }

  replace(token: string): void {
    this.#token = token;
  }

  get(): Promise<Credentials> {
    return Promise.resolve({ token: this.#token });
  }

  refused({ token }: Credentials): void {
    if (token === this.#token) this.#onRefused();
  }
}

/** Where the hub is, and by what it is trusted. */
export interface ParentAddress {
  readonly server: string;
  readonly ca: () => Promise<string>;
  readonly options: Pick<AgentOptions, 'parentTlsServerName' | 'env' | 'version'>;
}

export function parentClient(
  { server, ca, options }: ParentAddress,
  credentials: CredentialSource,
): KubeClient {
  return new KubeClient(
    { ...address(server, options), ca, credentials },
    { userAgent: `banyan-agent/${options.version}` },
  );
}

/**
 * For what is public and proves itself by its contents, before there is a CA to verify the hub by: never given a
 * credential.
 */
export function unverifiedClient(server: string, options: ParentAddress['options']): KubeClient {
  return new KubeClient(
    { ...address(server, options), insecureSkipTlsVerify: true },
    { userAgent: `banyan-agent/${options.version}` },
  );
}

function address(server: string, { parentTlsServerName, env }: ParentAddress['options']): ClusterConnection {
  const proxyUrl = proxyFromEnvironment(new URL(server), env);
  return {
    name: 'hub',
    server: server.replace(/\/+$/, ''),
    ...(parentTlsServerName !== undefined && { tlsServerName: parentTlsServerName }),
    ...(proxyUrl !== undefined && { proxyUrl }),
  };
}
