import { bootstrapTokenLogin } from './bootstrap-token-login.ts';
import { audiencesOf, parseToken, type ParsedToken } from './json-web-token.ts';
import { NO_LOGIN, refused, type LoginOutcome } from './login-outcome.ts';
import { quotedList } from './message-lists.ts';
import { serviceAccountLogin, type TokenWorld } from './service-account-login.ts';
import type { TokenKeys } from './token-keys.ts';
import { SECRET_TOKEN_ISSUER, tokenSecretLogin } from './token-secret-login.ts';

export interface TokenLoginOptions extends TokenWorld {
  readonly keys: TokenKeys;
  /** Whose tokens are good: the first one signs new ones, the others did before. */
  readonly issuers: readonly string[];
  /** What this server is called in tokens. */
  readonly audiences: readonly string[];
}

/** Logs in with a bearer token: a service account's, requested or from a Secret, or a bootstrap token. */
export class TokenLogin {
  readonly #options: TokenLoginOptions;

  constructor(options: TokenLoginOptions) {
    this.#options = options;
  }

  get audiences(): readonly string[] {
    return this.#options.audiences;
  }

  /** `audiences`: for whom the token should be good; this server, unless a review asks for another. */
  login(token: string, audiences: readonly string[] = this.#options.audiences): LoginOutcome {
    const parsed = parseToken(token);
    return parsed === undefined
      ? this.#bootstrap(token, audiences)
      : this.#serviceAccount(token, parsed, audiences);
  }

  #serviceAccount(token: string, parsed: ParsedToken, asked: readonly string[]): LoginOutcome {
    const { issuers, keys } = this.#options;
    const { claims } = parsed;
    const isOfSecret = claims.iss === SECRET_TOKEN_ISSUER;
    if (!isOfSecret && !issuers.includes(claims.iss ?? '')) return NO_LOGIN;
    const problem = keys.problemWith(parsed);
    if (problem !== undefined) return refused(problem);
    const own = audiencesOf(claims);
    const tokenAudiences = own.length === 0 ? this.#options.audiences : own;
    const audiences = tokenAudiences.filter((audience) => asked.includes(audience));
    if (audiences.length === 0) {
      const targets = `the target audiences ${quotedList(asked)}`;
      return refused(`token audiences ${quotedList(tokenAudiences)} is invalid for ${targets}`);
    }
    const outcome = isOfSecret
      ? tokenSecretLogin(this.#options, token, claims)
      : serviceAccountLogin(this.#options, claims);
    return outcome.type === 'user' ? { ...outcome, audiences } : outcome;
  }

  /** Bootstrap tokens name no audience: they are for this server alone. */
  #bootstrap(token: string, asked: readonly string[]): LoginOutcome {
    const audiences = this.#options.audiences.filter((audience) => asked.includes(audience));
    if (audiences.length === 0) return NO_LOGIN;
    const outcome = bootstrapTokenLogin(this.#options, token);
    return outcome.type === 'user' ? { ...outcome, audiences } : outcome;
  }
}
