import { SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import type { ConfigMap, Secret } from '@banyan/api/objects';
import {
  Controller,
  DONE,
  enqueueOn,
  formatKey,
  type Clock,
  type ControllerOptions,
  type ReconcileResult,
} from '@banyan/controller';
import type { CacheLease, KubeClient, SharedCaches } from '@banyan/kube';
import type { KubeObject } from '@banyan/api';
import { ACCOUNT_SIGNATURE_PREFIX } from '../../account-signing-key.ts';
import type { ControllerPart } from '../controller-part.ts';
import { CONFIG_MAPS, SECRETS } from '../hub-resources.ts';
import { CLUSTER_INFO_KEY, clusterInfoSignature, SIGNATURE_PREFIX, signatureField } from './cluster-info.ts';
import { accountHalves, signingHalves, type TokenHalves } from './join-token.ts';

const KEY = formatKey({ cluster: 'hub', name: CLUSTER_INFO_KEY.name });

/** The Secrets of one sort whose tokens may sign, and the entries that their signatures are in. */
interface TokenSource {
  readonly name: string;
  readonly namespace: string;
  readonly type: string;
  readonly prefix: string;
  /** Undefined if it may not sign. */
  readonly halvesOf: (
    secret: Secret,
    now: Date,
  ) => (TokenHalves & { readonly expiresAt: Date | undefined }) | undefined;
}

const BOOTSTRAP_TOKENS: TokenSource = {
  name: 'cluster-info-signer',
  namespace: 'kube-system',
  type: 'bootstrap.kubernetes.io/token',
  prefix: SIGNATURE_PREFIX,
  halvesOf: signingHalves,
};

const ACCOUNT_TOKENS: TokenSource = {
  name: 'cluster-info-account-signer',
  namespace: SYSTEM_NAMESPACE,
  type: 'kubernetes.io/service-account-token',
  prefix: ACCOUNT_SIGNATURE_PREFIX,
  halvesOf: accountHalves,
};

export interface ClusterInfoSignerOptions {
  /** Someone who may read the Secrets of kube-system, or for the tokens of accounts those of our own namespace. */
  readonly hubClient: KubeClient;
  readonly hubCaches: SharedCaches;
  readonly clock: Clock;
  readonly controller: Pick<ControllerOptions, 'logger' | 'metrics' | 'random'>;
}

/**
 * Signs `cluster-info` with every token that may sign, and takes back the signatures of the others, where no signer of
 * Kubernetes does so. Beside one it finds its work done: both write the same.
 */
export function clusterInfoSigner(options: ClusterInfoSignerOptions): ControllerPart {
  return signerOf(BOOTSTRAP_TOKENS, options);
}

/** The same with the tokens of service accounts in our own namespace, which Kubernetes' signer knows nothing of. */
export function clusterInfoAccountSigner(options: ClusterInfoSignerOptions): ControllerPart {
  return signerOf(ACCOUNT_TOKENS, options);
}

function signerOf(source: TokenSource, options: ClusterInfoSignerOptions): ControllerPart {
  const { hubCaches, clock } = options;
  const infos = hubCaches.objects({
    resource: CONFIG_MAPS,
    namespace: CLUSTER_INFO_KEY.namespace,
    fieldSelector: `metadata.name=${CLUSTER_INFO_KEY.name}`,
  });
  const tokens = hubCaches.objects({
    resource: SECRETS,
    namespace: source.namespace,
    fieldSelector: `type=${source.type}`,
    dropManagedFields: true,
  });
  const controller = new Controller({
    ...options.controller,
    name: source.name,
    clock,
    caches: [infos, tokens],
    reconcile: (_key, signal) => sign({ ...options, source }, infos, tokens, signal),
  });
  for (const cache of [infos, tokens]) enqueueOn(controller, cache, () => [KEY]);
  return {
    controller,
    close: () => {
      infos.release();
      tokens.release();
    },
  };
}

async function sign(
  { hubClient, clock, source }: ClusterInfoSignerOptions & { readonly source: TokenSource },
  infos: CacheLease<KubeObject>,
  tokens: CacheLease<KubeObject>,
  signal: AbortSignal,
): Promise<ReconcileResult> {
  const info = infos.cache.get(`${CLUSTER_INFO_KEY.namespace}/${CLUSTER_INFO_KEY.name}`) as
    | ConfigMap
    | undefined;
  const kubeconfig = info?.data?.['kubeconfig'];
  if (info === undefined || kubeconfig === undefined) return DONE;
  const nowMs = clock.now();
  const halves = tokens.cache
    .list()
    .flatMap((secret) => source.halvesOf(secret as Secret, new Date(nowMs)) ?? []);
  const changes: Record<string, string | null> = {};
  for (const field of Object.keys(info.data ?? {}))
    if (field.startsWith(source.prefix)) changes[field] = null;
  for (const token of halves)
    changes[signatureField(token.id, source.prefix)] = clusterInfoSignature(kubeconfig, token);
  for (const [field, value] of Object.entries(changes))
    if (info.data?.[field] === value) delete changes[field];
  if (Object.keys(changes).length > 0) {
    const body = { metadata: { resourceVersion: info.metadata.resourceVersion }, data: changes };
    await hubClient.patch(CONFIG_MAPS, CLUSTER_INFO_KEY, { type: 'merge', body }, { signal });
  }
  const ends = halves.flatMap(({ expiresAt }) =>
    expiresAt === undefined ? [] : [expiresAt.getTime() - nowMs],
  );
  return ends.length === 0 ? DONE : { requeueAfterMs: Math.max(Math.min(...ends), 1000) };
}
