import type { CertificateAndKey } from '@banyan/kube';
import type { Cluster } from '../kubernetes/cluster.ts';
import { compactEtcd, type Etcd } from '../kubernetes/etcd.ts';
import type { HttpsPeer } from '../kubernetes/https-request.ts';
import type { Capability } from './contract-case.ts';

/**
 * A server to run cases against, fresh: names are stable, so a case runs once on one target.
 * Nothing but HTTPS is asked of it.
 */
export interface ContractTarget {
  readonly server: string;
  /** PEM of what signs the server's certificate. */
  readonly ca: string;
  readonly capabilities: ReadonlySet<Capability>;
  /** A client certificate that the server trusts. `system:masters` may do everything. */
  client(user: string, groups: readonly string[]): { readonly certificate: string; readonly key: string };
  /** A certificate that may name other users in X-Remote-* headers; with capability front-proxy. */
  frontProxyClient?(): { readonly certificate: string; readonly key: string };
  /** Forgets all history before now, at once or within half a minute; with capability compaction. */
  compactHistory?(): Promise<void>;
}

/**
 * Who makes a request. A token goes into the Authorization header, without a client certificate. A certificate of the
 * case's own is recorded by its name.
 */
export type Caller =
  | 'admin'
  | 'anonymous'
  | { readonly user: string; readonly groups?: readonly string[] }
  | { readonly token: string }
  | { readonly frontProxy: true }
  | { readonly named: string; readonly certificate: string; readonly key: string };

export function peerOf(target: ContractTarget, caller: Caller): HttpsPeer {
  const { server, ca } = target;
  if (caller === 'admin') return { server, ca, ...target.client('admin', ['system:masters']) };
  if (caller === 'anonymous' || 'token' in caller) return { server, ca };
  if ('user' in caller) return { server, ca, ...target.client(caller.user, caller.groups ?? []) };
  if ('named' in caller) return { server, ca, certificate: caller.certificate, key: caller.key };
  if (!target.frontProxyClient) throw new Error('this target has no front-proxy certificate');
  return { server, ca, ...target.frontProxyClient() };
}

/** A real cluster as target. */
export function clusterTarget(cluster: Cluster, extra: readonly Capability[] = []): ContractTarget {
  const validity = {
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + 86_400_000),
  };
  // A key costs more than the request that it is for.
  const clients = new Map<string, CertificateAndKey>();
  return {
    server: cluster.server,
    ca: cluster.pki.ca.certificate,
    capabilities: new Set<Capability>(['compaction', 'front-proxy', ...extra]),
    client: (user, groups) => {
      const who = JSON.stringify([user, groups]);
      const issued = clients.get(who) ?? cluster.pki.client(user, groups);
      clients.set(who, issued);
      return issued;
    },
    frontProxyClient: () =>
      cluster.pki.frontProxyCa.issue({ commonName: 'front-proxy-client', usages: ['client'], ...validity }),
    compactHistory: () => compactHistory(cluster.etcd),
  };
}

/**
 * kube-apiserver keeps snapshots of its own, and lets go of them when it reads (within 15 s) under this key of etcd that
 * some API server compacted.
 */
const COMPACTED_KEY = 'compact_rev_key';

async function compactHistory(etcd: Etcd): Promise<void> {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const put = async (value: string) => {
    const body = JSON.stringify({ key: base64(COMPACTED_KEY), value: base64(value) });
    const response = await fetch(`${etcd.url}/v3/kv/put`, { method: 'POST', body });
    if (!response.ok) throw new Error(`etcd: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { header: { revision: string } }).header.revision;
  };
  const revision = await put('1');
  await compactEtcd(etcd);
  await put(revision);
}
