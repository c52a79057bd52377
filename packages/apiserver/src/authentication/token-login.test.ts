import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoginOutcome } from './login-outcome.ts';
import { claimsIn, ISSUER, newKey, newRsaKey, TestTokens, tokenIn } from './test-tokens.ts';
import { tokenPart } from './json-web-token.ts';
import { TokenKeys } from './token-keys.ts';
import { TokenLogin } from './token-login.ts';
import { secretTokenClaims } from './token-secret-login.ts';

const bound = (kind: string, name: string) => ({ boundObjectRef: { apiVersion: 'v1', kind, name } });
const groups = ['system:serviceaccounts', 'system:serviceaccounts:team'];
const INVALIDATED = 'service account token has been invalidated';

function errorOf(outcome: LoginOutcome): string {
  return outcome.type === 'refused' ? outcome.errors.join() : outcome.type;
}

function world(): TestTokens {
  const tokens = new TestTokens();
  tokens.put('nodes', 'n1');
  tokens.put('secrets', 's');
  tokens.put('pods', 'p', { spec: { serviceAccountName: 'robot', nodeName: 'n1' } });
  return tokens;
}

test('a requested token logs in as its account, for the audience it was made for', () => {
  const tokens = world();
  assert.deepEqual(tokens.tokens.login(tokenIn(tokens.request())), {
    type: 'user',
    user: {
      name: 'system:serviceaccount:team:robot',
      uid: 'uid-of-robot',
      groups,
      extra: { 'authentication.kubernetes.io/credential-id': ['JTI=id-1'] },
    },
    audiences: [ISSUER],
  });
});

test('a token bound to a pod tells the pod and its node, one bound to a node the node', () => {
  const tokens = world();
  const extraOf = (spec: object) => {
    const outcome = tokens.tokens.login(tokenIn(tokens.request(spec)));
    return outcome.type === 'user'
      ? Object.entries(outcome.user.extra).map(([k, v]) => [k.split('/')[1], v])
      : [];
  };
  const node = [
    ['node-name', ['n1']],
    ['node-uid', ['uid-of-n1']],
  ];
  assert.deepEqual(extraOf(bound('Node', 'n1')), [['credential-id', ['JTI=id-1']], ...node]);
  const pod = [
    ['pod-name', ['p']],
    ['pod-uid', ['uid-of-p']],
  ];
  assert.deepEqual(extraOf(bound('Pod', 'p')), [['credential-id', ['JTI=id-2']], ...node, ...pod]);
});

const MINUTE = 60_000;
const after = (tokens: TestTokens, ms: number) => (tokens.now = new Date(tokens.now.getTime() + ms));
const deleted = (ago: number) => ({
  metadata: {
    name: 'p',
    uid: 'uid-of-p',
    deletionTimestamp: new Date(Date.parse('2026-01-01T00:00:00Z') - ago).toISOString(),
  },
});

const ends: readonly { name: string; spec?: object; change: (tokens: TestTokens) => void; error: string }[] =
  [
    { name: 'in time', change: (t) => after(t, 61 * MINUTE - 1), error: 'user' },
    {
      name: 'a minute after its end',
      change: (t) => after(t, 61 * MINUTE + 1),
      error: 'service account token has expired',
    },
    {
      name: 'a minute before it was made',
      change: (t) => after(t, -MINUTE - 1),
      error: 'service account token is not valid yet',
    },
    {
      name: 'without its account',
      change: (t) => t.remove('serviceaccounts', 'robot'),
      error: 'serviceaccounts "robot" not found',
    },
    {
      name: 'with a new account of the name',
      change: (t) => t.put('serviceaccounts', 'robot', {}, 'new'),
      error: 'service account UID (new) does not match claim (uid-of-robot)',
    },
    {
      name: 'without its pod',
      spec: bound('Pod', 'p'),
      change: (t) => t.remove('pods', 'p'),
      error: INVALIDATED,
    },
    {
      name: 'with a new pod of the name',
      spec: bound('Pod', 'p'),
      change: (t) => t.put('pods', 'p', {}, 'new'),
      error: 'pod UID (new) does not match service account pod ref claim (uid-of-p)',
    },
    {
      name: 'with a pod that should be gone for a minute',
      spec: bound('Pod', 'p'),
      change: (t) => t.put('pods', 'p', deleted(MINUTE + 1)),
      error: INVALIDATED,
    },
    {
      name: 'with a pod that is about to go',
      spec: bound('Pod', 'p'),
      change: (t) => t.put('pods', 'p', deleted(MINUTE - 1)),
      error: 'user',
    },
    {
      name: 'without its pod’s node',
      spec: bound('Pod', 'p'),
      change: (t) => t.remove('nodes', 'n1'),
      error: 'user',
    },
    {
      name: 'without its Secret',
      spec: bound('Secret', 's'),
      change: (t) => t.remove('secrets', 's'),
      error: INVALIDATED,
    },
    {
      name: 'with a new Secret of the name',
      spec: bound('Secret', 's'),
      change: (t) => t.put('secrets', 's', {}, 'new'),
      error: 'secret UID (new) does not match service account secret ref claim (uid-of-s)',
    },
    {
      name: 'without its node',
      spec: bound('Node', 'n1'),
      change: (t) => t.remove('nodes', 'n1'),
      error: INVALIDATED,
    },
  ];
for (const { name, spec, change, error } of ends)
  test(`a token ${name} ${error === 'user' ? 'logs in' : 'does not log in'}`, () => {
    const tokens = world();
    const token = tokenIn(tokens.request(spec));
    assert.equal(tokens.tokens.login(token).type, 'user');
    change(tokens);
    assert.equal(errorOf(tokens.tokens.login(token)), error);
  });

test('a token is good for its audiences alone, and says for which of those asked', () => {
  const tokens = world();
  const token = tokenIn(tokens.request({ audiences: ['vault', 'other'] }));
  const text = 'token audiences ["vault" "other"] is invalid for the target audiences';
  assert.equal(errorOf(tokens.tokens.login(token)), `${text} ["${ISSUER}"]`);
  assert.equal(errorOf(tokens.tokens.login(token, ['nobody'])), `${text} ["nobody"]`);
  const outcome = tokens.tokens.login(token, ['nobody', 'vault']);
  assert.deepEqual(outcome.type === 'user' && outcome.audiences, ['vault']);
});

test('what was not signed with one of the keys is worth nothing', () => {
  const tokens = world();
  const good = tokenIn(tokens.request());
  const [header = '', payload = '', signature = ''] = good.split('.');
  const claims = claimsIn(good);
  const badSignature = 'go-jose/go-jose: error in cryptographic primitive';
  const table: readonly [name: string, token: string, error: string][] = [
    ['a word', 'nonsense', 'none'],
    ['two parts', `${header}.${payload}`, 'none'],
    ['four parts', `${good}.x`, 'none'],
    ['no JSON', 'a.b.c', 'none'],
    ['a list', `${tokenPart([])}.${tokenPart([])}.`, 'none'],
    [
      'another issuer',
      `${header}.${tokenPart({ ...claims, iss: 'https://elsewhere.example' })}.${signature}`,
      'none',
    ],
    ['no signature', `${header}.${payload}.`, badSignature],
    ['no algorithm', `${tokenPart({ alg: 'none' })}.${payload}.`, badSignature],
    ['another algorithm', `${tokenPart({ alg: 'RS256' })}.${payload}.${signature}`, badSignature],
    ['a symmetric algorithm', `${tokenPart({ alg: 'HS256' })}.${payload}.${signature}`, badSignature],
    ['other claims', `${header}.${tokenPart({ ...claims, sub: 'x' })}.${signature}`, badSignature],
    ['another key', new TokenKeys(newKey()).sign(claims), 'invalid signature, no keys found'],
    [
      'an unknown key',
      `${tokenPart({ alg: 'ES256', kid: 'x' })}.${payload}.${signature}`,
      'invalid signature, no keys found',
    ],
  ];
  for (const [name, token, error] of table) assert.equal(errorOf(tokens.tokens.login(token)), error, name);
  assert.equal(tokens.tokens.login(good).type, 'user');
});

test('claims that do not name an account are refused', () => {
  const tokens = world();
  for (const claim of [
    undefined,
    null,
    {},
    { namespace: 'team' },
    { namespace: 'team', serviceaccount: null },
  ]) {
    const token = tokens.keys.sign({ iss: ISSUER, 'kubernetes.io': claim });
    assert.equal(tokens.tokens.login(token).type, 'refused');
  }
});

for (const [name, key] of [
  ['RS256', newRsaKey()],
  ['ES256', newKey()],
  ['ES384', newKey('P-384')],
  ['ES512', newKey('P-521')],
] as const)
  test(`tokens are signed and verified with ${name}, and former keys verify still`, () => {
    const tokens = world();
    const former = new TokenKeys(key);
    assert.deepEqual(former.algorithms, [name]);
    const token = former.sign(claimsIn(tokenIn(tokens.request())));
    const keys = new TokenKeys(newKey(), [key]);
    const login = new TokenLogin({
      keys,
      lookup: tokens.lookup,
      now: () => tokens.now,
      issuers: [ISSUER],
      audiences: [ISSUER],
    });
    assert.equal(login.login(token).type, 'user');
    assert.equal(keys.keySet().keys.length, 2);
    assert.doesNotMatch(JSON.stringify(keys.keySet()), /"(d|p|q|dp|dq|qi)":/);
  });

const secretToken = { namespace: 'team', secret: 'robot-token', account: 'robot', uid: 'uid-of-robot' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

const secretChanges: readonly {
  name: string;
  change: (tokens: TestTokens, token: string) => void;
  error: string;
}[] = [
  { name: 'is as it was made', change: () => {}, error: 'user' },
  { name: 'is gone', change: (t) => t.remove('secrets', 'robot-token'), error: 'Token has been invalidated' },
  {
    name: 'has another token',
    change: (t) => t.put('secrets', 'robot-token', { data: { token: base64('x') } }),
    error: "Token does not match server's copy",
  },
  {
    name: 'is of an account that is gone',
    change: (t) => t.remove('serviceaccounts', 'robot'),
    error: 'serviceaccounts "robot" not found',
  },
  {
    name: 'is of a former account',
    change: (t) => t.put('serviceaccounts', 'robot', {}, 'new'),
    error: 'ServiceAccount UID (new) does not match claim (uid-of-robot)',
  },
];
for (const { name, change, error } of secretChanges)
  test(`the token of a Secret that ${name} ${error === 'user' ? 'logs in' : 'does not log in'}`, () => {
    const tokens = world();
    const token = tokens.keys.sign(secretTokenClaims(secretToken));
    tokens.put('secrets', 'robot-token', { data: { token: base64(token) } });
    change(tokens, token);
    assert.equal(errorOf(tokens.tokens.login(token)), error);
  });

test('the token of a Secret has no credential id, and warns if the Secret was made by itself', () => {
  const tokens = world();
  const token = tokens.keys.sign(secretTokenClaims(secretToken));
  tokens.put('secrets', 'robot-token', { data: { token: base64(token) } });
  tokens.put('serviceaccounts', 'robot', { secrets: [{ name: 'robot-token' }] });
  const outcome = tokens.tokens.login(token);
  assert.ok(outcome.type === 'user');
  assert.deepEqual(outcome.user.extra, {});
  assert.match(outcome.warnings?.[0] ?? '', /^Use tokens from the TokenRequest API/);
});

for (const claim of Object.keys(secretTokenClaims(secretToken)).filter((name) => name !== 'iss'))
  test(`the token of a Secret that does not say ${claim} is refused`, () => {
    const tokens = world();
    const token = tokens.keys.sign({ ...secretTokenClaims(secretToken), [claim]: '' });
    assert.match(errorOf(tokens.tokens.login(token)), /claim is missing$/);
  });

const bootstrap = {
  'token-id': 'good01',
  'token-secret': '0123456789abcdef',
  'usage-bootstrap-authentication': 'true',
};
const bootstrapCases: readonly {
  name: string;
  data?: object;
  token?: string;
  type?: string;
  groups?: string[];
}[] = [
  { name: 'logs in', groups: ['system:bootstrappers'] },
  {
    name: 'gives its groups, in order and once',
    data: { 'auth-extra-groups': 'system:bootstrappers:b,system:bootstrappers:a,system:bootstrappers:b' },
    groups: ['system:bootstrappers', 'system:bootstrappers:a', 'system:bootstrappers:b'],
  },
  { name: 'gives no other groups', data: { 'auth-extra-groups': 'system:masters' } },
  {
    name: 'is good until it expires',
    data: { expiration: '2026-01-01T00:00:01Z' },
    groups: ['system:bootstrappers'],
  },
  { name: 'may expire in another zone', data: { expiration: '2026-01-01T01:00:00+01:00' } },
  { name: 'is not good when it expires', data: { expiration: '2026-01-01T00:00:00Z' } },
  { name: 'is not good when nobody knows how long', data: { expiration: 'soon' } },
  { name: 'must be for logging in', data: { 'usage-bootstrap-authentication': 'yes' } },
  { name: 'must name itself', data: { 'token-id': 'other1' } },
  { name: 'must be of its type', type: 'Opaque' },
  { name: 'must have its secret', token: 'good01.fedcba9876543210' },
  { name: 'must be there', token: 'other1.0123456789abcdef' },
  { name: 'must be whole', token: 'good01' },
  { name: 'must be nothing more', token: 'good01.0123456789abcdef\n' },
];
for (const { name, data, token = 'good01.0123456789abcdef', type, groups: given } of bootstrapCases)
  test(`a bootstrap token ${name}`, () => {
    const tokens = world();
    const encoded = Object.entries({ ...bootstrap, ...data }).map(([key, value]) => [
      key,
      base64(value as string),
    ]);
    tokens.objects.set('secrets/kube-system/bootstrap-token-good01', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'bootstrap-token-good01', namespace: 'kube-system' },
      type: type ?? 'bootstrap.kubernetes.io/token',
      data: Object.fromEntries(encoded),
    });
    const outcome = tokens.tokens.login(token);
    const user = { name: 'system:bootstrap:good01', groups: given, extra: {} };
    assert.deepEqual(
      outcome,
      given === undefined ? { type: 'none' } : { type: 'user', user, audiences: [ISSUER] },
    );
    assert.equal(tokens.tokens.login(token, ['elsewhere']).type, 'none');
  });
