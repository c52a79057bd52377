import { text } from 'node:stream/consumers';
import {
  memoryPersistence,
  ObjectStore,
  startApiServer,
  temporaryCertificates,
  type Intercept,
} from '@banyan/apiserver';
import type { GroupVersionResource, KubeObject } from '@banyan/api';
import {
  APPS_API_VERSION,
  APPS_FINALIZER,
  CLUSTERNET_CRDS,
  DESCRIPTIONS,
  MANAGED_CLUSTERS,
  MANIFESTS,
  RESERVED_NAMESPACE,
  SUBSCRIPTIONS,
  type Description,
  type Feed,
  type Subscription,
} from '@banyan/api/clusternet';
import { objectsOfDescription, specHash } from '@banyan/engine';
import { isNotFound, KubeClient, SharedCaches, staticCredentials } from '@banyan/kube';
import { runDistribution, type DistributionSettings } from './run-distribution.ts';

/** As the metrics of kube-apiserver and of ours name them. */
const WRITES: ReadonlyMap<string, string> = new Map([
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['APPLY', 'patch'],
  ['DELETE', 'delete'],
  ...['create', 'update', 'patch', 'apply', 'delete'].map((verb): [string, string] => [verb, verb]),
]);
const HOST = '127.0.0.1';
const NAMESPACES: GroupVersionResource = { group: '', version: 'v1', resource: 'namespaces' };
const CRDS: GroupVersionResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
};

/** For tests: what people and the scheduler do to a hub. */
export class HubUser {
  readonly client: KubeClient;

  constructor(client: KubeClient) {
    this.client = client;
  }

  /** The definitions and namespaces of a hub. */
  async install(): Promise<void> {
    for (const crd of CLUSTERNET_CRDS) await this.client.create(CRDS, crd);
    for (const { metadata } of CLUSTERNET_CRDS) {
      while (!(await this.#isServed(metadata.name ?? '')))
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await this.namespace(RESERVED_NAMESPACE);
  }

  async namespace(name: string): Promise<void> {
    await this.client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }

  async member(name: string, labels: Record<string, string> = {}): Promise<void> {
    const namespace = `clusternet-${name}`;
    await this.namespace(namespace);
    const cluster = await this.client.create(MANAGED_CLUSTERS, {
      apiVersion: 'clusters.clusternet.io/v1beta1',
      kind: 'ManagedCluster',
      metadata: { name, namespace, labels },
      spec: { clusterId: idOf(name), syncMode: 'Pull' },
    });
    const lastTransitionTime = '2030-01-01T00:00:00Z';
    const ready = { type: 'Ready', status: 'True', reason: 'Ready', message: '', lastTransitionTime };
    await this.client.update(
      MANAGED_CLUSTERS,
      { ...cluster, status: { conditions: [ready], healthz: true, predictorDirectAccess: false } },
      { subresource: 'status' },
    );
  }

  async manifest(name: string, template: KubeObject): Promise<void> {
    await this.client.create(MANIFESTS, {
      apiVersion: APPS_API_VERSION,
      kind: 'Manifest',
      metadata: { name, namespace: RESERVED_NAMESPACE },
      template,
    });
  }

  async changeManifest(name: string, template: object): Promise<void> {
    const key = { namespace: RESERVED_NAMESPACE, name };
    await this.client.patch(MANIFESTS, key, { type: 'merge', body: { template } });
  }

  async subscribe(
    name: string,
    spec: Omit<Partial<Subscription['spec']>, 'feeds'> & { feeds: Feed[] },
  ): Promise<void> {
    await this.client.create(SUBSCRIPTIONS, {
      apiVersion: APPS_API_VERSION,
      kind: 'Subscription',
      metadata: { name, namespace: 'default' },
      spec: { subscribers: [{ clusterAffinity: {} }], ...spec },
    });
  }

  async subscription(name: string): Promise<Subscription> {
    return this.client.get<Subscription>(SUBSCRIPTIONS, { namespace: 'default', name });
  }

  /** As the scheduler writes it. */
  async bind(name: string, members: readonly string[], replicas?: Record<string, number[]>): Promise<void> {
    const { spec } = await this.subscription(name);
    const status = {
      bindingClusters: members.map((member) => `clusternet-${member}/${member}`).sort(),
      specHash: specHash(spec),
      desiredReleases: members.length,
      ...(replicas && { replicas }),
    };
    const patch = { type: 'merge', body: { status } } as const;
    await this.client.patch(SUBSCRIPTIONS, { namespace: 'default', name }, patch, { subresource: 'status' });
  }

  /** Undefined if it is not there. */
  async find<T extends KubeObject>(
    resource: GroupVersionResource,
    key: { namespace?: string; name: string },
  ): Promise<T | undefined> {
    try {
      return await this.client.get<T>(resource, key);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** The objects that a member is to have of a Base; nothing if there is no Description. */
  async rendered(member: string, base: string): Promise<KubeObject[]> {
    const key = { namespace: `clusternet-${member}`, name: `${base}-generic` };
    const description = await this.find<Description>(DESCRIPTIONS, key);
    return description === undefined ? [] : objectsOfDescription(description);
  }

  /** How often objects of our kinds were written, by verb and resource: `create bases`. Refused ones too, if asked. */
  async writes({ refused = true } = {}): Promise<Map<string, number>> {
    const { body } = await this.client.request({ method: 'GET', path: '/metrics' });
    const counts = new Map<string, number>();
    for (const line of (await text(body)).split('\n')) {
      if (!line.startsWith('apiserver_request_total{')) continue;
      const label = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(line)?.[1] ?? '';
      const verb = WRITES.get(label('verb'));
      if (!label('group').endsWith('clusternet.io') || verb === undefined) continue;
      if (!refused && !label('code').startsWith('2')) continue;
      const subresource = label('subresource');
      const key = `${verb} ${label('resource')}${subresource === '' ? '' : `/${subresource}`}`;
      counts.set(key, (counts.get(key) ?? 0) + Number(line.slice(line.lastIndexOf(' ') + 1)));
    }
    return counts;
  }

  /** As the deployer does when the member is rid of it. */
  async letGo(member: string, name: string): Promise<void> {
    const key = { namespace: `clusternet-${member}`, name };
    const description = await this.client.get(DESCRIPTIONS, key);
    const finalizers = (description.metadata.finalizers ?? []).filter((one) => one !== APPS_FINALIZER);
    await this.client.patch(DESCRIPTIONS, key, { type: 'merge', body: { metadata: { finalizers } } });
  }

  async #isServed(name: string): Promise<boolean> {
    const crd = await this.client.get<
      KubeObject & { status?: { conditions?: { type: string; status: string }[] } }
    >(CRDS, { name });
    return (
      crd.status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True') === true
    );
  }
}

/** A UUID that says whose it is. */
export function idOf(name: string): string {
  return `00000000-0000-0000-0000-${Buffer.from(name).toString('hex').padStart(12, '0').slice(-12)}`;
}

export interface TestHub extends AsyncDisposable {
  readonly user: HubUser;
}

/** An embedded API server with the definitions of a hub. */
export async function startTestHub(intercept?: Intercept): Promise<TestHub> {
  const certificates = temporaryCertificates([HOST]);
  const store = await ObjectStore.open(memoryPersistence());
  const server = await startApiServer({
    store,
    host: HOST,
    port: 0,
    clientCa: certificates.ca,
    ...certificates.server,
    serviceAccountKey: certificates.serviceAccountKey,
    ...(intercept && { intercept }),
  });
  const { certificate: cert, key } = certificates.admin;
  const client = new KubeClient({
    name: 'hub',
    server: `https://${HOST}:${server.port}`,
    ca: certificates.ca,
    credentials: staticCredentials({ clientCertificate: { cert, key } }),
  });
  const stop = async (): Promise<void> => {
    await client.close();
    await server.stop();
    await store.close();
  };
  const user = new HubUser(client);
  try {
    await user.install();
  } catch (error) {
    await stop();
    throw error;
  }
  return { user, [Symbol.asyncDispose]: stop };
}

/** The pipeline at work until disposed of. */
export async function startPipeline(
  hubClient: KubeClient,
  options: DistributionSettings = {},
): Promise<AsyncDisposable> {
  const stop = new AbortController();
  const started = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  // A watch that is cut is part of life; a handler that throws is a defect.
  const caches = new SharedCaches({ client: hubClient, onUserError: (error) => errors.push(error) });
  const running = runDistribution({
    hubClient,
    caches,
    options: { ...options, onStarted: started.resolve },
    signal: stop.signal,
  });
  running.catch(started.reject);
  await started.promise;
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await running;
      await caches.close();
      if (errors.length > 0) throw errors[0];
    },
  };
}
