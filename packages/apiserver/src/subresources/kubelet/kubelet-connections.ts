import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { KubeObject } from '@banyan/api';
import { failure, notFound, type GroupResource } from '../../errors/api-error.ts';
import type { ProxyTarget } from '../../proxying/open-exchange.ts';
import type { ResourceCatalogue } from '../../registry/resource-catalogue.ts';

/** How kubelets are reached. */
export interface KubeletOptions {
  /** PEM: what the server shows to kubelets. Without them it comes as nobody. */
  readonly certificate?: string;
  readonly key?: string;
  /** PEM of what signs the certificates of kubelets. Without it, as with kube-apiserver, any certificate will do. */
  readonly ca?: string;
  /** By which of its addresses a node is reached: the first of these that it has. */
  readonly preferredAddressTypes?: readonly string[];
}

export interface Node extends KubeObject {
  status?: {
    addresses?: { type: string; address: string }[];
    daemonEndpoints?: { kubeletEndpoint?: { Port?: number } };
  };
}

/** Where the kubelet of a node is. */
export interface KubeletAddress {
  readonly host: string;
  readonly port: number;
}

const NODES = { group: '', version: 'v1', resource: 'nodes' };
/** As kubeadm sets it: names of nodes are seldom known outside of them. */
const PREFERRED_ADDRESS_TYPES = ['InternalIP', 'ExternalIP', 'Hostname'];
const DEFAULT_PORT = 10_250;

/** Finds nodes' kubelets. */
export class KubeletConnections {
  readonly #resources: Pick<ResourceCatalogue, 'find'>;
  readonly #options: KubeletOptions;
  #secureContext: SecureContext | undefined;

  constructor(resources: Pick<ResourceCatalogue, 'find'>, options: KubeletOptions) {
    this.#resources = resources;
    this.#options = options;
  }

  /** `of`: what the request is for, which is how the real server names a node that is not there. */
  async addressOf(nodeName: string, of: GroupResource): Promise<KubeletAddress> {
    const nodes = this.#resources.find(NODES);
    const kept = await nodes?.storage.get({ namespace: undefined, name: nodeName });
    if (kept === undefined) throw notFound(of, nodeName);
    return addressOf(kept.object as Node, this.#options.preferredAddressTypes ?? PREFERRED_ADDRESS_TYPES);
  }

  /** `isUnverified`: whoever asks takes any certificate. */
  tls({ isUnverified = false } = {}): NonNullable<ProxyTarget['tls']> {
    const { certificate: cert, key, ca } = this.#options;
    // To read certificates anew for every connection would cost more than the connection.
    this.#secureContext ??= createSecureContext({
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
      ...(ca !== undefined && { ca }),
    });
    return {
      secureContext: this.#secureContext,
      rejectUnauthorized: ca !== undefined && !isUnverified,
    };
  }
}

/** Exported for its test. */
export function addressOf({ status = {} }: Node, types: readonly string[]): KubeletAddress {
  const { addresses = [], daemonEndpoints } = status;
  const port = daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
  for (const type of types) {
    const found = addresses.find((one) => one.type === type);
    if (found !== undefined) return { host: found.address, port: port > 0 ? port : DEFAULT_PORT };
  }
  const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
  throw failure(`no preferred addresses found; known addresses: [${known}]`);
}

/** An address in a URL. Whoever writes nodes and Pods may write anything for one: what cannot be one is not found. */
export function urlOf(scheme: string, { host, port }: { host: string; port: number | string }): URL {
  const isKnown = isIP(host) === 6 || /^[\w.-]+$/.test(host);
  const url = `${scheme}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  if (!isKnown || !URL.canParse(url)) throw failure(`dial tcp: lookup ${host}: no such host`);
  return new URL(url);
}
