import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { keptCertificates } from './kept-certificates.ts';

test('the CA stays the same over restarts, its key is for its owner alone, and certificates are new', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-certificates-'));
  t.after(() => rm(dir, { recursive: true }));
  const first = await keptCertificates(dir, ['127.0.0.1', 'localhost']);
  const second = await keptCertificates(dir, ['127.0.0.1']);
  assert.equal(second.ca, first.ca);
  assert.equal(second.serviceAccountKey, first.serviceAccountKey);
  assert.notEqual(second.server.certificate, first.server.certificate);
  assert.equal((await stat(join(dir, 'ca.key'))).mode & 0o777, 0o600);
  const ca = new X509Certificate(first.ca);
  const server = new X509Certificate(first.server.certificate);
  assert.ok(server.checkIssued(ca));
  assert.equal(server.checkHost('localhost'), 'localhost');
  assert.equal(second.frontProxyCa, first.frontProxyCa);
  assert.notEqual(first.frontProxyCa, first.ca);
  const client = new X509Certificate(first.frontProxyClient.certificate);
  assert.ok(client.checkIssued(new X509Certificate(first.frontProxyCa)));
  assert.match(client.subject, /CN=front-proxy-client/);
  assert.match(new X509Certificate(first.admin.certificate).subject, /O=system:masters/);
});

test('a CA that has ended is not used: the start says what to do', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-certificates-'));
  t.after(() => rm(dir, { recursive: true }));
  await keptCertificates(dir, []);
  const later = new Date(Date.now() + 20 * 365 * 86_400_000);
  await assert.rejects(keptCertificates(dir, [], later), /remove ca\.crt and ca\.key/);
});

const DAMAGE: readonly { file: string; content?: string; says: RegExp }[] = [
  { file: 'ca.key', says: /ca\.key is missing/ },
  { file: 'ca.crt', content: 'junk', says: /ca\.crt and ca\.key in .* are of no use/ },
  { file: 'front-proxy-ca.key', content: '', says: /front-proxy-ca\.key in .* are of no use/ },
  { file: 'sa.key', content: '', says: /sa\.key is not a private key/ },
];

for (const { file, content, says } of DAMAGE) {
  test(`${file} ${content === undefined ? 'missing' : 'damaged'} is said, and nothing is made in its place`, async (t) => {
    const dir = await mkdtemp(join(tmpdir(), 'banyan-certificates-'));
    t.after(() => rm(dir, { recursive: true }));
    const { ca } = await keptCertificates(dir, []);
    if (content === undefined) await rm(join(dir, file));
    else await writeFile(join(dir, file), content);
    await assert.rejects(keptCertificates(dir, []), says);
    if (file !== 'ca.crt') assert.equal(await readFile(join(dir, 'ca.crt'), 'utf8'), ca);
  });
}

test('a first start that was cut short after the key is begun again', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-certificates-'));
  t.after(() => rm(dir, { recursive: true }));
  await keptCertificates(dir, []);
  await rm(join(dir, 'ca.crt'));
  const { ca } = await keptCertificates(dir, []);
  assert.equal(await readFile(join(dir, 'ca.crt'), 'utf8'), ca);
});
