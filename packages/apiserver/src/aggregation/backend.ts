import { Agent } from 'node:https';
import { createSecureContext, type ConnectionOptions, type SecureContext } from 'node:tls';
import type { CertificateAndKey } from '@banyan/kube';
import { InFlightLimit } from '../serving/in-flight-limit.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { DEFAULT_PORT, type ApiServiceSpec } from './api-service.ts';
import { resolveService, type Address, type ServiceAddresses, type ServicePort } from './service-address.ts';

/** How long a connection that nobody uses is kept: below what servers usually wait before they close it. */
const IDLE_MS = 30_000;
/** More than a burst needs; what is beyond is closed again. */
const MAX_IDLE_CONNECTIONS = 32;

export interface BackendOptions {
  readonly store: ObjectStore;
  readonly spec: Readonly<ApiServiceSpec>;
  /** Proves that it is this server that speaks for its callers. */
  readonly frontProxyClient?: CertificateAndKey | undefined;
}

/** The server behind an APIService: where it is, and the connections to it. */
export class Backend {
  readonly service: ServicePort;
  readonly tls: ConnectionOptions;
  /** Why no connection can be made to it, wherever it is. */
  readonly #problem?: ServiceAddresses;
  readonly agent: Agent;
  /** Of requests under way to it: a backend that hangs holds no more than these. */
  readonly limit = new InFlightLimit();
  readonly #store: ObjectStore;
  #resolved: ServiceAddresses | undefined;
  #next = 0;

  constructor({ store, spec, frontProxyClient }: BackendOptions) {
    const { namespace = '', name = '', port = DEFAULT_PORT } = spec.service ?? {};
    this.service = { namespace, name, port };
    this.#store = store;
    const { secureContext, problem } = contextOf(spec, frontProxyClient);
    if (problem !== undefined) {
      this.#problem = { problem: { reason: 'FailedDiscoveryCheck', message: problem } };
    }
    this.tls = {
      servername: `${name}.${namespace}.svc`,
      rejectUnauthorized: spec.insecureSkipTLSVerify !== true,
      ...(secureContext && { secureContext }),
    };
    this.agent = new Agent({
      keepAlive: true,
      timeout: IDLE_MS,
      maxFreeSockets: MAX_IDLE_CONNECTIONS,
      ...this.tls,
    });
  }

  /** Where it is now. Read anew after `moved`. */
  get addresses(): ServiceAddresses {
    this.#resolved ??= this.#problem ?? resolveService(this.#store, this.service);
    return this.#resolved;
  }

  /** One address after the other; undefined while there is none. */
  nextAddress(): Address | undefined {
    const { addresses } = this;
    if ('problem' in addresses) return undefined;
    this.#next = (this.#next + 1) % addresses.addresses.length;
    return addresses.addresses[this.#next];
  }

  /** Its Service or endpoints have changed. */
  moved(): void {
    this.#resolved = undefined;
  }

  /** Takes no more requests: those under way go on, what is idle is closed now, the rest when it is. */
  retire(): void {
    for (const sockets of Object.values(this.agent.freeSockets))
      for (const one of sockets ?? []) one.destroy();
  }

  /** Ends its connections, those in use too. */
  close(): void {
    this.agent.destroy();
  }
}

/** Made once: certificates are read for the backend, not for every connection. */
function contextOf(
  { caBundle = '' }: Readonly<ApiServiceSpec>,
  client: CertificateAndKey | undefined,
): { secureContext?: SecureContext; problem?: string } {
  const ca = Buffer.from(caBundle, 'base64').toString();
  if (caBundle !== '' && !ca.includes('-----BEGIN CERTIFICATE-----')) {
    return { problem: 'unable to load root certificates: unable to parse bytes as PEM block' };
  }
  try {
    const secureContext = createSecureContext({
      ...(caBundle !== '' && { ca }),
      ...(client && { cert: client.certificate, key: client.key }),
    });
    return { secureContext };
  } catch (error) {
    return { problem: `unable to load root certificates: ${(error as Error).message}` };
  }
}

/** `https://10.0.0.1:443`, an IPv6 address in brackets. */
export function originOf({ host, port }: Address): string {
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
