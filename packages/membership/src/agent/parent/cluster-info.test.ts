import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import type { ConfigMap } from '@banyan/api/objects';
import { CertificateAuthority, formatKubeconfig } from '@banyan/kube';
import { isAgentError } from '../agent-error.ts';
import { isRegistrationToken, parseBootstrapToken } from './bootstrap-token.ts';
import { caHash, joinCertificates, parseCaHash, splitCertificates } from './ca-hash.ts';
import { certificatesOf, isSignedBy } from './cluster-info.ts';

const YEAR_MS = 31_536_000_000;
const NOW = new Date(Date.UTC(2030, 0, 1));
const TOKEN = { id: 'abcdef', secret: '0123456789abcdef' };

function authority(untilMs = YEAR_MS): string {
  return CertificateAuthority.create(
    'hub',
    new Date(NOW.getTime() - YEAR_MS),
    new Date(NOW.getTime() + untilMs),
  ).certificate;
}

const CA = authority();
const KUBECONFIG = formatKubeconfig([{ name: '', server: 'https://hub:6443', ca: CA }]);

function clusterInfo(signature: string, kubeconfig = KUBECONFIG): ConfigMap {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'cluster-info' },
    data: { kubeconfig, [`jws-kubeconfig-${TOKEN.id}`]: signature },
  };
}

function signature(header: object, secret = TOKEN.secret, content = KUBECONFIG): string {
  const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
  const input = `${encoded}.${Buffer.from(content).toString('base64url')}`;
  return `${encoded}..${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

const HS256 = { alg: 'HS256', kid: TOKEN.id };

suite('cluster-info', () => {
  test('is believed with the signature of the token', () => {
    assert.equal(isSignedBy(clusterInfo(signature(HS256)), TOKEN), true);
    assert.deepEqual(certificatesOf(clusterInfo('')), [CA.trim()]);
  });

  for (const [what, info] of [
    ['without a signature', clusterInfo('')],
    ['signed with another secret', clusterInfo(signature(HS256, 'fedcba9876543210'))],
    ['signed for other contents', clusterInfo(signature(HS256, TOKEN.secret, 'other'))],
    ['changed afterwards', clusterInfo(signature(HS256), KUBECONFIG.replace('hub', 'evil'))],
    ['signed by no algorithm', clusterInfo(signature({ alg: 'none', kid: TOKEN.id }))],
    ['signed with another key id', clusterInfo(signature({ alg: 'HS256', kid: 'zzzzzz' }))],
    ['with a payload of its own', clusterInfo(signature(HS256).replace('..', '.eyJ9.'))],
    ['cut', clusterInfo(signature(HS256).slice(0, -2))],
    ['with a header that is no JSON', clusterInfo('!!..AAAA')],
    ['without data', { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }],
  ] as const) {
    test(`is not believed ${what}`, () => assert.equal(isSignedBy(info, TOKEN), false));
  }

  test('without a kubeconfig that can be read names no CA', () => {
    for (const kubeconfig of ['', '{', 'clusters: 3', 'a: b']) {
      assert.deepEqual(certificatesOf(clusterInfo('', kubeconfig)), []);
    }
  });
});

suite('a CA', () => {
  test('has a hash of its key, in the form that is written in flags', () => {
    assert.match(caHash(CA), /^sha256:[0-9a-f]{64}$/);
    assert.equal(parseCaHash(caHash(CA).replace(/[0-9a-f]+$/, (hex) => hex.toUpperCase())), caHash(CA));
    assert.notEqual(caHash(CA), caHash(authority()));
  });

  for (const text of ['', 'sha256:', 'sha1:00', `sha256:${'0'.repeat(63)}`, '0'.repeat(64)]) {
    test(`${JSON.stringify(text)} is no hash`, () => {
      assert.throws(
        () => parseCaHash(text),
        (error) => isAgentError(error, 'bad-option'),
      );
    });
  }

  test('is joined with another: each once, none that has run out', () => {
    const [old, next] = [authority(-1), authority()];
    const joined = joinCertificates([CA, old, `${next}${CA}`, 'nonsense'], NOW);
    assert.deepEqual(splitCertificates(joined), [CA.trim(), next.trim()]);
  });
});

suite('a registration token', () => {
  for (const [token, isOne] of [
    ['abcdef.0123456789abcdef', true],
    ['eyJh.eyJz.c2ln-_', true],
    ['', false],
    ['abcdef', false],
    ['abcdef.0123456789abcde', false],
    ['a.b.c.d', false],
    ['a.b.c\r\nX: y', false],
  ] as const) {
    test(`${JSON.stringify(token)}: ${isOne}`, () => assert.equal(isRegistrationToken(token), isOne));
  }

  test('of the bootstrap sort has an id and a secret', () => {
    assert.deepEqual(parseBootstrapToken('abcdef.0123456789abcdef'), TOKEN);
    assert.equal(parseBootstrapToken('a.b.c'), undefined);
  });
});
