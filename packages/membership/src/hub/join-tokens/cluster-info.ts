import { createHmac } from 'node:crypto';
import type { ConfigMap } from '@banyan/api/objects';
import { isAlreadyExists, type KubeClient } from '@banyan/kube';
import { stringify } from 'yaml';
import { clusterInfoReaders } from '../../manifests/cluster-info-readers.ts';
import { CONFIG_MAPS, FIELD_MANAGER, ROLE_BINDINGS, ROLES } from '../hub-resources.ts';
import { getIfExists } from '../lenient-requests.ts';
import type { TokenHalves } from './join-token.ts';

const NAMESPACE = 'kube-public';
const NAME = 'cluster-info';
const MADE_BY_US = { 'app.kubernetes.io/managed-by': 'banyan' };

export const CLUSTER_INFO_KEY = { namespace: NAMESPACE, name: NAME };
export const SIGNATURE_PREFIX = 'jws-kubeconfig-';

/** Of the entry that says that the holder of a token vouches for the kubeconfig. */
export function signatureField(tokenId: string, prefix = SIGNATURE_PREFIX): string {
  return `${prefix}${tokenId}`;
}

/** A detached JWS (HS256, RFC 7515 appendix F), as Kubernetes' own signer makes it. */
export function clusterInfoSignature(kubeconfig: string, { id, secret }: TokenHalves): string {
  const header = Buffer.from(JSON.stringify({ alg: 'HS256', kid: id })).toString('base64url');
  const content = Buffer.from(kubeconfig).toString('base64url');
  return `${header}..${createHmac('sha256', secret).update(`${header}.${content}`).digest('base64url')}`;
}

/** Where a cluster is, and what signs its certificate. */
export interface ClusterAddress {
  readonly server: string;
  /** PEM. */
  readonly ca: string;
}

/**
 * Tells everyone, in `kube-public/cluster-info`, where the hub is and what signs its certificate; a token's signature
 * makes it believable. One that someone else made (kubeadm, for one) is left as it is.
 */
export async function publishClusterInfo(
  hubClient: KubeClient,
  address: ClusterAddress,
  signal: AbortSignal,
): Promise<void> {
  const kubeconfig = clusterInfoKubeconfig(address);
  const metadata = { ...CLUSTER_INFO_KEY, labels: MADE_BY_US };
  const existing = await getIfExists<ConfigMap>(hubClient, CONFIG_MAPS, CLUSTER_INFO_KEY, signal);
  if (existing === undefined) {
    const wanted: ConfigMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { kubeconfig } };
    await hubClient.create(CONFIG_MAPS, wanted, { signal }).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
  } else if (isMadeByUs(existing) && existing.data?.['kubeconfig'] !== kubeconfig) {
    const body = { data: { kubeconfig } };
    await hubClient.patch(CONFIG_MAPS, CLUSTER_INFO_KEY, { type: 'merge', body }, { signal });
  }
}

/** Lets everyone read it, as kubeadm does: it is not secret. Needs an administrator. */
export async function openClusterInfo(hubClient: KubeClient, signal: AbortSignal): Promise<void> {
  const options = { fieldManager: FIELD_MANAGER, force: true, signal };
  for (const object of clusterInfoReaders()) {
    await hubClient.apply(object.kind === 'Role' ? ROLES : ROLE_BINDINGS, object, options);
  }
}

/** As kubeadm writes it: a cluster without a name, and nobody to log in as. */
function clusterInfoKubeconfig({ server, ca }: ClusterAddress): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: '', cluster: { 'certificate-authority-data': Buffer.from(ca).toString('base64'), server } },
    ],
    contexts: null,
    'current-context': '',
    preferences: {},
    users: null,
  });
}

function isMadeByUs({ metadata }: ConfigMap): boolean {
  return Object.entries(MADE_BY_US).every(([label, value]) => metadata.labels?.[label] === value);
}
