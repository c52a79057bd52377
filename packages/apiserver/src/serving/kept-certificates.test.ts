import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
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
