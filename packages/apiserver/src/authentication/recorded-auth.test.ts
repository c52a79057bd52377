import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { CertificateAuthority } from '@banyan/kube';
import { readTranscripts, type RecordedExchange } from '@banyan/testing/contract';
import { decodeObject } from '../decoding/decode-object.ts';
import { ApiError } from '../errors/api-error.ts';
import { accessOf } from '../rbac/access-request.ts';
import { accessForbidden } from '../rbac/forbidden.ts';
import { TestWorld } from '../rbac/test-world.ts';
import { parseRequestInfo } from '../serving/request-info.ts';
import { TrustedCertificates } from './certificate-login.ts';
import { FRONT_PROXY_HEADERS } from './front-proxy-login.ts';
import { Impersonation } from './impersonation.ts';
import { userOf } from './login-outcome.ts';
import { RequestLogin } from './request-login.ts';
import { reviewEndpoints } from './review-endpoints.ts';
import { TestTokens } from './test-tokens.ts';

const [FROM, UNTIL] = [new Date('2020-01-01T00:00:00Z'), new Date('2120-01-01T00:00:00Z')];
const NOW = new Date('2026-01-01T00:00:00Z');
const authority = (name: string) => CertificateAuthority.create(name, FROM, UNTIL);
const [clientCa, proxyCa, strangerCa] = [authority('clients'), authority('proxies'), authority('others')];

/** Cases that need no token which only the recorded server could have made, or few. */
const CASES = [
  'anonymous',
  'bad-tokens',
  'certificate',
  'certificate-and-token',
  'certificate-unknown',
  'front-proxy',
  'front-proxy-ignored',
  'impersonate',
  'impersonate-forbidden',
  'impersonate-limits',
  'impersonate-no-user',
  'self-review',
  'token-review',
];
const transcripts = readTranscripts();

for (const id of CASES)
  describe(`the recorded case ${id}`, () => {
    const exchanges = transcripts.get(`auth/${id}`)?.exchanges ?? [];
    let server: { world: TestWorld; login: RequestLogin; impersonation: Impersonation };
    before(async () => {
      const world = await TestWorld.open();
      server = { world, login: requestLogin(), impersonation: new Impersonation(world.rbac) };
    });
    for (const [i, exchange] of exchanges.entries()) {
      if (JSON.stringify(exchange.request.body ?? {}).includes('<token')) continue;
      const { method, path } = exchange.request;
      test(`#${i + 1} ${method} ${path} is answered the same`, async () => {
        // Here the case grants its person some of what it tries.
        if (id === 'impersonate-forbidden' && i === 3) await server.world.grant(PERSON, MAY_BE_JANE);
        assert.deepEqual(answerTo(server, exchange), expectedAnswer(exchange));
      });
    }
  });

const PERSON = { kind: 'User', name: 'auth-impersonate-forbidden-person' };
const impersonate = (apiGroup: string, resource: string, name: string) => ({
  apiGroups: [apiGroup],
  resources: [resource],
  verbs: ['impersonate'],
  resourceNames: [name],
});
const MAY_BE_JANE = [
  impersonate('', 'users', 'jane'),
  impersonate('authentication.k8s.io', 'userextras/scopes', 'read'),
];

function requestLogin(): RequestLogin {
  const now = () => NOW;
  return new RequestLogin({
    tokens: new TestTokens().tokens,
    clientCertificates: new TrustedCertificates(clientCa.certificate, now),
    frontProxy: {
      certificates: new TrustedCertificates(proxyCa.certificate, now),
      allowedNames: ['front-proxy-client'],
      ...FRONT_PROXY_HEADERS,
    },
  });
}

function answerTo(
  { world, login, impersonation }: { world: TestWorld; login: RequestLogin; impersonation: Impersonation },
  { request }: RecordedExchange,
): unknown {
  const headers = Object.fromEntries(
    Object.entries((request.headers ?? {}) as Record<string, string>).map(([name, value]) => [name, [value]]),
  );
  const query = new URLSearchParams((request.query ?? {}) as Record<string, string>);
  const info = parseRequestInfo(request.method, request.path, query);
  const access = accessOf(info, query);
  try {
    const caller = userOf(login.login({ headers, certificates: certificatesOf(request.as) }));
    const user = impersonation.impersonate(headers, caller, access);
    const { allowed, reason } = world.rbac.authorize(user, access);
    if (!allowed) throw accessForbidden(user, access, reason);
    if (request.body === undefined || info.type === 'path') return 'goes on';
    const endpoint = reviewEndpoints(world.rbac, login).get(info.resource);
    const call = { user, namespace: undefined, fieldManager: 'contract-suite', now: NOW };
    return masked(endpoint?.(decoded(request.body), call) ?? {});
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

function decoded(json: unknown): KubeObject {
  const { kind } = json as KubeObject;
  const expected = { group: 'authentication.k8s.io', version: 'v1', kind };
  const bytes = Buffer.from(JSON.stringify(json));
  return decodeObject(bytes, { mediaType: 'json', expected, fieldValidation: 'Strict' }).object;
}

function expectedAnswer({ request, response }: RecordedExchange): unknown {
  const isRefusal = [400, 401, 403].includes(response.status);
  return isRefusal || (request.body !== undefined && response.status === 201) ? response.body : 'goes on';
}

function certificatesOf(as: unknown): X509Certificate[] {
  const issue = (ca: CertificateAuthority, commonName: string, organizations: string[]) => {
    const usages = ['client'] as const;
    const request = { commonName, organizations, usages, notBefore: FROM, notAfter: UNTIL };
    return [new X509Certificate(ca.issue(request).certificate)];
  };
  if (as === undefined) return issue(clientCa, 'admin', ['system:masters']);
  if (as === 'anonymous') return [];
  const { user, groups = [], frontProxy } = as as { user?: string; groups?: string[]; frontProxy?: boolean };
  if (frontProxy === true) return issue(proxyCa, 'front-proxy-client', []);
  if (user === undefined) return issue(strangerCa, 'admin', ['system:masters']);
  return issue(clientCa, user, groups);
}

function masked(value: object): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replaceAll('2026-01-01T00:00:00Z', '<time>')
      .replaceAll(/X509SHA256=[0-9a-f]{64}/g, 'X509SHA256=<digest>'),
  );
}
