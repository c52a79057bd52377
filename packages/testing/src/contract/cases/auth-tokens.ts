import type { CaseContext } from '../case-context.ts';
import type { CaseResponse } from '../case-exchange.ts';
import { contractCases } from '../contract-case.ts';
import type { Json } from '../transcript.ts';
import { WHO, whoAmI } from './auth-identity.ts';

const REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews';

interface TokenRequest {
  readonly spec: { readonly audiences: readonly string[]; readonly expirationSeconds: number };
  readonly status: { readonly token: string };
}

/** Asks for a token of an account, recorded. */
async function requestToken(c: CaseContext, spec: object, account = 'default') {
  const path = c.at('serviceaccounts', account, 'token');
  return c.request<TokenRequest>({ method: 'POST', path, body: { spec } });
}

async function tokenOf(c: CaseContext, account = 'default', spec: object = {}): Promise<string> {
  const path = c.at('serviceaccounts', account, 'token');
  const { status } = await c.setup<TokenRequest>({ method: 'POST', path, body: { spec } });
  return status.token;
}

async function account(c: CaseContext, name: string): Promise<void> {
  await c.setup({ method: 'POST', path: c.at('serviceaccounts'), body: { metadata: { name } } });
}

async function reviewToken(c: CaseContext, spec: object): Promise<CaseResponse<Json>> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec };
  return c.request({ method: 'POST', path: REVIEWS, body });
}

/** Waits until the server no longer knows a token: it looks at its cache, and caches good answers for seconds. */
async function untilUnknown(c: CaseContext, token: string): Promise<void> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  await c.until({ method: 'POST', path: WHO, body, as: { token } }, ({ status }) => status === 401);
}

/** What a token says, its times as spans. */
function claimsOf(token: string): Json {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const { exp, iat, nbf, ...rest } = JSON.parse(payload) as Record<string, Json> & {
    exp: number;
    iat: number;
    nbf: number;
  };
  return { ...rest, 'exp - iat': exp - iat, 'nbf - iat': nbf - iat };
}

const pod = {
  metadata: { name: 'bound' },
  spec: { automountServiceAccountToken: false, containers: [{ name: 'app', image: 'app:1' }] },
};

export const authTokenCases = contractCases('auth', [
  {
    id: 'token-request',
    name: 'a service account’s token is made on request, lives an hour, and logs in as the account',
    run: async (c) => {
      const { body } = await requestToken(c, {});
      await whoAmI(c, { token: body.status.token });
      await c.request({ path: c.at('pods'), as: { token: body.status.token } });
    },
  },
  {
    id: 'token-claims',
    name: 'a token says who issued it, for whom, for how long, and for which account, pod and node',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('pods'), body: pod });
      const facts = (bytes: Buffer) => claimsOf((JSON.parse(bytes.toString()) as TokenRequest).status.token);
      const path = c.at('serviceaccounts', 'default', 'token');
      const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'bound' };
      for (const spec of [{}, { expirationSeconds: 1200, audiences: ['a', 'b'] }, { boundObjectRef }])
        await c.request({ method: 'POST', path, body: { spec }, facts });
    },
  },
  {
    id: 'token-request-refused',
    name: 'a token is not made for a time too short or too long, for what is not there, or for no account',
    run: async (c) => {
      await requestToken(c, { expirationSeconds: 10 });
      await requestToken(c, { expirationSeconds: 5_000_000_000 });
      await requestToken(c, {}, 'nobody');
      const ref = { apiVersion: 'v1', kind: 'Pod', name: 'missing' };
      await requestToken(c, { boundObjectRef: ref });
      await requestToken(c, { boundObjectRef: { ...ref, kind: 'ConfigMap' } });
      await c.setup({ method: 'POST', path: c.at('pods'), body: pod });
      const uid = '11111111-2222-3333-4444-555555555555';
      await requestToken(c, { boundObjectRef: { ...ref, name: 'bound', uid } });
      await account(c, 'other');
      await requestToken(c, { boundObjectRef: { ...ref, name: 'bound' } }, 'other');
      await requestToken(c, { boundObjectRef: { ...ref, kind: 'Secret', name: 'missing' } });
      await requestToken(c, { boundObjectRef: { ...ref, kind: 'Node', name: 'missing' } });
      await c.request({ path: c.at('serviceaccounts', 'default', 'token') });
    },
  },
  {
    id: 'token-long',
    name: 'a token may be asked for longer than an hour, and the answer says for how long it is',
    run: async (c) => {
      const facts = (bytes: Buffer) => (JSON.parse(bytes.toString()) as TokenRequest).spec as unknown as Json;
      const path = c.at('serviceaccounts', 'default', 'token');
      for (const expirationSeconds of [600, 86_400, 4_294_967_296])
        await c.request({ method: 'POST', path, body: { spec: { expirationSeconds } }, facts });
    },
  },
  {
    id: 'token-bound-pod',
    name: 'a token bound to a pod names it, and ends with it',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('pods'), body: pod });
      const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'bound' };
      const { body } = await requestToken(c, { boundObjectRef });
      const { token } = body.status;
      await whoAmI(c, { token });
      await c.setup({ method: 'DELETE', path: c.at('pods', 'bound'), query: { gracePeriodSeconds: '0' } });
      await untilUnknown(c, token);
      await whoAmI(c, { token });
      await reviewToken(c, { token });
    },
  },
  {
    id: 'token-bound-secret',
    name: 'a token bound to a Secret ends with it',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('secrets'), body: { metadata: { name: 's' } } });
      const token = await tokenOf(c, 'default', {
        boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 's' },
      });
      await whoAmI(c, { token });
      await c.setup({ method: 'DELETE', path: c.at('secrets', 's') });
      await untilUnknown(c, token);
      await reviewToken(c, { token });
    },
  },
  {
    id: 'token-account-deleted',
    name: 'a token ends with its account, and a new account of the same name does not bring it back',
    run: async (c) => {
      await account(c, 'robot');
      const token = await tokenOf(c, 'robot');
      await whoAmI(c, { token });
      await c.setup({ method: 'DELETE', path: c.at('serviceaccounts', 'robot') });
      await untilUnknown(c, token);
      await whoAmI(c, { token });
      await account(c, 'robot');
      await whoAmI(c, { token: await tokenOf(c, 'robot') });
      await whoAmI(c, { token });
    },
  },
  {
    id: 'token-audience',
    name: 'a token for another audience does not log in here, and a review tells for whom it is',
    run: async (c) => {
      const token = await tokenOf(c, 'default', { audiences: ['vault', 'other'] });
      await whoAmI(c, { token });
      await reviewToken(c, { token });
      await reviewToken(c, { token, audiences: ['vault', 'nobody'] });
      await reviewToken(c, { token, audiences: ['nobody'] });
    },
  },
  {
    id: 'token-review',
    name: 'a review tells who a token is, or that it is nobody’s',
    run: async (c) => {
      await reviewToken(c, { token: await tokenOf(c) });
      await reviewToken(c, { token: 'nonsense' });
      await reviewToken(c, { token: '' });
      await reviewToken(c, {});
      const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: 'x' } };
      await c.request({ method: 'POST', path: REVIEWS, body, as: { user: 'jane' } });
      await c.request({ method: 'POST', path: REVIEWS, body: { ...body, metadata: { namespace: 'x' } } });
    },
  },
  {
    id: 'token-secret',
    name: 'a Secret of the token type is filled for its account, and its token logs in',
    needs: ['controllers'],
    run: async (c) => {
      await account(c, 'robot');
      const metadata = {
        name: 'robot-token',
        annotations: { 'kubernetes.io/service-account.name': 'robot' },
      };
      const body = { metadata, type: 'kubernetes.io/service-account-token' };
      const path = c.at('secrets', 'robot-token');
      await c.request({ method: 'POST', path: c.at('secrets'), body });
      type Secret = { data?: { token?: string } };
      const filled = await c.until<Secret>({ path }, ({ body }) => body.data?.token !== undefined);
      const encoded = filled.data?.token ?? '';
      c.mask(encoded, 'token in base64');
      await c.request({ path });
      const token = Buffer.from(encoded, 'base64').toString();
      c.mask(token, 'token');
      await whoAmI(c, { token });
      await c.setup({ method: 'DELETE', path });
      await untilUnknown(c, token);
      await reviewToken(c, { token });
    },
  },
  {
    id: 'token-secret-orphan',
    name: 'a Secret of the token type for an account that is not there is taken away',
    needs: ['controllers'],
    run: async (c) => {
      const metadata = { name: 'orphan', annotations: { 'kubernetes.io/service-account.name': 'nobody' } };
      const body = { metadata, type: 'kubernetes.io/service-account-token' };
      await c.setup({ method: 'POST', path: c.at('secrets'), body });
      await c.eventually({ path: c.at('secrets', 'orphan') }, ({ status }) => status === 404);
    },
  },
  {
    id: 'issuer',
    name: 'the issuer of tokens publishes its configuration and its keys',
    run: async (c) => {
      const keys = (bytes: Buffer): Json => {
        const { keys } = JSON.parse(bytes.toString()) as { keys: Record<string, Json>[] };
        return keys.map((key) => ({ use: key['use'] ?? null, fields: Object.keys(key).sort() }));
      };
      const accept = { accept: '*/*' };
      const document = (bytes: Buffer): Json => {
        const { jwks_uri: uri, ...rest } = JSON.parse(bytes.toString()) as Record<string, string>;
        // The host is the address that the server would be reached at from outside: the machine's.
        return {
          ...rest,
          jwks_path: new URL(uri ?? '').pathname,
          id_token_signing_alg_values_supported: 'by key',
        };
      };
      await c.request({ path: '/.well-known/openid-configuration', headers: accept, facts: document });
      await c.request({ path: '/openid/v1/jwks', headers: accept, facts: keys });
      await c.request({ path: '/.well-known/openid-configuration', as: { user: 'jane' }, headers: accept });
    },
  },
]);
