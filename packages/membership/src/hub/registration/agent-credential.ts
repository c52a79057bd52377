import type { KubeObject } from '@banyan/api';
import { AGENT_KEY_ANNOTATION, AGENT_TOKEN_SECRET } from '@banyan/api/banyan';
import { BOOTSTRAPPING_LABEL, type ClusterRegistrationRequest } from '@banyan/api/clusternet';
import type { Secret } from '@banyan/api/objects';
import type { Clock } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import {
  accountId,
  keyId,
  sealedTokenFacts,
  sealToken,
  tokenHalfLife,
  type SealedTokenFacts,
} from '../../sealed-token/index.ts';
import { FIELD_MANAGER, SECRETS, SERVICE_ACCOUNTS } from '../hub-resources.ts';
import { getIfExists } from '../lenient-requests.ts';
import { memberLabels, type MemberIdentity } from './member-objects.ts';

/** Two clocks that disagree must not make the hub issue tokens without end. */
const LEAST_TIME_BETWEEN_MS = 60_000;

export interface AgentCredential {
  /** Base64, as it stands in the status of the request. */
  readonly token: string;
  /** In how many milliseconds it is to be renewed; undefined: never. */
  readonly renewInMs: number | undefined;
}

export interface CredentialIssuerOptions {
  readonly hubClient: KubeClient;
  readonly tokenLifetimeMs: number;
  readonly clock: Clock;
}

/** Tokens of members' accounts for their agents. */
export class CredentialIssuer {
  readonly #options: CredentialIssuerOptions;
  /** By the request's uid: when it last got a token, in elapsed milliseconds. */
  readonly #issuedAtMs = new Map<string, number>();

  constructor(options: CredentialIssuerOptions) {
    this.#options = options;
  }

  /** For our agents: what the request has, while that is good for at least half of its life, or a new one. */
  async sealed(
    request: ClusterRegistrationRequest,
    account: KubeObject,
    signal: AbortSignal,
  ): Promise<AgentCredential> {
    const { clock } = this.#options;
    const { uid = '', annotations } = request.metadata;
    const key = annotations?.[AGENT_KEY_ANNOTATION] ?? '';
    const held = heldToken(request);
    if (
      held !== undefined &&
      held.keyId === keyId(key) &&
      held.accountId === accountId(account.metadata.uid ?? '')
    ) {
      const sinceIssueMs = clock.elapsed() - (this.#issuedAtMs.get(uid) ?? -Infinity);
      const renewInMs = Math.max(
        tokenHalfLife(held).getTime() - clock.now(),
        LEAST_TIME_BETWEEN_MS - sinceIssueMs,
      );
      if (renewInMs > 0) return { token: request.status?.token ?? '', renewInMs };
    }
    const token = sealToken(key, await this.#newToken(account, signal));
    this.#issuedAtMs.set(uid, clock.elapsed());
    const { issuedAt, expiresAt } = sealedTokenFacts(token);
    return {
      token,
      renewInMs: Math.max((expiresAt.getTime() - issuedAt.getTime()) / 2, LEAST_TIME_BETWEEN_MS),
    };
  }

  /** For unmodified agents: the token of a Secret that Kubernetes fills in; undefined until it has. */
  async plain(
    member: MemberIdentity,
    account: KubeObject,
    signal: AbortSignal,
  ): Promise<AgentCredential | undefined> {
    const { hubClient } = this.#options;
    const key = { namespace: member.namespace, name: AGENT_TOKEN_SECRET };
    const existing = await getIfExists<Secret>(hubClient, SECRETS, key, signal);
    if (existing === undefined) {
      const secret = tokenSecret(member, account.metadata.name ?? '');
      await hubClient.apply(SECRETS, secret, { fieldManager: FIELD_MANAGER, force: true, signal });
    }
    const token = existing?.data?.['token'];
    return token === undefined ? undefined : { token, renewInMs: undefined };
  }

  forget(requestUid: string): void {
    this.#issuedAtMs.delete(requestUid);
  }

  async #newToken(
    { metadata: { namespace = '', name = '' } }: KubeObject,
    signal: AbortSignal,
  ): Promise<string> {
    const { hubClient, tokenLifetimeMs } = this.#options;
    const asked: TokenRequest = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: {},
      spec: { expirationSeconds: Math.round(tokenLifetimeMs / 1000) },
    };
    const answer = await hubClient.create<TokenRequest>(SERVICE_ACCOUNTS, asked, {
      namespace,
      name,
      subresource: 'token',
      signal,
    });
    return answer.status?.token ?? '';
  }
}

interface TokenRequest extends KubeObject {
  spec: { expirationSeconds: number };
  status?: { token?: string };
}

function heldToken({ status }: ClusterRegistrationRequest): SealedTokenFacts | undefined {
  if (status?.result !== 'Approved' || status.token === undefined) return undefined;
  try {
    return sealedTokenFacts(status.token);
  } catch {
    return undefined;
  }
}

function tokenSecret(member: MemberIdentity, account: string): Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: AGENT_TOKEN_SECRET,
      namespace: member.namespace,
      labels: { ...memberLabels(member), [BOOTSTRAPPING_LABEL]: 'credentials-auto' },
      annotations: { 'kubernetes.io/service-account.name': account },
    },
    type: 'kubernetes.io/service-account-token',
  };
}
