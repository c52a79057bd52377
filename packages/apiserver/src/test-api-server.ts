import { CertificateAuthority, type CertificateAndKey } from '@banyan/kube';
import { startApiServer, type ApiServerOptions } from './api-server.ts';
import { ObjectStore } from './storage/object-store.ts';
import { memoryPersistence, type Persistence } from './storage/persistence.ts';

const HOUR_MS = 3_600_000;
const HOST = '127.0.0.1';

/** Of everything that tests sign. */
export const VALIDITY = {
  notBefore: new Date(Date.now() - HOUR_MS),
  notAfter: new Date(Date.now() + 24 * HOUR_MS),
};

/** Who is asked, and as whom. */
export interface TestPeer extends CertificateAndKey {
  readonly server: string;
  readonly ca: string;
}

/** For tests: an embedded server in this process. */
export interface TestApiServer {
  readonly server: string;
  readonly port: number;
  readonly ca: CertificateAuthority;
  readonly frontProxy: CertificateAuthority;
  readonly store: ObjectStore;
  /** What went wrong inside: a test that is over expects nothing here. */
  readonly defects: readonly unknown[];
  /** Someone who may do everything. */
  readonly admin: TestPeer;
  /** Anyone, by a certificate, which is made once: a key costs more than the request that it is for. */
  readonly peer: (user: string, groups?: readonly string[]) => TestPeer;
  readonly frontProxyClient: () => CertificateAndKey;
  /** May be called twice. */
  readonly stop: () => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startTestApiServer(
  persistence: Persistence = memoryPersistence(),
  optionsOf: (ca: CertificateAuthority) => Partial<ApiServerOptions> = () => ({}),
): Promise<TestApiServer> {
  const ca = CertificateAuthority.create('test', VALIDITY.notBefore, VALIDITY.notAfter);
  const frontProxy = CertificateAuthority.create('front-proxy', VALIDITY.notBefore, VALIDITY.notAfter);
  const frontProxyClient = () =>
    frontProxy.issue({ commonName: 'front-proxy-client', usages: ['client'], ...VALIDITY });
  const store = await ObjectStore.open(persistence);
  const defects: unknown[] = [];
  const server = await startApiServer({
    store,
    host: HOST,
    port: 0,
    clientCa: ca.certificate,
    ...serverCertificate(ca),
    frontProxyCa: frontProxy.certificate,
    frontProxyClient: frontProxyClient(),
    onDefect: (error) => defects.push(error),
    ...optionsOf(ca),
  });
  const address = { server: `https://${HOST}:${server.port}`, ca: ca.certificate };
  const peers = new Map<string, TestPeer>();
  const peer: TestApiServer['peer'] = (user, groups = []) => {
    const key = JSON.stringify([user, groups]);
    const made = peers.get(key) ?? {
      ...address,
      ...ca.issue({ commonName: user, organizations: groups, usages: ['client'], ...VALIDITY }),
    };
    peers.set(key, made);
    return made;
  };
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= server.stop().then(() => store.close()));
  return {
    server: address.server,
    port: server.port,
    ca,
    frontProxy,
    store,
    defects,
    admin: peer('admin', ['system:masters']),
    peer,
    frontProxyClient,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

export function serverCertificate(ca: CertificateAuthority): CertificateAndKey {
  return ca.issue({ commonName: 'server', hosts: [HOST], usages: ['server'], ...VALIDITY });
}
