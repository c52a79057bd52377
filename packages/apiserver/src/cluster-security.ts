import { generateKeyPairSync } from 'node:crypto';
import { TrustedCertificates } from './authentication/certificate-login.ts';
import { FRONT_PROXY_HEADERS } from './authentication/front-proxy-login.ts';
import { openIdConfiguration } from './authentication/openid-documents.ts';
import { Impersonation } from './authentication/impersonation.ts';
import { RequestLogin } from './authentication/request-login.ts';
import { reviewEndpoints, type ReviewEndpoint } from './authentication/review-endpoints.ts';
import { TokenKeys } from './authentication/token-keys.ts';
import { TokenLogin } from './authentication/token-login.ts';
import type { ObjectLookup } from './authentication/object-lookup.ts';
import { issueToken, type TokenIssuer } from './authentication/token-request.ts';
import { userOf } from './authentication/login-outcome.ts';
import { guardEscalation } from './rbac/escalation-guard.ts';
import { RBAC_GROUP } from './rbac/policy-rule.ts';
import type { Authorizer } from './rbac/authorizer.ts';
import { RbacAuthorizer } from './rbac/rbac-authorizer.ts';
import { guardSigners } from './rbac/signer-guard.ts';
import type { WriteGuard } from './registry/operation.ts';
import type { ServedResource, SubresourceHandler } from './registry/served-resource.ts';
import { credentialsOf } from './serving/client-credentials.ts';
import { requireAccepted } from './serving/negotiate.ts';
import type { PathRoutes } from './serving/path-routes.ts';
import { send } from './serving/send.ts';
import type { Security } from './serving/request-pipeline.ts';
import type { ObjectStore } from './storage/object-store.ts';

export interface ClusterSecurityOptions {
  readonly store: ObjectStore;
  /** PEM of what signs the certificates of clients. */
  readonly clientCa: string;
  /** PEM of what signs the certificate of a front proxy; without it nobody speaks for others. */
  readonly frontProxyCa?: string;
  /** PEM, EC or RSA: signs the tokens of service accounts. Without one, a key that ends with the process. */
  readonly serviceAccountKey?: string;
  readonly now: () => Date;
  /** Ids of tokens. */
  readonly newId: () => string;
}

/** What this server is called in the tokens that it signs. */
const ISSUER = 'https://kubernetes.default.svc';

/** Who may come in, and what he may do: by what is in the store. */
export interface ClusterSecurity extends Security {
  readonly authorizer: Authorizer;
  /** Nobody grants what he has not. */
  readonly guard: WriteGuard;
  /** The resource with what only this cluster's security can answer: reviews, and tokens of service accounts. */
  completed(resource: ServedResource): ServedResource;
  /** Where others learn how to verify tokens of service accounts. */
  addPaths(routes: PathRoutes): void;
}

export function clusterSecurity(options: ClusterSecurityOptions): ClusterSecurity {
  const { store, now } = options;
  const rbac = new RbacAuthorizer({
    roles: store.table(`roles.${RBAC_GROUP}`),
    clusterRoles: store.table(`clusterroles.${RBAC_GROUP}`),
    roleBindings: store.table(`rolebindings.${RBAC_GROUP}`),
    clusterRoleBindings: store.table(`clusterrolebindings.${RBAC_GROUP}`),
  });
  const keys = new TokenKeys(options.serviceAccountKey ?? temporaryKey());
  const lookup: ObjectLookup = (resource, { namespace, name }) =>
    store.table(resource).get(namespace === undefined ? name : `${namespace}/${name}`)?.object;
  const login = requestLogin(options, keys, lookup);
  const reviews = reviewEndpoints(rbac, login);
  const impersonation = new Impersonation(rbac);
  return {
    authorizer: rbac,
    authenticate: (request, warn) => {
      const outcome = login.login(credentialsOf(request));
      if (outcome.type !== 'refused') for (const warning of outcome.warnings ?? []) warn(warning);
      return userOf(outcome);
    },
    impersonate: (headers, user, access) => impersonation.impersonate(headers, user, access),
    guard: ({ user, resource, namespace, subresource }, { object, old }) => {
      const { group } = resource;
      guardSigners(rbac, { user, group, resource: resource.resource, subresource, object, old });
      if (group !== RBAC_GROUP || subresource !== undefined) return;
      const name = old?.metadata.name;
      guardEscalation(rbac, { user, resource: resource.resource, name, namespace, object, old });
    },
    addPaths: (routes) => addTokenPaths(routes, keys),
    completed: (resource) => {
      const review = isReview(resource) ? reviews.get(resource.resource) : undefined;
      if (review !== undefined) return { ...resource, answersCreate: reviewHandler(review, now) };
      const token = resource.group === '' ? resource.subresources.get('token') : undefined;
      if (token === undefined) return resource;
      const handler = tokenHandler(
        { keys, issuer: ISSUER, audiences: [ISSUER], lookup, newId: options.newId },
        now,
      );
      return {
        ...resource,
        subresources: new Map([...resource.subresources, ['token', { ...token, handler }]]),
      };
    },
  };
}

function isReview({ group }: ServedResource): boolean {
  return group === 'authentication.k8s.io' || group === 'authorization.k8s.io';
}

function reviewHandler(review: ReviewEndpoint, now: () => Date): SubresourceHandler {
  return async ({ body, namespace, context: { user, fieldManager } }) => {
    if (body === undefined) throw new Error('a review without a body');
    return { status: 201, body: review(body, { user, namespace, fieldManager, now: now() }) };
  };
}

function tokenHandler(issuer: TokenIssuer, now: () => Date): SubresourceHandler {
  return async ({ body, namespace = '', name, context: { fieldManager } }) => {
    if (body === undefined) throw new Error('a token request without a body');
    const creator = { fieldManager, now: now(), subresource: 'token' };
    const issued = issueToken(issuer, { body, namespace, name, creator });
    return { status: 201, body: issued.body, warnings: issued.warnings };
  };
}

const KEY_SET = 'application/jwk-set+json';
const TOKEN_KEYS_PATH = '/openid/v1/jwks';

function addTokenPaths(routes: PathRoutes, keys: TokenKeys): void {
  // Keys change seldom, and whoever verifies tokens asks often.
  const headers = { 'cache-control': 'public, max-age=3600' };
  routes.at('/.well-known/openid-configuration', ({ request, response }) => {
    const host = request.headers.host ?? String(request.headers[':authority'] ?? '');
    const body = JSON.stringify(openIdConfiguration(ISSUER, `https://${host}${TOKEN_KEYS_PATH}`, keys));
    return send(response, { status: 200, body, contentType: 'application/json', headers });
  });
  routes.at(TOKEN_KEYS_PATH, ({ request, response }) => {
    requireAccepted(request.headers.accept, KEY_SET);
    const body = JSON.stringify(keys.keySet());
    return send(response, { status: 200, body, contentType: KEY_SET, headers });
  });
}

function requestLogin(
  { clientCa, frontProxyCa, now }: ClusterSecurityOptions,
  keys: TokenKeys,
  lookup: ObjectLookup,
): RequestLogin {
  const tokens = new TokenLogin({ keys, issuers: [ISSUER], audiences: [ISSUER], lookup, now });
  return new RequestLogin({
    clientCertificates: new TrustedCertificates(clientCa, now),
    tokens,
    ...(frontProxyCa !== undefined && {
      frontProxy: {
        ...FRONT_PROXY_HEADERS,
        certificates: new TrustedCertificates(frontProxyCa, now),
        allowedNames: [],
      },
    }),
  });
}

function temporaryKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
