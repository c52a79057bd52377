import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  CertificateAuthority,
  KubeClient,
  staticCredentials,
  writeKubeconfig,
  type CertificateAndKey,
} from '@banyan/kube';
import { kubeProgram, startCluster, temporaryFolder, type KubectlResult } from '@banyan/testing';
import { plainResource } from '../../registry/plain-resource.ts';
import { ResourceCatalogue } from '../../registry/resource-catalogue.ts';
import { StoreStorage } from '../../registry/store-storage.ts';
import { serveApi } from '../../serve-api.ts';
import { ObjectStore } from '../../storage/object-store.ts';
import { memoryPersistence } from '../../storage/persistence.ts';
import { VALIDITY } from '../../test-api-server.ts';
import { registerBackend, startParent } from '../test-parent.ts';
import { delegatedSecurity } from './delegated-security.ts';

const WIDGETS = { group: 'example.test', version: 'v1', resource: 'widgets' };

const MANIFEST = `
apiVersion: example.test/v1
kind: Widget
metadata: { name: one, namespace: default }
spec: { size: 1 }
`;

/** Someone's API server, asked as one who may do everything. */
interface Parent {
  readonly client: KubeClient;
  kubectl(args: readonly string[], options?: { stdin?: string }): Promise<KubectlResult>;
}

const PARENTS: Readonly<Record<string, (t: TestContext) => Promise<Parent>>> = {
  'a real kube-apiserver': async (t) => {
    const cluster = await startCluster();
    t.after(() => cluster.stop());
    const { ca, certificate: cert = '', key = '' } = cluster.peer('admin', ['system:masters']);
    const credentials = staticCredentials({ clientCertificate: { cert, key } });
    const client = new KubeClient({ name: 'real', server: cluster.server, ca, credentials });
    t.after(() => client.close());
    return { client, kubectl: (args, options) => cluster.kubectl(args, options) };
  },
  'the embedded server': async (t) => {
    const { client, admin } = await startParent(t);
    const { server, ca, certificate: cert, key } = admin;
    const dir = await temporaryFolder('banyan-parent-');
    t.after(() => rm(dir, { recursive: true, force: true }));
    const file = join(dir, 'kubeconfig');
    await writeKubeconfig(file, [{ name: 'own', server, ca, clientCertificate: { cert, key } }]);
    return { client, kubectl: (args, options) => runKubectl(file, args, options) };
  },
};

function runKubectl(
  KUBECONFIG: string,
  args: readonly string[],
  { stdin = '' } = {},
): Promise<KubectlResult> {
  const env = { PATH: process.env['PATH'], KUBECONFIG, KUBECACHEDIR: `${KUBECONFIG}.cache` };
  return new Promise((resolve) => {
    const child = execFile(kubeProgram('kubectl'), args, { env, timeout: 300_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    );
    child.stdin?.end(stdin);
  });
}

async function serveWidgets(t: TestContext, parent: Parent): Promise<void> {
  const store = await ObjectStore.open(memoryPersistence());
  const resources = new ResourceCatalogue();
  const storage = new StoreStorage(store, 'widgets.example.test');
  const shortNames = ['wd'];
  resources.add(plainResource({ ...WIDGETS, kind: 'Widget', shortNames, namespaced: true, storage }));
  const ended = new AbortController();
  const security = await delegatedSecurity({ parent: parent.client, signal: ended.signal });
  const ca = CertificateAuthority.create('backend', VALIDITY.notBefore, VALIDITY.notAfter);
  const own: CertificateAndKey = ca.issue({
    commonName: 'widgets',
    hosts: ['widgets.default.svc'],
    usages: ['server'],
    ...VALIDITY,
  });
  const address = { host: '127.0.0.1', port: 0, clientCa: security.clientCa, ...own };
  const server = await serveApi({ ...address, resources, security });
  t.after(async () => {
    ended.abort();
    await server.stop();
    await store.close();
  });
  const backend = { service: 'widgets', group: 'example.test', port: server.port };
  await registerBackend(parent.client, backend, ca.certificate);
}

for (const [name, startIt] of Object.entries(PARENTS)) {
  test(`behind ${name} kubectl cannot tell a server of ours from the rest`, async (t) => {
    const parent = await startIt(t);
    await serveWidgets(t, parent);
    const run = async (args: string[], stdin = '') => {
      const { code, stdout, stderr } = await parent.kubectl(args, { stdin });
      assert.equal(code, 0, `kubectl ${args.join(' ')}: ${stderr}`);
      return stdout;
    };
    assert.match(await run(['apply', '--server-side', '-f', '-'], MANIFEST), /serverside-applied/);
    assert.match(await run(['get', 'wd']), /^NAME +(CREATED AT|AGE)\none +\S+/);
    await run(['patch', 'widget', 'one', '--type=merge', '-p', '{"spec":{"size":2}}']);
    assert.equal(await run(['get', 'widget', 'one', '-o', 'jsonpath={.spec.size}']), '2');
    await run(['label', 'widget', 'one', 'a=b']);
    assert.match(await run(['get', 'wd', '-l', 'a=b', '-o', 'name']), /widget\.example\.test\/one/);
    assert.match(await run(['wait', 'wd/one', '--for=jsonpath={.spec.size}=2']), /condition met/);
    const listed = await run(['api-resources', '--api-group=example.test']);
    assert.match(listed, /widgets +wd +example\.test\/v1 +true +Widget/);
    assert.match(await run(['explain', 'widget']), /KIND: +Widget/);
    assert.match(await run(['get', 'apiservice', 'v1.example.test', '-o', 'jsonpath={.status}']), /Passed/);
    assert.equal((await parent.kubectl(['get', 'wd', '--as=jane'])).code, 1);
    await run(['delete', 'widget', 'one']);
    assert.equal((await parent.client.list(WIDGETS)).items.length, 0);
  });
}
