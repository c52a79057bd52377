import { CertificateAuthority } from '@banyan/kube';
import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import type { Caller } from '../contract-target.ts';
import { personOf } from './rbac-grants.ts';

/** Answers with who the server takes the caller for. */
export const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const WHO_BODY = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };

export async function whoAmI(c: CaseContext, as: Caller, headers: Record<string, string> = {}) {
  return c.request({ method: 'POST', path: WHO, body: WHO_BODY, as, headers });
}

/** A certificate for somebody, from an authority that the server does not know. */
function strangersCertificate(user: string) {
  // Long past and far ahead, so that no clock matters.
  const [notBefore, notAfter] = [new Date('2020-01-01T00:00:00Z'), new Date('2120-01-01T00:00:00Z')];
  const authority = CertificateAuthority.create('somebody else', notBefore, notAfter);
  const pair = authority.issue({
    commonName: user,
    organizations: ['system:masters'],
    usages: ['client'],
    notBefore,
    notAfter,
  });
  return { named: 'a certificate of an unknown authority', ...pair };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const NOT_A_TOKEN = `${part({ alg: 'none' })}.${part({ iss: 'https://kubernetes.default.svc', sub: 'x' })}.`;

/** Authorization headers that identify nobody. */
const BAD_HEADERS: Readonly<Record<string, string>> = {
  'a word': 'Bearer nonsense',
  'a token without a signature': `Bearer ${NOT_A_TOKEN}`,
  'a token of another issuer': `Bearer ${part({ alg: 'RS256' })}.${part({ iss: 'https://elsewhere.example' })}.c2ln`,
  'a scheme in lower case': 'bearer nonsense',
  'a name and a password': `Basic ${Buffer.from('admin:admin').toString('base64')}`,
  'no token': 'Bearer ',
  'a scheme nobody knows': 'Magic word',
};

export const authIdentityCases = contractCases('auth', [
  {
    id: 'certificate',
    name: 'a client certificate’s common name is the user, its organizations are the groups',
    run: async (c) => {
      await whoAmI(c, { user: 'jane', groups: ['developers', 'people'] });
      await whoAmI(c, { user: 'system:node:n1', groups: ['system:nodes'] });
      await whoAmI(c, 'admin');
    },
  },
  {
    id: 'certificate-unknown',
    name: 'a certificate of an authority that the server does not know is no login at all',
    run: async (c) => {
      const stranger = strangersCertificate('admin');
      await whoAmI(c, stranger);
      await c.request({ path: '/version', as: stranger });
    },
  },
  {
    id: 'anonymous',
    name: 'a request without any login is system:anonymous',
    run: async (c) => {
      await whoAmI(c, 'anonymous');
      await c.request({ path: '/version', as: 'anonymous', facts: () => 'the version' });
      await c.request({ path: '/no/such/path', as: 'anonymous' });
    },
  },
  {
    id: 'bad-tokens',
    name: `nobody is identified by: ${Object.keys(BAD_HEADERS).join('; ')}`,
    run: async (c) => {
      for (const [note, authorization] of Object.entries(BAD_HEADERS))
        await c.request({
          note,
          method: 'POST',
          path: WHO,
          body: WHO_BODY,
          as: 'anonymous',
          headers: { authorization },
        });
      await c.request({ path: '/version', headers: bearer('nonsense'), as: 'anonymous' });
      await c.request({ path: '/no/such/path', headers: bearer('nonsense'), as: 'anonymous' });
    },
  },
  {
    id: 'certificate-and-token',
    name: 'a good certificate is enough, whatever token comes with it',
    run: async (c) => {
      await whoAmI(c, { user: 'jane' }, bearer('nonsense'));
    },
  },
  {
    id: 'front-proxy',
    name: 'the front proxy’s certificate may name user, uid, groups and extras in headers',
    needs: ['front-proxy'],
    run: async (c) => {
      const as = { frontProxy: true } as const;
      await whoAmI(c, as, { 'x-remote-user': 'jane', 'x-remote-group': 'developers' });
      await whoAmI(c, as, {
        'x-remote-user': 'jane',
        'x-remote-uid': '42',
        'x-remote-extra-scopes': 'read',
        'x-remote-extra-acme.com%2Fproject': 'p',
      });
      await whoAmI(c, as, { 'x-remote-group': 'system:masters' });
      await whoAmI(c, as, { 'x-remote-user': 'jane', ...bearer('nonsense') });
      await c.request({ path: '/api/v1/nodes', as, headers: { 'x-remote-user': 'jane' } });
    },
  },
  {
    id: 'front-proxy-ignored',
    name: 'without the front proxy’s certificate its headers mean nothing',
    run: async (c) => {
      const headers = { 'x-remote-user': 'admin', 'x-remote-group': 'system:masters' };
      await whoAmI(c, { user: 'jane' }, headers);
      await whoAmI(c, 'anonymous', headers);
      await whoAmI(c, { user: 'front-proxy-client' }, headers);
    },
  },
  {
    id: 'self-review',
    name: 'a self review takes no spec, and can only be created',
    run: async (c) => {
      const person = personOf(c);
      await whoAmI(c, person);
      await c.request({ path: WHO, as: person });
      await c.request({ path: WHO });
      const body = { ...WHO_BODY, metadata: { name: 'x' }, status: { userInfo: { username: 'forged' } } };
      await c.request({ method: 'POST', path: WHO, body, as: person });
      await c.request({ method: 'POST', path: WHO, body: WHO_BODY, query: { dryRun: 'All' }, as: person });
    },
  },
]);
