import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CertificateAuthority, writeKubeconfig } from '@banyan/kube';
import { startApiServer } from './api-server.ts';
import { ObjectStore } from './storage/object-store.ts';
import { memoryPersistence } from './storage/persistence.ts';

const HOUR_MS = 3_600_000;

/** An embedded server in this process, for tests that drive it with programs. */
export interface TestCluster {
  readonly server: string;
  /** A folder that is gone after stop(). */
  readonly dir: string;
  /** What went wrong inside: a test that is over expects nothing here. */
  readonly defects: readonly unknown[];
  /** The path of a kubeconfig for a user with a client certificate. */
  kubeconfigFor(user: string, groups: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

export async function startTestCluster(): Promise<TestCluster> {
  const validity = {
    notBefore: new Date(Date.now() - HOUR_MS),
    notAfter: new Date(Date.now() + 24 * HOUR_MS),
  };
  const ca = CertificateAuthority.create('test', validity.notBefore, validity.notAfter);
  const certificate = ca.issue({
    commonName: 'apiserver',
    hosts: ['127.0.0.1'],
    usages: ['server'],
    ...validity,
  });
  const defects: unknown[] = [];
  const store = await ObjectStore.open(memoryPersistence());
  const address = { host: '127.0.0.1', port: 0, clientCa: ca.certificate };
  const onDefect = (error: unknown) => defects.push(error);
  const apiServer = await startApiServer({ store, ...address, ...certificate, onDefect });
  const dir = await mkdtemp(join(tmpdir(), 'banyan-cluster-'));
  const server = `https://127.0.0.1:${apiServer.port}`;
  return {
    server,
    dir,
    defects,
    kubeconfigFor: async (user, groups) => {
      const client = ca.issue({ commonName: user, organizations: groups, usages: ['client'], ...validity });
      const clientCertificate = { cert: client.certificate, key: client.key };
      const file = join(dir, `${user.replaceAll(/[^\w.-]/g, '_')}.kubeconfig`);
      await writeKubeconfig(file, [{ name: 'cluster', server, ca: ca.certificate, clientCertificate }]);
      return file;
    },
    stop: async () => {
      await apiServer.stop();
      await store.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
