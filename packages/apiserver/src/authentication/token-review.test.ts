import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ISSUER, TestTokens, tokenIn } from './test-tokens.ts';
import { reviewToken } from './token-review.ts';

const tokens = new TestTokens();
const good = tokenIn(tokens.request());
const forVault = tokenIn(tokens.request({ audiences: ['vault', 'other'] }));
tokens.put('serviceaccounts', 'gone');
const ofGone = tokenIn(tokens.request({}, { name: 'gone' }));
tokens.remove('serviceaccounts', 'gone');

const user = (id: string) => ({
  username: 'system:serviceaccount:team:robot',
  uid: 'uid-of-robot',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:team', 'system:authenticated'],
  extra: { 'authentication.kubernetes.io/credential-id': [`JTI=${id}`] },
});
const notFor = (audience: string) =>
  `[invalid bearer token, token audiences ["vault" "other"] is invalid for the target audiences ["${audience}"]]`;

const table: readonly { name: string; spec: object; status: object }[] = [
  {
    name: 'a good token',
    spec: { token: good },
    status: { authenticated: true, user: user('id-1'), audiences: [ISSUER] },
  },
  {
    name: 'a token for those who ask',
    spec: { token: forVault, audiences: ['vault', 'nobody'] },
    status: { authenticated: true, user: user('id-2'), audiences: ['vault'] },
  },
  { name: 'a token for others', spec: { token: forVault }, status: { user: {}, error: notFor(ISSUER) } },
  {
    name: 'a token for others than those who ask',
    spec: { token: forVault, audiences: ['nobody'] },
    status: { user: {}, error: notFor('nobody') },
  },
  {
    name: 'a token of an account that is gone',
    spec: { token: ofGone },
    status: { user: {}, error: '[invalid bearer token, serviceaccounts "gone" not found]' },
  },
  { name: 'a word', spec: { token: 'x' }, status: { user: {}, error: 'invalid bearer token' } },
  {
    name: 'a space before a word, which is no token at all',
    spec: { token: ' x' },
    status: {
      authenticated: true,
      user: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
      audiences: [ISSUER],
    },
  },
];
const body = (spec: object) => ({
  apiVersion: 'authentication.k8s.io/v1',
  kind: 'TokenReview',
  metadata: {},
  spec,
});
for (const { name, spec, status } of table)
  test(`a review tells of ${name}`, () =>
    assert.deepEqual(reviewToken(tokens.login, body(spec)), { ...body(spec), status }));

for (const spec of [{}, { token: '' }])
  test(`a review of ${JSON.stringify(spec)} is refused`, () =>
    assert.throws(() => reviewToken(tokens.login, body(spec)), {
      code: 400,
      message: 'token is required for TokenReview in authentication',
    }));
