import { randomInt, randomUUID } from 'node:crypto';
import { clusterSecurity } from './cluster-security.ts';
import { addDiscoveryPaths } from './discovery/discovery-routes.ts';
import { OpenApiDocuments } from './discovery/openapi/openapi-documents.ts';
import { addOpenApiPaths } from './discovery/openapi/openapi-routes.ts';
import { builtInResources, storeEnvironment } from './registry/built-in-resources.ts';
import { bootstrapCluster } from './registry/bootstrap-cluster.ts';
import { requireLivingNamespace, requireMortalNamespace } from './registry/namespace-lifecycle.ts';
import { groupResource, type IdSource } from './registry/operation.ts';
import { ResourceCatalogue } from './registry/resource-catalogue.ts';
import type { Admission } from './serving/api-context.ts';
import { HttpsServer, type HttpsServerOptions } from './serving/https-server.ts';
import { PathRoutes } from './serving/path-routes.ts';
import { RequestMetrics } from './serving/request-metrics.ts';
import { RequestPipeline, type Security } from './serving/request-pipeline.ts';
import { addServerPaths, type HealthCheck } from './serving/server-paths.ts';
import type { ObjectStore } from './storage/object-store.ts';
import { StoreStorage } from './registry/store-storage.ts';

export interface ApiServerOptions extends HttpsServerOptions {
  /** Open; the caller closes it after the server. */
  readonly store: ObjectStore;
  /** Default: that of the cluster in the store. */
  readonly security?: Security;
  /** See ClusterSecurityOptions. */
  readonly frontProxyCa?: string;
  readonly serviceAccountKey?: string;
  readonly now?: () => Date;
  readonly ids?: IdSource;
  /** Called for failures that are defects of the server: for its log. */
  readonly onDefect?: (error: unknown) => void;
}

/** A running API server. */
export interface ApiServer {
  readonly port: number;
  /** Ends watches, lets requests under way end, closes connections. The store stays open. */
  stop(): Promise<void>;
}

/** Serves a cluster over a store. Resolves when it listens; throws when it cannot. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { store, now = () => new Date(), ids = randomIds, onDefect = () => {} } = options;
  const cluster = clusterSecurity({ ...options, now, newId: () => ids.uid() });
  const resources = new ResourceCatalogue();
  for (const resource of builtInResources(
    store,
    storeEnvironment(store, () => ids.nameSuffix()),
  )) {
    resources.add(cluster.completed(resource));
  }
  await bootstrapCluster({ resources, ids, now });
  const routes = new PathRoutes();
  const metrics = new RequestMetrics();
  addServerPaths(routes, healthChecks(store), metrics);
  cluster.addPaths(routes);
  addDiscoveryPaths(routes, resources);
  addOpenApiPaths(routes, new OpenApiDocuments(resources, now), now);
  const stopping = new AbortController();
  const pipeline = new RequestPipeline({
    context: { resources, admission: admissionOf(store), guard: cluster.guard, ids, now },
    routes,
    security: options.security ?? cluster,
    metrics,
    stopping: stopping.signal,
    onDefect,
  });
  const server = await HttpsServer.listen(options, pipeline);
  metrics.start();
  return {
    port: server.port,
    stop: async () => {
      metrics.stop();
      stopping.abort();
      await server.close();
    },
  };
}

/** The server answers; and what is written reaches the disk. */
function healthChecks(store: ObjectStore): HealthCheck[] {
  return [
    { name: 'ping', isWell: () => true },
    { name: 'storage', isWell: () => store.failure === undefined },
  ];
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

/** Letters and digits that cannot spell a word. */
const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

const randomIds: IdSource = {
  uid: () => randomUUID(),
  nameSuffix: () =>
    Array.from({ length: 5 }, () => SUFFIX_LETTERS[randomInt(SUFFIX_LETTERS.length)]).join(''),
};
