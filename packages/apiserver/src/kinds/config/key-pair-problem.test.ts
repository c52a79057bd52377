import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CertificateAuthority } from '@banyan/kube';
import { keyPairProblem } from './key-pair-problem.ts';

const ca = CertificateAuthority.create('test', new Date('2026-01-01'), new Date('2027-01-01'));
const [one, other] = ['one', 'other'].map((commonName) =>
  ca.issue({
    commonName,
    usages: ['server'],
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2027-01-01'),
  }),
);

const CASES: [what: string, certificate: string, key: string, problem: string | undefined][] = [
  ['a certificate with its key', one?.certificate ?? '', one?.key ?? '', undefined],
  ['no certificate', '', one?.key ?? '', 'tls: failed to find any PEM data in certificate input'],
  ['no key', one?.certificate ?? '', 'x', 'tls: failed to find any PEM data in key input'],
  ['another’s key', one?.certificate ?? '', other?.key ?? '', 'tls: private key does not match public key'],
];

for (const [what, certificate, key, problem] of CASES) {
  test(`${what}: ${problem ?? 'no problem'}`, () => assert.equal(keyPairProblem(certificate, key), problem));
}
