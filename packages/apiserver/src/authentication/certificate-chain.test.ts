import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { parseCertificates, verifyChain } from './certificate-chain.ts';
import { certificateLogin, TrustedCertificates } from './certificate-login.ts';
import { userOfCertificate } from './certificate-user.ts';
import pem from './fixtures/certificate-chains.json' with { type: 'json' };

type Name = keyof typeof pem;

const certificate = (name: Name) => new X509Certificate(pem[name]);

const table: readonly { name: string; chain: Name[]; roots: Name[]; isGood: boolean }[] = [
  {
    name: 'a chain may lead over an authority that came with the certificate',
    chain: ['leafOfIntermediate', 'intermediate'],
    roots: ['root'],
    isGood: true,
  },
  {
    name: 'what came with the certificate may be in any order, and more than is needed',
    chain: ['leafOfIntermediate', 'root', 'notAnAuthority', 'intermediate'],
    roots: ['root'],
    isGood: true,
  },
  {
    name: 'an authority in between may be trusted itself',
    chain: ['leafOfIntermediate'],
    roots: ['intermediate'],
    isGood: true,
  },
  {
    name: 'a certificate may be trusted itself',
    chain: ['leafForAnything'],
    roots: ['leafForAnything'],
    isGood: true,
  },
  {
    name: 'a certificate that does not say what for is for everything',
    chain: ['leafForAnything', 'intermediate'],
    roots: ['root'],
    isGood: true,
  },
  { name: 'a chain with a gap leads nowhere', chain: ['leafOfIntermediate'], roots: ['root'], isGood: false },
  {
    name: 'what came with the certificate is not trusted for that',
    chain: ['leafOfIntermediate', 'intermediate', 'root'],
    roots: ['strangerNamedIntermediate'],
    isGood: false,
  },
  {
    name: 'an authority for servers cannot make clients',
    chain: ['leafOfIntermediateForServers', 'intermediateForServers'],
    roots: ['root'],
    isGood: false,
  },
  {
    name: 'a certificate that is no authority cannot make others',
    chain: ['leafOfNoAuthority', 'notAnAuthority'],
    roots: ['root'],
    isGood: false,
  },
  {
    name: 'a stranger with the name of the authority and another kind of key is not it',
    chain: ['leafOfIntermediate'],
    roots: ['strangerNamedIntermediate'],
    isGood: false,
  },
  { name: 'no certificate is no chain', chain: [], roots: ['root'], isGood: false },
];
for (const { name, chain, roots, isGood } of table)
  test(name, () => {
    const validity = verifyChain(chain.map(certificate), roots.map(certificate));
    assert.equal(validity !== undefined, isGood);
  });

test('a chain is good as long as everything in it is', () => {
  const chain = (['leafOfIntermediate', 'intermediate'] as const).map(certificate);
  const validity = verifyChain(chain, [certificate('root')]);
  const all = [...chain, certificate('root')];
  assert.deepEqual(validity, {
    from: Math.max(...all.map(({ validFromDate }) => validFromDate.getTime())),
    until: Math.min(...all.map(({ validToDate }) => validToDate.getTime())),
  });
});

test('a bundle may hold several certificates, with text around them', () => {
  const bundle = `first\n${pem.root}\nsecond\n${pem.intermediate}`;
  const subjects = parseCertificates(bundle).map(({ subject }) => subject);
  assert.deepEqual(subjects, ['CN=root', 'CN=inter']);
  assert.deepEqual(parseCertificates(''), []);
});

test('a certificate names a user, his groups and his uid; of several common names the last one counts', () => {
  const user = userOfCertificate(certificate('leafOfIntermediate'));
  assert.ok(user !== 'ambiguous');
  const { name, groups, uid } = user;
  assert.deepEqual({ name, groups, uid }, { name: 'jane', groups: ['a', 'b'], uid: '42' });
});

test('a certificate with two uids is nobody’s', () => {
  const trusted = new TrustedCertificates(pem.intermediate, () => new Date('2100-01-01T00:00:00Z'));
  const outcome = (name: Name) => certificateLogin(trusted, [certificate(name)]).type;
  assert.equal(userOfCertificate(certificate('leafWithTwoUids')), 'ambiguous');
  assert.equal(outcome('leafWithTwoUids'), 'refused');
  assert.equal(outcome('leafOfIntermediate'), 'user');
});
