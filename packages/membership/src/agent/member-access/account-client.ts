import type { Clock } from '@banyan/controller';
import {
  isForbidden,
  isNotFound,
  KubeClient,
  KubeError,
  type Credentials,
  type CredentialSource,
} from '@banyan/kube';
import { tokenClaims, tokenHalfLife } from '../../sealed-token/index.ts';
import { requestToken, type TokenWish } from './request-token.ts';

export interface AccountClientOptions extends TokenWish {
  readonly memberClient: KubeClient;
  readonly clock: Clock;
  readonly userAgent: string;
}

/** A client that comes to the member as one of its service accounts, for whose tokens the agent may ask. */
export function accountClient(options: AccountClientOptions): KubeClient {
  const { memberClient, userAgent } = options;
  const connection = { ...memberClient.connection, credentials: new AccountTokens(options) };
  return new KubeClient(connection, { userAgent });
}

interface KnownToken {
  readonly credentials: Credentials;
  readonly renewAtMs: number;
}

/** Tokens of a service account, each used for half of its life. */
class AccountTokens implements CredentialSource {
  readonly #options: AccountClientOptions;
  #known: KnownToken | undefined;
  #asking: Promise<KnownToken> | undefined;

  constructor(options: AccountClientOptions) {
    this.#options = options;
  }

  async get(): Promise<Credentials> {
    if (this.#known !== undefined && this.#options.clock.now() < this.#known.renewAtMs) {
      return this.#known.credentials;
    }
    // Requests that come meanwhile wait for the same one, so the signal of none of them ends it.
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    this.#known = await this.#asking;
    return this.#known.credentials;
  }

  refused(credentials: Credentials): void {
    if (this.#known?.credentials === credentials) this.#known = undefined;
  }

  async #ask(): Promise<KnownToken> {
    const { memberClient, namespace, account, clock } = this.#options;
    try {
      const token = await requestToken(memberClient, this.#options);
      const claims = tokenClaims(token);
      const renewAtMs = claims === undefined ? clock.now() : tokenHalfLife(claims).getTime();
      return { credentials: { token }, renewAtMs };
    } catch (error) {
      if (!isNotFound(error) && !isForbidden(error)) throw error;
      const words = `service account ${namespace}/${account} is missing in this cluster, or not for the agent to use`;
      throw new KubeError('BadConfig', `${words}: apply the agent's manifests again`, { cause: error });
    }
  }
}
