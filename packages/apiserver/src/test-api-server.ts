import { CertificateAuthority } from '@banyan/kube';
import { startApiServer } from './api-server.ts';
import { ObjectStore } from './storage/object-store.ts';
import { memoryPersistence, type Persistence } from './storage/persistence.ts';

const HOUR_MS = 3_600_000;

/** An embedded server in this process, for tests that ask it as an administrator. */
export interface TestApiServer {
  /** Where it is, and the certificate of an administrator. */
  readonly peer: {
    readonly server: string;
    readonly ca: string;
    readonly certificate: string;
    readonly key: string;
  };
  /** What went wrong inside: a test that is over expects nothing here. */
  readonly defects: readonly unknown[];
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startTestApiServer(
  persistence: Persistence = memoryPersistence(),
): Promise<TestApiServer> {
  const validity = { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + HOUR_MS) };
  const ca = CertificateAuthority.create('test', validity.notBefore, validity.notAfter);
  const own = ca.issue({ commonName: 'apiserver', hosts: ['127.0.0.1'], usages: ['server'], ...validity });
  const store = await ObjectStore.open(persistence);
  const defects: unknown[] = [];
  const onDefect = (error: unknown) => defects.push(error);
  const address = { host: '127.0.0.1', port: 0, clientCa: ca.certificate };
  const server = await startApiServer({ store, ...address, ...own, onDefect });
  const organizations = ['system:masters'];
  const admin = ca.issue({ commonName: 'admin', organizations, usages: ['client'], ...validity });
  const peer = { server: `https://127.0.0.1:${server.port}`, ca: ca.certificate, ...admin };
  return {
    peer,
    defects,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await store.close();
    },
  };
}
