import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openIdConfiguration } from './openid-documents.ts';
import { ISSUER, newKey, newRsaKey } from './test-tokens.ts';
import { TokenKeys } from './token-keys.ts';

test('the OpenID configuration says where the keys are and how they sign', () => {
  const keysUrl = 'https://127.0.0.1:6443/openid/v1/jwks';
  assert.deepEqual(openIdConfiguration(ISSUER, keysUrl, new TokenKeys(newKey(), [newRsaKey()])), {
    issuer: ISSUER,
    jwks_uri: keysUrl,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256', 'RS256'],
  });
});

test('the key set has what verifies a token, and nothing that signs one', () => {
  const { keys } = new TokenKeys(newKey(), [newRsaKey()]).keySet();
  const members = keys.map((key) => Object.keys(key));
  assert.deepEqual(members, [
    ['use', 'kty', 'kid', 'crv', 'alg', 'x', 'y'],
    ['use', 'kty', 'kid', 'alg', 'n', 'e'],
  ]);
});
