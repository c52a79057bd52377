import type { CertificateAndKey } from '@banyan/kube';
import { Aggregator } from './aggregation/aggregator.ts';
import { clusterSecurity } from './cluster-security.ts';
import { serveCustomResources } from './custom/serve-custom-resources.ts';
import type { ServiceRangeOptions } from './kinds/network/service-ranges.ts';
import { builtInResources, storeEnvironment } from './registry/built-in-resources.ts';
import { storePolicies } from './policies/store-policies.ts';
import { QuotaAdmission } from './quota/quota-admission.ts';
import { bootstrapCluster } from './registry/bootstrap-cluster.ts';
import { RBAC_GROUP } from './rbac/policy-rule.ts';
import { RoleAggregation } from './rbac/role-aggregation.ts';
import { EventExpiry } from './registry/event-expiry.ts';
import { KubernetesService } from './registry/kubernetes-service.ts';
import { requireLivingNamespace, requireMortalNamespace } from './registry/namespace-lifecycle.ts';
import { groupResource, type IdSource } from './registry/operation.ts';
import { ResourceCatalogue } from './registry/resource-catalogue.ts';
import { ServerWrites } from './registry/server-writes.ts';
import { withoutStaleEndpoints } from './registry/service-endpoints.ts';
import { StoreStorage } from './registry/store-storage.ts';
import { randomIds, serveApi, type ApiServer } from './serve-api.ts';
import type { Admission } from './serving/api-context.ts';
import type { HttpsServerOptions } from './serving/https-server.ts';
import type { Intercept, Security } from './serving/request-pipeline.ts';
import { builtInHandlers } from './subresources/built-in-handlers.ts';
import type { KubeletOptions } from './subresources/kubelet/kubelet-connections.ts';
import type { DialPod } from './subresources/proxy/proxy-locations.ts';
import type { ObjectStore } from './storage/object-store.ts';

export interface ApiServerOptions extends HttpsServerOptions {
  /** Open; the caller closes it after the server. */
  readonly store: ObjectStore;
  /** Default: that of the cluster in the store. */
  readonly security?: Security;
  /** See ClusterSecurityOptions. */
  readonly frontProxyCa?: string;
  /** By which this server speaks for its callers to the servers of aggregated groups; signed by `frontProxyCa`. */
  readonly frontProxyClient?: CertificateAndKey;
  readonly serviceAccountKey?: string;
  /** How kubelets are reached, for logs and streams of Pods. */
  readonly kubelet?: KubeletOptions;
  /** How Pods are reached by `proxy` where their addresses lead nowhere. Default: by the network. */
  readonly dialPod?: DialPod;
  /** Out of which Services get their addresses and node ports. */
  readonly serviceRanges?: ServiceRangeOptions;
  /**
   * Whether the server keeps the rules of aggregated ClusterRoles, which in most clusters a controller does. Default:
   * it does; a controller that does the same finds its work done.
   */
  readonly aggregatesRoles?: boolean;
  /** How long events are kept after they were last written. Default: an hour, as in Kubernetes. */
  readonly eventTtlMs?: number;
  /** Where others reach this server, for the endpoints of the Service `kubernetes`. Default: `host`, if they can. */
  readonly advertiseAddress?: string;
  /** Default: none. */
  readonly intercept?: Intercept | undefined;
  readonly now?: () => Date;
  readonly ids?: IdSource;
  /** Called for failures that are defects of the server: for its log. */
  readonly onDefect?: (error: unknown) => void;
}

/** Serves a cluster over a store. Resolves when it listens; throws when it cannot. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { store, now = () => new Date(), ids = randomIds, onDefect = () => {} } = options;
  const cluster = clusterSecurity({ ...options, now, newId: () => ids.uid() });
  const resources = new ResourceCatalogue();
  const writes = new ServerWrites({ resources, ids, now });
  const withHandlers = builtInHandlers(resources, options);
  for (const resource of builtInResources(
    store,
    storeEnvironment(store, () => ids.nameSuffix(), options.serviceRanges),
  )) {
    resources.add(withoutStaleEndpoints(withHandlers(cluster.completed(resource)), writes, onDefect));
  }
  const beside: Stoppable[] = [];
  const stop = async () => {
    for (const part of beside.splice(0).toReversed()) await part.stop();
  };
  try {
    await bootstrapCluster(writes);
    if (options.aggregatesRoles !== false) {
      const clusterRoles = store.table(`clusterroles.${RBAC_GROUP}`);
      await begin(beside, new RoleAggregation({ clusterRoles, writes, onDefect }));
    }
    await begin(beside, eventExpiry(options, now));
    beside.push(serveCustomResources({ store, resources, ids, now, onDefect }));
    const aggregator = new Aggregator({ ...options, resources, writes, now, onDefect });
    await begin(beside, aggregator);
    const policies = storePolicies({ store, resources, authorizer: cluster.authorizer });
    beside.push({ stop: async () => policies.close() });
    const server = await serveApi({
      ...options,
      // Programs in Go show only certificates of the authorities that they are asked for.
      clientCa: [options.clientCa, options.frontProxyCa ?? ''].join('\n'),
      resources,
      security: options.security ?? cluster,
      admission: admissionOf(store, writes),
      guard: cluster.guard,
      policies,
      healthChecks: [{ name: 'storage', isWell: () => store.failure === undefined }],
      addPaths: (routes) => cluster.addPaths(routes),
      elsewhere: aggregator,
      ids,
      now,
      onDefect,
    });
    beside.push(server);
    const address = options.advertiseAddress ?? options.host;
    await begin(beside, new KubernetesService({ ...options, writes, port: server.port, address, onDefect }));
    return { ...server, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Stoppable {
  stop(): Promise<void>;
}

/** Starts what runs beside the server. All of it stops with it, and a server that cannot start leaves nothing running. */
async function begin(
  beside: Stoppable[],
  part: Stoppable & { start(): void | Promise<void> },
): Promise<void> {
  beside.push(part);
  await part.start();
}

const HOUR_MS = 3_600_000;

function eventExpiry(
  { store, eventTtlMs, onDefect = () => {} }: ApiServerOptions,
  now: () => Date,
): EventExpiry {
  const [table, storage] = [store.table('events'), new StoreStorage(store, 'events')];
  return new EventExpiry({ table, storage, ttlMs: eventTtlMs ?? HOUR_MS, now, onDefect });
}

function admissionOf(store: ObjectStore, writes: ServerWrites): Admission {
  const quotas = new QuotaAdmission(store.table('resourcequotas'), writes);
  const namespaces = new StoreStorage(store, 'namespaces');
  return {
    create: async (operation, draft) => {
      const { namespace } = operation;
      if (namespace === undefined) return;
      const name = draft.metadata.name ?? '';
      await requireLivingNamespace(namespaces, groupResource(operation), { namespace, name });
      await quotas.create(operation, draft);
    },
    delete: async (operation, name) => requireMortalNamespace(groupResource(operation), name),
    updates: quotas.updates,
  };
}
