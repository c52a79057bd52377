import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeKubeconfig } from '@banyan/kube';
import { startTestApiServer } from './test-api-server.ts';

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
  const apiServer = await startTestApiServer();
  const dir = await mkdtemp(join(tmpdir(), 'banyan-cluster-'));
  const { server, defects } = apiServer;
  return {
    server,
    dir,
    defects,
    kubeconfigFor: async (user, groups) => {
      const { ca, certificate, key } = apiServer.peer(user, groups);
      const file = join(dir, `${user.replaceAll(/[^\w.-]/g, '_')}.kubeconfig`);
      await writeKubeconfig(file, [
        { name: 'cluster', server, ca, clientCertificate: { cert: certificate, key } },
      ]);
      return file;
    },
    stop: async () => {
      await apiServer.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
