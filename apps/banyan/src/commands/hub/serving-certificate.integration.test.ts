import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import { KubeClient, staticCredentials } from '@banyan/kube';
import { startPlaygroundCluster } from '@banyan/playground';
import { CA_SECRET, servingCertificate } from './serving-certificate.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const YEAR_MS = 365 * 86_400_000;

test('all replicas have certificates of one CA, and another follows it before it ends', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'hub', nodes: 0 });
  const { ca, admin } = cluster.certificates;
  const clientCertificate = { cert: admin.certificate, key: admin.key };
  const credentials = staticCredentials({ clientCertificate });
  const hubClient = new KubeClient({ name: 'hub', server: cluster.server, ca, credentials });
  t.after(async () => {
    await hubClient.close();
    await cluster.stop();
  });
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: SYSTEM_NAMESPACE } };
  await hubClient.create(NAMESPACES, namespace);
  const issue = (now: Date) =>
    servingCertificate({
      hubClient,
      namespace: SYSTEM_NAMESPACE,
      hosts: ['hub.svc', '127.0.0.1'],
      now,
      signal: t.signal,
    });
  const now = new Date();

  const [first, second] = await Promise.all([issue(now), issue(now)]);
  assert.equal(first.caBundle, second.caBundle);
  const certificate = new X509Certificate(first.pair.certificate);
  assert.ok(certificate.verify(new X509Certificate(first.caBundle).publicKey));
  assert.equal(certificate.checkHost('hub.svc'), 'hub.svc');
  assert.equal(certificate.checkIP('127.0.0.1'), '127.0.0.1');
  assert.equal((await issue(new Date(now.getTime() + 8 * YEAR_MS))).caBundle, first.caBundle);

  const later = await issue(new Date(now.getTime() + 9.5 * YEAR_MS));
  assert.ok(later.caBundle.endsWith(first.caBundle) && later.caBundle !== first.caBundle);
  assert.ok(
    new X509Certificate(later.pair.certificate).verify(new X509Certificate(later.caBundle).publicKey),
  );

  const key = { namespace: SYSTEM_NAMESPACE, name: CA_SECRET };
  const body = { data: { 'tls.key': Buffer.from('lost').toString('base64') } };
  await hubClient.patch(SECRETS, key, { type: 'merge', body });
  await assert.rejects(issue(now), /Secret clusternet-system\/banyan-hub-ca holds no CA; delete it/);
});
