import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { CertificateAuthority } from '@banyan/kube';
import { withoutTokenProtocol } from './bearer-token.ts';
import { TrustedCertificates } from './certificate-login.ts';
import { FRONT_PROXY_HEADERS } from './front-proxy-login.ts';
import type { HeaderValues } from './header-values.ts';
import { userOf, type LoginOutcome } from './login-outcome.ts';
import { RequestLogin } from './request-login.ts';
import { TestTokens, tokenIn } from './test-tokens.ts';

const [FROM, UNTIL] = [new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')];
const authority = (name: string) => CertificateAuthority.create(name, FROM, UNTIL);
const [clientCa, proxyCa, strangerCa] = [authority('clients'), authority('proxies'), authority('clients')];

interface Asked {
  readonly ca?: CertificateAuthority;
  readonly name?: string;
  readonly groups?: readonly string[];
  readonly usage?: 'client' | 'server';
  readonly until?: Date;
}

function certificate({ ca = clientCa, name = 'jane', groups = [], usage = 'client', until = UNTIL }: Asked) {
  const issued = ca.issue({
    commonName: name,
    organizations: groups,
    usages: [usage],
    notBefore: FROM,
    notAfter: until,
  });
  return new X509Certificate(issued.certificate);
}

const tokens = new TestTokens();
let now = new Date('2026-06-01T00:00:00Z');
const clock = () => now;
const login = new RequestLogin({
  tokens: tokens.tokens,
  clientCertificates: new TrustedCertificates(clientCa.certificate, clock),
  frontProxy: {
    certificates: new TrustedCertificates(proxyCa.certificate, clock),
    allowedNames: ['front-proxy-client'],
    ...FRONT_PROXY_HEADERS,
  },
});

function attempt(headers: HeaderValues, ...certificates: X509Certificate[]): LoginOutcome {
  return login.login({ headers, certificates });
}

function who(outcome: LoginOutcome): string {
  if (outcome.type !== 'user') return outcome.type;
  return `${outcome.user.name} [${outcome.user.groups.join()}]`;
}

const certificates: readonly { name: string; asked: Asked; is: string }[] = [
  {
    name: 'a certificate of the authority is its common name, in the groups of its organizations',
    asked: { groups: ['b', 'a'] },
    is: 'jane [b,a,system:authenticated]',
  },
  {
    name: 'a name may hold what looks like more of it',
    asked: { name: 'jane\nO=system:masters', groups: ['x,O=y'] },
    is: 'jane\nO=system:masters [x,O=y,system:authenticated]',
  },
  { name: 'an authority of the same name is not the authority', asked: { ca: strangerCa }, is: 'refused' },
  { name: 'a server’s certificate is nobody’s', asked: { usage: 'server' }, is: 'refused' },
  {
    name: 'a certificate that is over is refused',
    asked: { until: new Date('2026-05-31T23:59:59Z') },
    is: 'refused',
  },
  { name: 'a certificate without a name is none', asked: { name: '' }, is: 'refused' },
  { name: 'a front proxy’s certificate is none of a client', asked: { ca: proxyCa }, is: 'refused' },
];
for (const { name, asked, is } of certificates)
  test(name, () => assert.equal(who(attempt({}, certificate(asked))), is));

test('a certificate that was good is refused when its time is over', () => {
  const known = certificate({});
  assert.equal(attempt({}, known).type, 'user');
  now = new Date('2027-06-01T00:00:00Z');
  assert.equal(attempt({}, known).type, 'refused');
  now = new Date('2026-06-01T00:00:00Z');
});

test('a certificate says which one it is in the user’s extra', () => {
  const outcome = attempt({}, certificate({}));
  const [id = ''] = userOf(outcome).extra['authentication.kubernetes.io/credential-id'] ?? [];
  assert.match(id, /^X509SHA256=[0-9a-f]{64}$/);
});

const proxy = () => certificate({ ca: proxyCa, name: 'front-proxy-client' });

const proxied: readonly { name: string; headers: HeaderValues; is: object | string }[] = [
  {
    name: 'the front proxy names user, groups and extras',
    headers: {
      'x-remote-user': ['jane'],
      'x-remote-group': ['a', '', 'b'],
      'x-remote-extra-acme.com%2Fproject': ['p', 'q'],
      'x-remote-extra-%zz': ['odd'],
      'x-remote-uid': ['42'],
    },
    is: {
      name: 'jane',
      groups: ['a', 'b', 'system:authenticated'],
      extra: { '%zz': ['odd'], 'acme.com/project': ['p', 'q'] },
    },
  },
  {
    name: 'the front proxy must name a user',
    headers: { 'x-remote-group': ['system:masters'] },
    is: 'refused',
  },
  {
    name: 'a proxied user may be one who did not log in',
    headers: { 'x-remote-user': ['system:anonymous'], 'x-remote-group': ['system:unauthenticated'] },
    is: { name: 'system:anonymous', groups: ['system:unauthenticated'], extra: {} },
  },
];
for (const { name, headers, is } of proxied)
  test(name, () => {
    const outcome = attempt(headers, proxy());
    assert.deepEqual(outcome.type === 'user' ? outcome.user : outcome.type, is);
  });

test('the headers of the front proxy mean nothing without its certificate and name', () => {
  const headers = { 'x-remote-user': ['admin'], 'x-remote-group': ['system:masters'] };
  assert.equal(who(attempt(headers)), 'none');
  assert.equal(who(attempt(headers, certificate({}))), 'jane [system:authenticated]');
  assert.equal(who(attempt(headers, certificate({ ca: proxyCa, name: 'other' }))), 'refused');
  const named = certificate({ name: 'front-proxy-client' });
  assert.equal(who(attempt(headers, named)), 'front-proxy-client [system:authenticated]');
});

const GOOD = `Bearer ${tokenIn(tokens.request())}`;
const robot =
  'system:serviceaccount:team:robot [system:serviceaccounts,system:serviceaccounts:team,system:authenticated]';
const headers: readonly { name: string; authorization: string; is: string }[] = [
  { name: 'a good token', authorization: GOOD, is: robot },
  { name: 'the scheme in another case', authorization: GOOD.replace('Bearer', 'bEARER'), is: robot },
  { name: 'words after the token', authorization: `${GOOD} tail`, is: robot },
  { name: 'a bad token', authorization: 'Bearer nonsense', is: 'refused' },
  { name: 'no token', authorization: 'Bearer ', is: 'none' },
  { name: 'two spaces', authorization: GOOD.replace(' ', '  '), is: 'none' },
  { name: 'another scheme', authorization: 'Basic YWRtaW46YWRtaW4=', is: 'none' },
  { name: 'nothing', authorization: '', is: 'none' },
];
for (const { name, authorization, is } of headers)
  test(`an Authorization header with ${name} is ${is.replace(/ .*/, '')}`, () =>
    assert.equal(who(attempt({ authorization: [authorization] })), is));

test('a good login counts whatever bad one comes with it', () => {
  assert.equal(
    who(attempt({ authorization: ['Bearer nonsense'] }, certificate({}))),
    'jane [system:authenticated]',
  );
  assert.equal(who(attempt({ authorization: [GOOD] }, certificate({ ca: strangerCa }))), robot);
});

test('a token behind two spaces is ignored with a warning', () => {
  const outcome = attempt({ authorization: ['Bearer  x'] });
  const warnings = [
    'the provided Authorization header contains extra space before the bearer token, and is ignored',
  ];
  assert.deepEqual(outcome, { type: 'none', warnings });
});

const encoded = Buffer.from(GOOD.slice('Bearer '.length)).toString('base64url');
const protocol = `base64url.bearer.authorization.k8s.io.${encoded}`;
const sockets: readonly { name: string; protocols: string[]; is: string }[] = [
  { name: 'a token and a protocol', protocols: [`v5.channel.k8s.io, ${protocol}`], is: robot },
  { name: 'a token alone', protocols: [protocol], is: 'refused' },
  { name: 'two tokens', protocols: [protocol, protocol, 'v5.channel.k8s.io'], is: 'refused' },
  { name: 'a malformed token', protocols: [`${protocol}=`, 'v5.channel.k8s.io'], is: 'refused' },
  { name: 'no token', protocols: ['v5.channel.k8s.io'], is: 'none' },
];
for (const { name, protocols, is } of sockets)
  test(`a WebSocket whose subprotocols are ${name} is ${is.replace(/ .*/, '')}`, () => {
    const upgrade = { upgrade: ['websocket'], 'sec-websocket-protocol': protocols };
    assert.equal(who(attempt(upgrade)), is);
    assert.equal(who(attempt({ 'sec-websocket-protocol': protocols })), 'none');
  });

test('the token is not among the subprotocols that are passed on', () =>
  assert.deepEqual(withoutTokenProtocol(['v5.channel.k8s.io', protocol]), ['v5.channel.k8s.io']));

test('whoever brings nothing is nobody in particular, whoever brings what is bad is refused with 401', () => {
  assert.deepEqual(userOf(attempt({})), {
    name: 'system:anonymous',
    groups: ['system:unauthenticated'],
    extra: {},
  });
  assert.throws(() => userOf(attempt({ authorization: ['Bearer x'] })), {
    code: 401,
    message: 'Unauthorized',
  });
});

test('no answer holds anything of a token', () => {
  const secret = 'verysecretvery';
  for (const token of [
    secret,
    `${secret}.${secret}`,
    `a.${secret}.b`,
    GOOD.slice(7, -secret.length) + secret,
  ]) {
    const outcome = attempt({ authorization: [`Bearer ${token}`] });
    assert.equal(outcome.type, 'refused');
    assert.doesNotMatch(JSON.stringify(outcome), new RegExp(secret));
  }
});
