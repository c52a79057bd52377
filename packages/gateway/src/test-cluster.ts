import type { TestContext } from 'node:test';
import { memoryPersistence, ObjectStore, startApiServer, temporaryCertificates } from '@banyan/apiserver';
import { KubeClient, staticCredentials, type CertificateAndKey } from '@banyan/kube';

/** Who is asked, and as whom. */
export interface TestPeer {
  readonly server: string;
  readonly ca: string;
  readonly certificate?: string;
  readonly key?: string;
}

/** For tests: an embedded API server in this process. */
export interface TestCluster {
  readonly server: string;
  readonly ca: string;
  readonly admin: TestPeer;
  readonly client: KubeClient;
  readonly peer: (user: string, groups?: readonly string[]) => TestPeer;
  readonly certificateOf: (user: string, groups?: readonly string[]) => CertificateAndKey;
  readonly clientOf: (peer: TestPeer) => KubeClient;
}

/** Ends with the test, which fails for any defect of it. */
export async function startTestCluster(t: TestContext): Promise<TestCluster> {
  const { ca, server: own, ...certificates } = temporaryCertificates(['127.0.0.1']);
  const store = await ObjectStore.open(memoryPersistence());
  const defects: unknown[] = [];
  const { frontProxyCa, frontProxyClient, serviceAccountKey } = certificates;
  const api = await startApiServer({
    store,
    host: '127.0.0.1',
    port: 0,
    ...own,
    clientCa: ca,
    frontProxyCa,
    frontProxyClient,
    serviceAccountKey,
    onDefect: (error) => defects.push(error),
  });
  const clients: KubeClient[] = [];
  t.after(async () => {
    await Promise.all(clients.map((one) => one.close()));
    await api.stop();
    await store.close();
    if (defects.length > 0) throw new AggregateError(defects, 'the cluster had defects');
  });
  const address = { server: `https://127.0.0.1:${api.port}`, ca };
  const certificateOf = (user: string, groups: readonly string[] = []) => certificates.client(user, groups);
  const peer = (user: string, groups?: readonly string[]) => ({ ...address, ...certificateOf(user, groups) });
  const clientOf = (of: TestPeer): KubeClient => {
    const { certificate: cert, key } = of;
    const credentials = cert === undefined || key === undefined ? {} : { clientCertificate: { cert, key } };
    const client = new KubeClient({ name: 'test', ...of, credentials: staticCredentials(credentials) });
    clients.push(client);
    return client;
  };
  const admin = { ...address, ...certificates.admin };
  return { ...address, admin, client: clientOf(admin), peer, certificateOf, clientOf };
}
