import type { CertificateAndKey } from '@banyan/kube';
import { Aggregator } from './aggregation/aggregator.ts';
import { clusterSecurity } from './cluster-security.ts';
import { serveCustomResources } from './custom/serve-custom-resources.ts';
import type { ServiceRangeOptions } from './kinds/network/service-ranges.ts';
import { builtInResources, storeEnvironment } from './registry/built-in-resources.ts';
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
  const withHandlers = builtInHandlers(resources, options.kubelet);
  for (const resource of builtInResources(
    store,
    storeEnvironment(store, () => ids.nameSuffix(), options.serviceRanges),
  )) {
    resources.add(withoutStaleEndpoints(withHandlers(cluster.completed(resource)), writes, onDefect));
  }
  await bootstrapCluster(writes);
  const roles = roleAggregation(options, writes);
  await roles?.start();
  const events = eventExpiry(options, now);
  events.start();
  const custom = serveCustomResources({ store, resources, ids, now, onDefect });
  const aggregator = new Aggregator({ ...options, resources, writes, now, onDefect });
  await aggregator.start();
  const serving = serveApi({
    ...options,
    // Programs in Go show only certificates of the authorities that they are asked for.
    clientCa: [options.clientCa, options.frontProxyCa ?? ''].join('\n'),
    resources,
    security: options.security ?? cluster,
    admission: admissionOf(store),
    guard: cluster.guard,
    healthChecks: [{ name: 'storage', isWell: () => store.failure === undefined }],
    addPaths: (routes) => cluster.addPaths(routes),
    elsewhere: aggregator,
    ids,
    now,
    onDefect,
  });
  const beside: { stop(): Promise<void> }[] = [aggregator, custom, events, ...(roles ? [roles] : [])];
  return stoppingWith(beside, async () => {
    const server = await serving;
    const address = options.advertiseAddress ?? options.host;
    const itself = new KubernetesService({ ...options, writes, port: server.port, address, onDefect });
    beside.push(server, itself);
    await itself.start();
    return server;
  });
}

function roleAggregation(options: ApiServerOptions, writes: ServerWrites): RoleAggregation | undefined {
  const { store, aggregatesRoles = true, onDefect = () => {} } = options;
  if (!aggregatesRoles) return undefined;
  const clusterRoles = store.table(`clusterroles.${RBAC_GROUP}`);
  return new RoleAggregation({ clusterRoles, writes, onDefect });
}

const HOUR_MS = 3_600_000;

function eventExpiry(
  { store, eventTtlMs, onDefect = () => {} }: ApiServerOptions,
  now: () => Date,
): EventExpiry {
  const [table, storage] = [store.table('events'), new StoreStorage(store, 'events')];
  return new EventExpiry({ table, storage, ttlMs: eventTtlMs ?? HOUR_MS, now, onDefect });
}

/** The server with what runs beside it: all stop together, and a server that cannot start leaves nothing running. */
async function stoppingWith(
  beside: readonly { stop(): Promise<void> }[],
  start: () => Promise<ApiServer>,
): Promise<ApiServer> {
  const stop = async () => {
    for (const part of beside.toReversed()) await part.stop();
  };
  try {
    return { ...(await start()), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function admissionOf(store: ObjectStore): Admission {
  const namespaces = new StoreStorage(store, 'namespaces');
  return {
    create: async (operation, { metadata }) => {
      const { namespace } = operation;
      if (namespace === undefined) return;
      const name = metadata.name ?? '';
      await requireLivingNamespace(namespaces, groupResource(operation), { namespace, name });
    },
    delete: async (operation, name) => requireMortalNamespace(groupResource(operation), name),
  };
}
