import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Secret } from '@banyan/api/objects';
import { signingToken, tokenLeftMs } from './bootstrap-token.ts';
import { infoKubeconfig, signed } from './cluster-info.ts';
import { detachedSignature } from './detached-signature.ts';

const NOW = Date.UTC(2026, 0, 1);
const TOKEN = { id: 'abcdef', secret: '0123456789abcdef' };

function secret(values: Record<string, string>, name = 'bootstrap-token-abcdef'): Secret {
  const whole = { 'token-id': TOKEN.id, 'token-secret': TOKEN.secret, 'usage-bootstrap-signing': 'true' };
  const data = Object.entries({ ...whole, ...values }).map(([key, value]) => [
    key,
    Buffer.from(value).toString('base64'),
  ]);
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name }, data: Object.fromEntries(data) };
}

test('a token signs if it is whole, meant for it, and not over', () => {
  const table: [Secret, boolean][] = [
    [secret({}), true],
    [secret({ expiration: '2026-01-01T00:00:01Z' }), true],
    [secret({ expiration: '2025-12-31T23:59:59Z' }), false],
    [secret({ expiration: 'tomorrow' }), false],
    [secret({ 'usage-bootstrap-signing': 'false' }), false],
    [secret({ 'token-secret': '' }), false],
    [secret({}, 'bootstrap-token-fedcba'), false],
  ];
  for (const [each, maySign] of table) assert.equal(signingToken(each, NOW) !== undefined, maySign);
  assert.equal(tokenLeftMs(secret({}), NOW), Infinity);
  assert.equal(tokenLeftMs(secret({ expiration: '2026-01-01T01:00:00+01:00' }), NOW), 0);
});

test('signatures come and go with their tokens, and leave the content out', () => {
  const kubeconfig = infoKubeconfig('https://127.0.0.1:6443', 'CA');
  const data = signed({ kubeconfig, 'jws-kubeconfig-gone00': 'x', other: 'kept' }, [TOKEN]);
  assert.deepEqual(Object.keys(data), ['kubeconfig', 'other', 'jws-kubeconfig-abcdef']);
  const [header = '', content, signature] = (data['jws-kubeconfig-abcdef'] ?? '').split('.');
  assert.equal(Buffer.from(header, 'base64url').toString(), '{"alg":"HS256","kid":"abcdef"}');
  assert.equal(content, '');
  assert.notEqual(signature, detachedSignature(`${kubeconfig} `, TOKEN).split('.')[2]);
  assert.deepEqual(signed({ other: 'kept' }, [TOKEN]), { other: 'kept' });
});
