import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ClusterConnection } from '@banyan/kube';
import { TunnelError, type DialTarget } from '@banyan/tunnel';
import type { AllowedTarget } from './allow-list.ts';
import { hostName, isName, plainAddress } from './host-name.ts';
import { isReservedAddress } from './reserved-address.ts';

/** How the member's own API server is called inside of it. */
const API_SERVER_NAMES = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc'];
const API_SERVER_PORT = 443;
/** As remotedialer's agents. */
const CONNECT_TIMEOUT_MS = 60_000;

export interface DialPolicyOptions {
  /** Of the agent's own client: the API server is reached as the agent reaches it. */
  readonly member: Pick<ClusterConnection, 'server' | 'dial'>;
  readonly allow: readonly AllowedTarget[];
  /** Addresses of a name. Default: the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** Where to connect: the addresses are those that were checked, so a name cannot change in between. */
export type DialDecision =
  | { readonly kind: 'api-server'; readonly host: string; readonly port: number }
  | { readonly kind: 'addresses'; readonly addresses: readonly string[]; readonly port: number }
  | { readonly kind: 'refused'; readonly reason: string };

/** Decides where the hub may go through this agent, and goes there. */
export class DialPolicy {
  readonly #options: DialPolicyOptions;
  readonly #resolve: (host: string) => Promise<readonly string[]>;

  constructor(options: DialPolicyOptions) {
    this.#options = options;
    this.#resolve = options.resolve ?? systemLookup;
  }

  /** Rejects with a TunnelError: `refused` by the policy, `unreachable`, or `aborted`. */
  async dial(target: DialTarget, signal: AbortSignal): Promise<Duplex> {
    const decision = await this.decide(target);
    switch (decision.kind) {
      case 'refused':
        throw new TunnelError('refused', decision.reason);
      case 'api-server': {
        const { host, port } = decision;
        return this.#options.member.dial?.(host, port, signal) ?? open([host], port, signal);
      }
      case 'addresses':
        return open(decision.addresses, decision.port, signal);
    }
  }

  /** Asks for no name that is not allowed: a lookup, too, tells something to whoever answers it. */
  async decide({ host, port }: DialTarget): Promise<DialDecision> {
    const own = apiServerOf(this.#options.member.server);
    const isAddress = isIP(host) !== 0;
    const name = isAddress ? plainAddress(host) : hostName(host);
    if (name === own.host && port === own.port) return { kind: 'api-server', ...own };
    if (API_SERVER_NAMES.includes(name) && port === API_SERVER_PORT) return { kind: 'api-server', ...own };
    if (!isAddress && !isName(host)) return refuse(host, port, 'it is neither a name nor an address');
    const entry = this.#options.allow.find((allowed) => fits(allowed, name, port));
    if (entry === undefined) return refuse(host, port, 'it is not on the list of --tunnel-allow');
    if (isAddress) return { kind: 'addresses', addresses: [name], port };
    return this.#byName(entry, { host: host.toLowerCase(), port });
  }

  async #byName(entry: AllowedTarget, { host, port }: DialTarget): Promise<DialDecision> {
    let found: readonly string[];
    try {
      found = await this.#resolve(host);
    } catch (cause) {
      throw new TunnelError('unreachable', `${host}: the name cannot be resolved`, cause);
    }
    // Who writes `localhost` means this host's own; no other name leads there.
    const isMeant = entry.kind === 'name' && entry.host === 'localhost';
    const addresses = found.filter((address) => isMeant || !isReservedAddress(address));
    if (addresses.length > 0) return { kind: 'addresses', addresses, port };
    return refuse(host, port, 'it leads to this host, its link or a metadata service');
  }
}

function fits({ host, kind, port }: AllowedTarget, name: string, targetPort: number): boolean {
  if (port !== undefined && port !== targetPort) return false;
  return kind === 'suffix' ? isIP(name) === 0 && name.endsWith(host) : name === host;
}

function refuse(host: string, port: number, reason: string): DialDecision {
  return { kind: 'refused', reason: `${JSON.stringify(host.slice(0, 253))} port ${port}: ${reason}` };
}

function apiServerOf(server: string): { host: string; port: number } {
  const url = new URL(server);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { host: isIP(host) === 0 ? hostName(host) : plainAddress(host), port };
}

async function systemLookup(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** One after the other, as the resolver orders them. */
async function open(hosts: readonly string[], port: number, signal: AbortSignal): Promise<Duplex> {
  let last: unknown;
  for (const host of hosts) {
    try {
      return await openOne(host, port, signal);
    } catch (error) {
      if (signal.aborted) throw new TunnelError('aborted', `${host}:${port}: no longer wanted`, error);
      last = error;
    }
  }
  const words = last instanceof Error ? last.message : 'there is no address';
  throw new TunnelError('unreachable', words, last);
}

function openOne(host: string, port: number, signal: AbortSignal): Promise<Duplex> {
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const socket = connect({ host, port, noDelay: true, keepAlive: true, allowHalfOpen: true });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]);
  const give = (): void => void socket.destroy(new Error(`no connection to ${host}:${port} in time`));
  if (limit.aborted) give();
  limit.addEventListener('abort', give, { once: true });
  socket.once('connect', () => {
    limit.removeEventListener('abort', give);
    socket.removeListener('error', reject);
    resolve(socket);
  });
  socket.once('error', reject);
  return promise;
}
