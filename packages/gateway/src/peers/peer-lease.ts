import type { Lease } from '@banyan/controller';

/** A replica of the hub, as others reach it. */
export interface HubPeer {
  readonly id: string;
  /** `wss://host:port` and PEERS_PATH, for a gateway that has `peers`. */
  readonly url: string;
  /** PEM of what signs its certificate. */
  readonly ca: string;
  /** The name in its certificate, where that is not the host of the url. */
  readonly serverName?: string;
}

export const PEER_LABEL = 'banyan.dev/hub-peer';
const URL_ANNOTATION = 'banyan.dev/peer-url';
const CA_ANNOTATION = 'banyan.dev/peer-ca';
const SERVER_NAME_ANNOTATION = 'banyan.dev/peer-server-name';
const PREFIX = 'banyan-hub-peer-';

export const LEASES = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' };

/** Others take a replica for gone that has not been heard of for this long; it says something three times in between. */
const DURATION_SECONDS = 15;

export function peerLeaseName(id: string): string {
  return `${PREFIX}${id}`;
}

/** What a replica says of itself. */
export function peerLease({ id, url, ca, serverName }: HubPeer, namespace: string, nowMs: number): Lease {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {
      namespace,
      name: peerLeaseName(id),
      labels: { [PEER_LABEL]: 'true' },
      annotations: {
        [URL_ANNOTATION]: url,
        [CA_ANNOTATION]: ca,
        ...(serverName !== undefined && { [SERVER_NAME_ANNOTATION]: serverName }),
      },
    },
    spec: {
      holderIdentity: id,
      leaseDurationSeconds: DURATION_SECONDS,
      renewTime: new Date(nowMs).toISOString().replace(/Z$/, '000Z'),
    },
  };
}

/** The replica that a Lease speaks of; undefined for one that does not say enough to be reached. */
export function peerOfLease({ metadata }: Lease): HubPeer | undefined {
  const { name = '', annotations = {} } = metadata;
  const {
    [URL_ANNOTATION]: url = '',
    [CA_ANNOTATION]: ca = '',
    [SERVER_NAME_ANNOTATION]: serverName,
  } = annotations;
  const isWhole = name.startsWith(PREFIX) && URL.parse(url)?.protocol === 'wss:' && ca !== '';
  if (!isWhole) return undefined;
  return { id: name.slice(PREFIX.length), url, ca, ...(serverName !== undefined && { serverName }) };
}
