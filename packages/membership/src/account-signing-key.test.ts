import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConfigMap } from '@banyan/api/objects';
import { ACCOUNT_SIGNATURE_PREFIX, accountSigningKey } from './account-signing-key.ts';
import { isSignedBy } from './agent/parent/cluster-info.ts';
import { clusterInfoSignature, signatureField } from './hub/join-tokens/cluster-info.ts';

const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';
const KUBECONFIG = 'clusters: []\n';

function signedWith(token: string, prefix = ACCOUNT_SIGNATURE_PREFIX): ConfigMap {
  const key = accountSigningKey(token);
  const data = {
    kubeconfig: KUBECONFIG,
    [signatureField(key.id, prefix)]: clusterInfoSignature(KUBECONFIG, key),
  };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: {}, data };
}

function isBelieved(clusterInfo: ConfigMap): boolean {
  return isSignedBy(clusterInfo, accountSigningKey(TOKEN), ACCOUNT_SIGNATURE_PREFIX);
}

test('what the hub signs with the token of a service account is believed by its holder', () => {
  assert.equal(isBelieved(signedWith(TOKEN)), true);
});

test('what is signed with another token, or changed afterwards, is not', () => {
  assert.equal(isBelieved(signedWith(`${TOKEN}x`)), false);
  const { data, ...rest } = signedWith(TOKEN);
  assert.equal(isBelieved({ ...rest, data: { ...data, kubeconfig: 'clusters: [evil]\n' } }), false);
});

test("the signatures of bootstrap tokens, which Kubernetes' signer keeps in order, are other entries", () => {
  assert.equal(isBelieved(signedWith(TOKEN, 'jws-kubeconfig-')), false);
});

test('the name of the key does not give the token away', () => {
  assert.ok(!TOKEN.includes(accountSigningKey(TOKEN).id));
  assert.match(accountSigningKey(TOKEN).id, /^[0-9a-f]{16}$/);
});
