import {
  memoryPersistence,
  ObjectStore,
  startApiServer,
  temporaryCertificates,
  type Intercept,
} from '@banyan/apiserver';
import { KubeClient, staticCredentials, type CertificateAndKey, type Credentials } from '@banyan/kube';
import { installHub } from './install/install-hub.ts';
import { MembershipControllers, type MembershipControllersOptions } from './membership-controllers.ts';

const HOST = '127.0.0.1';

/** For tests: an embedded API server in this process. */
export interface TestHub extends AsyncDisposable {
  readonly server: string;
  readonly ca: string;
  /** Who may do everything. */
  readonly admin: CertificateAndKey;
  /** Of its administrator. */
  readonly hubClient: KubeClient;
  /** Anyone else's, by what he shows. */
  readonly clientWith: (credentials: Credentials) => KubeClient;
  /** Nobody listens at its address until the work is done; what is stored stays. */
  readonly whileAway: (work: () => Promise<void>) => Promise<void>;
  /** What went wrong inside: a test that is over expects nothing here. */
  readonly defects: readonly unknown[];
}

export interface TestHubOptions {
  /** With the definitions of a hub. Default true. */
  readonly installs?: boolean;
  readonly now?: () => Date;
  readonly intercept?: Intercept;
}

export async function startTestHub(options: TestHubOptions = {}): Promise<TestHub> {
  const { installs = true, now = () => new Date(), intercept } = options;
  const certificates = temporaryCertificates([HOST]);
  const store = await ObjectStore.open(memoryPersistence());
  const defects: unknown[] = [];
  const settings = {
    store,
    host: HOST,
    clientCa: certificates.ca,
    ...certificates.server,
    serviceAccountKey: certificates.serviceAccountKey,
    now,
    intercept,
    onDefect: (error: unknown) => defects.push(error),
  };
  let apiServer = await startApiServer({ ...settings, port: 0 });
  const server = `https://${HOST}:${apiServer.port}`;
  const clients: KubeClient[] = [];
  const clientWith = (credentials: Credentials): KubeClient => {
    const connection = {
      name: 'hub',
      server,
      ca: certificates.ca,
      credentials: staticCredentials(credentials),
    };
    const client = new KubeClient(connection);
    clients.push(client);
    return client;
  };
  const { certificate: cert, key } = certificates.admin;
  const hubClient = clientWith({ clientCertificate: { cert, key } });
  const stop = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.close()));
    await apiServer.stop();
    await store.close();
  };
  const whileAway = async (work: () => Promise<void>): Promise<void> => {
    const { port } = apiServer;
    await apiServer.stop();
    try {
      await work();
    } finally {
      apiServer = await startApiServer({ ...settings, port });
    }
  };
  try {
    if (installs) await installHub({ hubClient, signal: AbortSignal.timeout(300_000) });
  } catch (error) {
    await stop();
    throw error;
  }
  const { ca, admin } = certificates;
  return { server, ca, admin, hubClient, clientWith, whileAway, defects, [Symbol.asyncDispose]: stop };
}

/** The controllers of a hub, at work until disposed of. */
export async function startMembership(
  hubClient: KubeClient,
  options: Partial<MembershipControllersOptions> = {},
): Promise<AsyncDisposable> {
  const stop = new AbortController();
  const started = Promise.withResolvers<void>();
  const controllers = new MembershipControllers({ hubClient, ...options });
  const running = controllers.run(stop.signal);
  running.catch(started.reject);
  const timer = setInterval(() => controllers.started && started.resolve(), 5);
  await started.promise.finally(() => clearInterval(timer));
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await running;
    },
  };
}
