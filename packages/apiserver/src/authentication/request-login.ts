import type { X509Certificate } from 'node:crypto';
import { bearerToken, webSocketToken, type BroughtToken } from './bearer-token.ts';
import { certificateLogin, type TrustedCertificates } from './certificate-login.ts';
import { frontProxyLogin, type FrontProxy } from './front-proxy-login.ts';
import type { HeaderValues } from './header-values.ts';
import { asAuthenticated } from './identity.ts';
import { NO_LOGIN, refused, type LoginOutcome } from './login-outcome.ts';
import type { TokenLogin } from './token-login.ts';

/** What a request brings to say who sent it. */
export interface Credentials {
  readonly headers: HeaderValues;
  /** As the TLS client showed them, its own first; the same objects for every request of a connection. */
  readonly certificates: readonly X509Certificate[];
}

export interface LoginWays {
  readonly clientCertificates?: TrustedCertificates;
  readonly frontProxy?: FrontProxy;
  readonly tokens: TokenLogin;
}

export const INVALID_TOKEN = 'invalid bearer token';

/** All ways to log in. The first that succeeds counts, whatever else the request brings; else any failure does. */
export class RequestLogin {
  readonly #ways: LoginWays;

  constructor(ways: LoginWays) {
    this.#ways = ways;
  }

  get audiences(): readonly string[] {
    return this.#ways.tokens.audiences;
  }

  /** Called for every request; answers from memory. `userOf` makes a user, or 401, of the answer. */
  login({ headers, certificates }: Credentials, audiences?: readonly string[]): LoginOutcome {
    const { clientCertificates, frontProxy } = this.#ways;
    const attempts = [
      () => (frontProxy === undefined ? NO_LOGIN : frontProxyLogin(frontProxy, headers, certificates)),
      () =>
        clientCertificates === undefined ? NO_LOGIN : certificateLogin(clientCertificates, certificates),
      () => this.#withToken(bearerToken(headers), audiences),
      () => this.#withToken(webSocketToken(headers), audiences),
    ];
    return firstSuccess(attempts);
  }

  #withToken({ token, warning, error }: BroughtToken, audiences?: readonly string[]): LoginOutcome {
    if (error !== undefined) return refused(error);
    if (token === undefined) return warning === undefined ? NO_LOGIN : { type: 'none', warnings: [warning] };
    const outcome = this.#ways.tokens.login(token, audiences);
    return outcome.type === 'none' ? refused(INVALID_TOKEN) : outcome;
  }
}

function firstSuccess(attempts: readonly (() => LoginOutcome)[]): LoginOutcome {
  const errors: string[] = [];
  const warnings: string[] = [];
  for (const attempt of attempts) {
    const outcome = attempt();
    if (outcome.type === 'user') return { ...outcome, user: asAuthenticated(outcome.user) };
    if (outcome.type === 'refused') errors.push(...outcome.errors);
    else warnings.push(...(outcome.warnings ?? []));
  }
  if (errors.length > 0) return { type: 'refused', errors };
  return warnings.length > 0 ? { type: 'none', warnings } : NO_LOGIN;
}
