import type { KubeClient } from '@banyan/kube';
import { bearerToken, webSocketToken } from '../../authentication/bearer-token.ts';
import { certificateLogin } from '../../authentication/certificate-login.ts';
import { frontProxyLogin } from '../../authentication/front-proxy-login.ts';
import { asAuthenticated } from '../../authentication/identity.ts';
import { NO_LOGIN, userOf, type LoginOutcome } from '../../authentication/login-outcome.ts';
import type { Credentials } from '../../authentication/request-login.ts';
import { badRequest } from '../../errors/api-error.ts';
import { ALLOWED, SUPERUSER_GROUP } from '../../rbac/authorizer.ts';
import { credentialsOf } from '../../serving/client-credentials.ts';
import type { Security } from '../../serving/request-pipeline.ts';
import { ParentReviews } from './parent-reviews.ts';
import { readParentTrust, type ParentTrust } from './parent-trust.ts';

export interface DelegatedSecurityOptions {
  /** May read the ConfigMap `kube-system/extension-apiserver-authentication` and create access and token reviews. */
  readonly parent: KubeClient;
  /** Ends what runs in the background. */
  readonly signal: AbortSignal;
  readonly now?: () => Date;
}

/** Security by another API server, the parent: whom it trusts is believed, and it is asked what he may do. */
export interface DelegatedSecurity extends Security {
  /** PEM of the authorities of certificates that are believed: `clientCa` for `serveApi`. */
  readonly clientCa: string;
}

/** Certificates change seldom; connections that are there go on. */
const REREAD_MS = 60_000;

/** Anyone may ask whether a server is well: whoever watches over it has no login. */
const OPEN_PATHS = new Set(['/healthz', '/livez', '/readyz']);

/** For a server of aggregated groups, which has no users and roles of its own. Throws if the parent does not answer. */
export async function delegatedSecurity(options: DelegatedSecurityOptions): Promise<DelegatedSecurity> {
  const { parent, signal, now = () => new Date() } = options;
  const reviews = new ParentReviews(parent, now);
  let read = await readParentTrust(parent, now);
  const timer = setInterval(() => {
    readParentTrust(parent, now, read).then(
      (next) => (read = next),
      // What was read before goes on to count until the parent answers again.
      () => {},
    );
  }, REREAD_MS).unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return {
    clientCa: read.trust.authorities,
    authenticate: async (request) => {
      const credentials = credentialsOf(request);
      refuseImpersonation(credentials);
      return userOf(await login(read.trust, reviews, credentials));
    },
    authorizer: {
      authorize: (user, access) => {
        if (user.groups.includes(SUPERUSER_GROUP)) return ALLOWED;
        if (access.type === 'path' && OPEN_PATHS.has(access.path)) return ALLOWED;
        return reviews.authorize(user, access);
      },
    },
  };
}

/** The parent has made of it what it is worth. Who comes by himself would be answered as another than he thinks. */
function refuseImpersonation({ headers }: Credentials): void {
  if (Object.keys(headers).some((name) => name.startsWith('impersonate-'))) {
    throw badRequest('who wants to be someone else asks through the parent API server');
  }
}

/** The front proxy first: its certificate may be good for itself too, and it is not itself for whom it asks. */
async function login(
  { frontProxy, clientCertificates }: ParentTrust,
  reviews: ParentReviews,
  { headers, certificates }: Credentials,
): Promise<LoginOutcome> {
  const ofProxy = frontProxy === undefined ? NO_LOGIN : frontProxyLogin(frontProxy, headers, certificates);
  if (ofProxy.type === 'user') return asUser(ofProxy);
  const ofCertificate =
    clientCertificates === undefined ? NO_LOGIN : certificateLogin(clientCertificates, certificates);
  if (ofCertificate.type === 'user') return asUser(ofCertificate);
  const token = bearerToken(headers).token ?? webSocketToken(headers).token;
  if (token !== undefined) return asUser(await reviews.login(token));
  return ofProxy.type === 'refused' ? ofProxy : ofCertificate;
}

function asUser(outcome: LoginOutcome): LoginOutcome {
  return outcome.type === 'user' ? { ...outcome, user: asAuthenticated(outcome.user) } : outcome;
}
