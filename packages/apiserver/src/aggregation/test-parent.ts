import type { TestContext } from 'node:test';
import { CertificateAuthority, KubeClient, staticCredentials, type CertificateAndKey } from '@banyan/kube';
import type { ObjectStore } from '../storage/object-store.ts';
import { startTestApiServer, VALIDITY, type TestPeer } from '../test-api-server.ts';

export const API_SERVICES = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
const SERVICES = { group: '', version: 'v1', resource: 'services' };

/** A cluster in memory that other servers stand behind. Ends with the test, which fails for any defect of it. */
export interface TestParent {
  readonly frontProxyCa: string;
  readonly store: ObjectStore;
  /** Of someone who may do everything. */
  readonly admin: TestPeer;
  readonly client: KubeClient;
  userPeer(user: string, groups?: readonly string[]): TestPeer;
  clientOf(peer: TestPeer): KubeClient;
  /** Makes a server on this machine answer for a version of a group; resolves when the parent finds it available. */
  register(backend: TestBackend): Promise<void>;
  /** The certificate of a server behind a Service, and what signs it. */
  serviceCertificate(service: string): CertificateAndKey & { readonly ca: string };
}

export interface TestBackend {
  readonly service: string;
  readonly group: string;
  readonly version?: string;
  readonly port: number;
  /** False: registered, whether it is well or not. */
  readonly isAwaited?: boolean;
}

export async function startParent(t: TestContext): Promise<TestParent> {
  const backendCa = CertificateAuthority.create('backends', VALIDITY.notBefore, VALIDITY.notAfter);
  const { store, admin, peer, frontProxy, defects, stop } = await startTestApiServer();
  const clients: KubeClient[] = [];
  const clientOf = (peer: TestPeer): KubeClient => {
    const made = new KubeClient(connectionOf(peer));
    clients.push(made);
    return made;
  };
  const client = clientOf(admin);
  t.after(async () => {
    await Promise.all(clients.map((one) => one.close()));
    await stop();
    if (defects.length > 0) throw new AggregateError(defects, 'the parent had defects');
  });
  return {
    frontProxyCa: frontProxy.certificate,
    store,
    admin,
    client,
    userPeer: peer,
    clientOf,
    register: (backend) => registerBackend(client, backend, backendCa.certificate),
    serviceCertificate: (service) => {
      const host = `${service}.default.svc`;
      const hosts = [host, 'localhost', '127.0.0.1'];
      const pair = backendCa.issue({ commonName: host, hosts, usages: ['server'], ...VALIDITY });
      return { ...pair, ca: backendCa.certificate };
    },
  };
}

function connectionOf({ server, ca, certificate, key }: TestPeer) {
  const clientCertificate = { cert: certificate, key };
  return { name: 'parent', server, ca, credentials: staticCredentials({ clientCertificate }) };
}

/** `ca` signs the backend's certificate. */
export async function registerBackend(client: KubeClient, backend: TestBackend, ca: string): Promise<void> {
  const { service: name, group, version = 'v1', port, isAwaited = true } = backend;
  const spec = { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] };
  const metadata = { namespace: 'default', name };
  await client.create(SERVICES, { apiVersion: 'v1', kind: 'Service', metadata, spec });
  await client.create(API_SERVICES, {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `${version}.${group}` },
    spec: {
      group,
      version,
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      service: { namespace: 'default', name, port },
      caBundle: Buffer.from(ca).toString('base64'),
    },
  });
  if (isAwaited) await awaitAvailability(client, `${version}.${group}`, 'True');
}

/** Resolves when the condition Available of an APIService has this status. */
export async function awaitAvailability(client: KubeClient, name: string, status: string): Promise<void> {
  const signal = AbortSignal.timeout(300_000);
  for await (const { object } of client.watch(API_SERVICES, {
    fieldSelector: `metadata.name=${name}`,
    signal,
  })) {
    const { conditions = [] } = (object as { status?: { conditions?: { status: string }[] } }).status ?? {};
    if (conditions.some((condition) => condition.status === status)) return;
  }
  throw new Error(`${name} did not become available`);
}
