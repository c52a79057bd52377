import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { certificateProblem } from './certificate-problem.ts';
import { parseCertificateRequest, signatureProblem } from './certificate-request.ts';
import { ED25519_REQUEST, REQUEST, RSA_PSS_REQUEST, RSA_REQUEST } from './sample-requests.ts';

const pem = (type: string, base64: string) => `-----BEGIN ${type}-----\n${base64}\n-----END ${type}-----\n`;

describe('requests for certificates', () => {
  it('one that is signed with its own key is in order, and says for whom it is', () => {
    const request = parseCertificateRequest(REQUEST);
    assert.equal(signatureProblem(request), undefined);
    assert.deepEqual(request.organizations, ['people']);
  });

  it('keys of every kind sign', () => {
    for (const text of [ED25519_REQUEST, RSA_PSS_REQUEST, RSA_REQUEST])
      assert.equal(signatureProblem(parseCertificateRequest(text)), undefined);
    assert.deepEqual(parseCertificateRequest(ED25519_REQUEST).organizations, ['people', 'system:masters']);
  });

  it('one request’s signature is none of another', () => {
    const [ed, pss, rsa] = [ED25519_REQUEST, RSA_PSS_REQUEST, RSA_REQUEST].map(parseCertificateRequest);
    assert.ok(ed && pss && rsa);
    const swapped = (request: typeof rsa) => signatureProblem({ ...request, signed: ed.signed.subarray(1) });
    assert.equal(swapped(ed), 'x509: Ed25519 verification failure');
    assert.equal(swapped(pss), 'crypto/rsa: verification error');
    assert.equal(swapped(rsa), 'crypto/rsa: verification error');
  });

  it('what was changed after it was signed is found', () => {
    const forged = parseCertificateRequest(REQUEST.replace('d+WZ4=', 'd+WZ0='));
    assert.equal(signatureProblem(forged), 'x509: ECDSA verification failure');
  });

  const NONE: [string, string, RegExp][] = [
    ['nothing', '', /PEM block type must be CERTIFICATE REQUEST/],
    ['another block', pem('CERTIFICATE', 'AAAA'), /PEM block type must be CERTIFICATE REQUEST/],
    ['a block that does not end', '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n', /PEM block type/],
    ['zeros', pem('CERTIFICATE REQUEST', 'AAAA'), /^Error: asn1: /],
    ['an empty block', pem('CERTIFICATE REQUEST', ''), /^Error: asn1: /],
    ['a length that is too large', pem('CERTIFICATE REQUEST', 'MISEgICAgA=='), /^Error: asn1: /],
    ['a part of one', REQUEST.replace(/\nGorR.*\n/, '\n'), /^Error: asn1: /],
  ];
  for (const [name, text, problem] of NONE) {
    it(`is none: ${name}`, () => assert.throws(() => parseCertificateRequest(text), problem));
  }

  it('an algorithm that nobody knows cannot be verified', () => {
    const request = { ...parseCertificateRequest(REQUEST), algorithm: '1.2.3' };
    assert.equal(signatureProblem(request), 'x509: cannot verify signature: algorithm unimplemented');
  });

  it('a hundred thousand blocks are passed over in no time', { timeout: 60_000 }, () => {
    const begun = '-----BEGIN X-----\n'.repeat(100_000);
    for (const text of [begun, `${begun}-----END Y-----\n`])
      assert.throws(() => parseCertificateRequest(text), /PEM block type/);
  });
});

const CERTIFICATES: [string, string, string][] = [
  ['nothing', 'x', 'must contain at least one CERTIFICATE PEM block'],
  ['another block', pem('FOO', 'AAAA'), 'only CERTIFICATE PEM blocks are allowed, found "FOO"'],
  ['headers', pem('CERTIFICATE', 'A: b\n\nAAAA'), 'no PEM block headers are permitted'],
  ['no certificate', pem('CERTIFICATE', 'AAAA'), 'x509: malformed certificate'],
];
for (const [name, text, problem] of CERTIFICATES) {
  it(`no certificates: ${name}`, () => assert.equal(certificateProblem(text), problem));
}
