import type { Secret } from '@banyan/api/objects';
import { isAlreadyExists, isForbidden, isNotFound, type KubeClient } from '@banyan/kube';
import { bootstrapTokenSecret } from '../../manifests/bootstrap-objects.ts';
import { CONFIG_MAPS, SECRETS } from '../hub-resources.ts';
import { MembershipError } from '../membership-error.ts';
import { CLUSTER_INFO_KEY, clusterInfoSignature, signatureField } from './cluster-info.ts';
import {
  newTokenHalves,
  readJoinToken,
  tokenSecretName,
  type JoinToken,
  type TokenHalves,
} from './join-token.ts';
import { getIfExists } from '../lenient-requests.ts';

const NAMESPACE = 'kube-system';
const DEFAULT_LIFETIME_MS = 86_400_000;
/** Two billion ids: that one is taken happens, twice in a row it does not. */
const MAX_TRIES = 5;

export interface CreateJoinTokenOptions {
  /** Someone who may create Secrets in kube-system. */
  readonly hubClient: KubeClient;
  readonly description?: string;
  /** Default: 24 hours. */
  readonly lifetimeMs?: number;
  readonly now?: () => Date;
  readonly newHalves?: () => TokenHalves;
  readonly signal: AbortSignal;
}

export interface NewJoinToken {
  /** `id.secret`: told this once. */
  readonly token: string;
  readonly id: string;
  readonly expiresAt: Date;
}

/**
 * Makes a token by which clusters ask to be registered. Where `cluster-info` is there it is signed with it, so that agents
 * need nothing else to know the hub. Throws MembershipError `bad-input`.
 */
export async function createJoinToken(options: CreateJoinTokenOptions): Promise<NewJoinToken> {
  const { hubClient, lifetimeMs = DEFAULT_LIFETIME_MS, description, signal } = options;
  const { now = () => new Date(), newHalves = newTokenHalves } = options;
  if (!(lifetimeMs > 0) || !Number.isFinite(lifetimeMs)) {
    throw new MembershipError('bad-input', 'a join token has to end: give a lifetime of more than nothing');
  }
  const expiresAt = new Date(now().getTime() + lifetimeMs);
  const expiration = expiresAt.toISOString().replace(/\.\d+/, '');
  for (let tries = 1; ; tries += 1) {
    const halves = newHalves();
    const secret = bootstrapTokenSecret({
      ...halves,
      expiration,
      ...(description !== undefined && { description }),
    });
    try {
      await hubClient.create(SECRETS, secret, { signal });
    } catch (error) {
      if (isAlreadyExists(error) && tries < MAX_TRIES) continue;
      throw error;
    }
    await signWith(hubClient, halves, signal);
    return { token: `${halves.id}.${halves.secret}`, id: halves.id, expiresAt };
  }
}

/** The newest last. Those that are over stand in it until Kubernetes, or someone, takes them away. */
export async function listJoinTokens(
  hubClient: KubeClient,
  { now = () => new Date(), signal }: { readonly now?: () => Date; readonly signal: AbortSignal },
): Promise<JoinToken[]> {
  const fieldSelector = 'type=bootstrap.kubernetes.io/token';
  const { items } = await hubClient.list<Secret>(SECRETS, { namespace: NAMESPACE, fieldSelector, signal });
  return items
    .toSorted((a, b) => created(a) - created(b))
    .flatMap((secret) => readJoinToken(secret, now()) ?? []);
}

/** `token`: its id, or the whole of it. Throws MembershipError `not-found`; what is not a join token is not touched. */
export async function revokeJoinToken(
  hubClient: KubeClient,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  const id = token.split('.')[0] ?? '';
  const key = { namespace: NAMESPACE, name: tokenSecretName(id) };
  const secret = /^[a-z0-9]{6}$/.test(id)
    ? await getIfExists<Secret>(hubClient, SECRETS, key, signal)
    : undefined;
  if (secret === undefined || readJoinToken(secret, new Date()) === undefined) {
    throw new MembershipError(
      'not-found',
      `there is no join token with the id "${id}": see \`banyan token list\``,
    );
  }
  await hubClient.delete(SECRETS, key, { signal });
  await patchClusterInfo(hubClient, { [signatureField(id)]: null }, signal);
}

async function signWith(hubClient: KubeClient, halves: TokenHalves, signal: AbortSignal): Promise<void> {
  const info = await getIfExists(hubClient, CONFIG_MAPS, CLUSTER_INFO_KEY, signal).catch(ignoreForbidden);
  const kubeconfig = (info as { data?: Record<string, string> } | undefined)?.data?.['kubeconfig'];
  if (kubeconfig === undefined) return;
  await patchClusterInfo(
    hubClient,
    { [signatureField(halves.id)]: clusterInfoSignature(kubeconfig, halves) },
    signal,
  );
}

/** Who may not is helped by the hub, or by Kubernetes' own signer. */
async function patchClusterInfo(
  hubClient: KubeClient,
  data: Record<string, string | null>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await hubClient.patch(CONFIG_MAPS, CLUSTER_INFO_KEY, { type: 'merge', body: { data } }, { signal });
  } catch (error) {
    if (!isNotFound(error)) ignoreForbidden(error);
  }
}

function ignoreForbidden(error: unknown): undefined {
  if (!isForbidden(error)) throw error;
  return undefined;
}

function created({ metadata }: Secret): number {
  return Date.parse(metadata.creationTimestamp ?? '');
}
