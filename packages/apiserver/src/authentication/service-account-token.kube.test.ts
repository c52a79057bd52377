import assert from 'node:assert/strict';
import { createPublicKey, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { startCluster, type Cluster } from '@banyan/testing';
import { TokenKeys } from './token-keys.ts';
import { TokenLogin } from './token-login.ts';
import { issueToken, type TokenIssuer } from './token-request.ts';
import { ISSUER, newKey, tokenIn } from './test-tokens.ts';
import { userOnWire } from './user-on-wire.ts';

let cluster: Cluster;
before(async () => (cluster = await startCluster({ name: 'tokens' })));
after(() => cluster.stop());

const SECONDS = { expirationSeconds: 3607, boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p' } };

async function objects(): Promise<Map<string, KubeObject>> {
  const core = '/api/v1/namespaces/default';
  const pod = {
    serviceAccountName: 'robot',
    nodeName: 'n1',
    automountServiceAccountToken: false,
    containers: [{ name: 'app', image: 'app:1' }],
  };
  return new Map([
    ['nodes', await cluster.json<KubeObject>('POST', '/api/v1/nodes', { metadata: { name: 'n1' } })],
    [
      'serviceaccounts',
      await cluster.json<KubeObject>('POST', `${core}/serviceaccounts`, { metadata: { name: 'robot' } }),
    ],
    ['pods', await cluster.json<KubeObject>('POST', `${core}/pods`, { metadata: { name: 'p' }, spec: pod })],
  ]);
}

test('tokens of ours log in at the real server and its tokens log in here, as the same user', async () => {
  const known = await objects();
  const lookup: TokenIssuer['lookup'] = (resource) => known.get(resource);
  const keys = new TokenKeys(await readFile(cluster.pki.file('service-account.key'), 'utf8'));
  const issuer = { keys, lookup, issuer: ISSUER, audiences: [ISSUER], newId: randomUUID };
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {}, spec: SECONDS };
  const creator = { fieldManager: 'test', now: new Date() };
  const ours = tokenIn(issueToken(issuer, { body, namespace: 'default', name: 'robot', creator }));
  const path = '/api/v1/namespaces/default/serviceaccounts/robot/token';
  const real = await cluster.json<{ status: { token: string } }>('POST', path, body);
  const options = { keys, lookup, now: () => new Date(), issuers: [ISSUER], audiences: [ISSUER] };
  for (const token of [ours, real.status.token]) {
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
    const { status } = await cluster.json<{ status: { user: { groups: string[] } } }>(
      'POST',
      '/apis/authentication.k8s.io/v1/tokenreviews',
      review,
    );
    const outcome = new TokenLogin(options).login(token);
    assert.ok(outcome.type === 'user');
    const groups = [...outcome.user.groups, 'system:authenticated'];
    assert.deepEqual(userOnWire({ ...outcome.user, groups }), status.user);
  }
});

test('the key set is that of the real server', async () => {
  const pem = await readFile(cluster.pki.file('service-account.key'), 'utf8');
  const { body } = await cluster.request({ path: '/openid/v1/jwks', headers: { accept: '*/*' } });
  assert.deepEqual(new TokenKeys(pem).keySet(), JSON.parse(body.toString()));
  const former = createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
  assert.deepEqual(new TokenKeys(newKey(), [former]).keySet().keys[1], new TokenKeys(pem).keySet().keys[0]);
});
