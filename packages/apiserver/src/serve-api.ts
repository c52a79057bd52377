import type { CertificateAndKey } from '@banyan/kube';
import { randomInt, randomUUID } from 'node:crypto';
import { addDiscoveryPaths } from './discovery/discovery-routes.ts';
import type { GroupDirectory } from './discovery/group-directory.ts';
import { OpenApiDocuments } from './discovery/openapi/openapi-documents.ts';
import { addOpenApiPaths, type OpenApiElsewhere } from './discovery/openapi/openapi-routes.ts';
import { LocalClient, type LocalIdentity } from './local/local-client.ts';
import type { IdSource, WriteGuard, WritePolicies } from './registry/operation.ts';
import type { ResourceCatalogue } from './registry/resource-catalogue.ts';
import { ADMITS_ALL, type Admission } from './serving/api-context.ts';
import { HttpsServer, type HttpsServerOptions } from './serving/https-server.ts';
import { PathRoutes, type PathHandler } from './serving/path-routes.ts';
import { RequestMetrics } from './serving/request-metrics.ts';
import {
  RequestPipeline,
  type AnsweredRequest,
  type Intercept,
  type Security,
} from './serving/request-pipeline.ts';
import { addServerPaths, type HealthCheck } from './serving/server-paths.ts';

/** What is served, and how; not where. */
export interface AnswerApiOptions {
  /** What is served. It may change while the server runs. */
  readonly resources: ResourceCatalogue;
  readonly security: Security;
  /** Asked before anything is created or deleted. Default: nothing is refused. */
  readonly admission?: Admission;
  readonly guard?: WriteGuard;
  /** Asked about everything that is written. Default: none. */
  readonly policies?: WritePolicies;
  /** What `/readyz` and its kin ask besides whether the server answers. */
  readonly healthChecks?: readonly HealthCheck[];
  /** Adds paths besides those of resources; the first that matches a request is taken. */
  readonly addPaths?: (routes: PathRoutes) => void;
  /** What other servers answer for under this one's address. */
  readonly elsewhere?: ServedElsewhere;
  /** Default: none. */
  readonly intercept?: Intercept | undefined;
  /** Told of every request when it is over, refused ones too. Must not throw. For audits. */
  readonly onAnswered?: (answered: AnsweredRequest) => void;
  readonly now?: () => Date;
  readonly ids?: IdSource;
  /** Called for failures that are defects of the server: for its log. */
  readonly onDefect?: (error: unknown) => void;
}

export interface ServeApiOptions extends HttpsServerOptions, AnswerApiOptions {}

/** Groups of other servers, whose requests are passed on to them. */
export interface ServedElsewhere {
  /** All groups that discovery shows, those of this server too. */
  readonly groups: GroupDirectory;
  readonly openApi: OpenApiElsewhere;
  /** Passes a request on; undefined: it is for this server. Called for every request. */
  handlerOf(path: string): PathHandler | undefined;
}

/** A running API server. */
export interface ApiServer {
  readonly port: number;
  /** What is served now. */
  readonly resources: Pick<ResourceCatalogue, 'all' | 'find'>;
  /** Shows another certificate to clients that come from now on. */
  renewCertificate(pair: CertificateAndKey): void;
  /** For programs in the same process: writes without a network. */
  localClient(identity: LocalIdentity): LocalClient;
  /** Ends watches, lets requests under way end, closes connections. Storages stay open. */
  stop(): Promise<void>;
}

/** An API without a port of its own. */
export interface ApiAnswers {
  /** Answers a request that another server has taken, by its `url`. Never throws. */
  readonly serve: RequestPipeline['serve'];
  /** Ends watches. */
  readonly stop: () => void;
}

/** Serves resources, wherever they are kept. Resolves when it listens; throws when it cannot. */
export async function serveApi(options: ServeApiOptions): Promise<ApiServer> {
  const { pipeline, context, metrics, stopping } = assembleApi(options);
  const server = await HttpsServer.listen(options, pipeline);
  metrics.start();
  return {
    port: server.port,
    resources: options.resources,
    renewCertificate: (pair) => server.renew(pair),
    localClient: (identity) => new LocalClient(context, identity),
    stop: async () => {
      metrics.stop();
      stopping.abort();
      await server.close();
    },
  };
}

/** The same for requests that come in through another server: an API below a path of it. */
export function answerApi(options: AnswerApiOptions): ApiAnswers {
  const { pipeline, stopping } = assembleApi(options);
  return {
    serve: (request, response, upgrade) => pipeline.serve(request, response, upgrade),
    stop: () => stopping.abort(),
  };
}

function assembleApi(options: AnswerApiOptions) {
  const { resources, security, healthChecks = [], elsewhere } = options;
  const { now = () => new Date(), ids = randomIds, onDefect = () => {}, admission = ADMITS_ALL } = options;
  const routes = new PathRoutes();
  const metrics = new RequestMetrics();
  addServerPaths(routes, [{ name: 'ping', isWell: () => true }, ...healthChecks], metrics);
  options.addPaths?.(routes);
  if (elsewhere !== undefined) routes.matching((path) => elsewhere.handlerOf(path));
  addDiscoveryPaths(routes, resources, elsewhere?.groups);
  addOpenApiPaths(routes, new OpenApiDocuments(resources, now), { now, elsewhere: elsewhere?.openApi });
  const stopping = new AbortController();
  const guard = options.guard === undefined ? {} : { guard: options.guard };
  const policies = options.policies === undefined ? {} : { policies: options.policies };
  const context = { resources, admission, ...guard, ...policies, ids, now };
  const pipeline = new RequestPipeline({
    context,
    routes,
    security,
    metrics,
    intercept: options.intercept,
    onAnswered: options.onAnswered,
    stopping: stopping.signal,
    onDefect,
  });
  return { pipeline, context, metrics, stopping };
}

/** Letters and digits that cannot spell a word. */
const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

export const randomIds: IdSource = {
  uid: () => randomUUID(),
  nameSuffix: () =>
    Array.from({ length: 5 }, () => SUFFIX_LETTERS[randomInt(SUFFIX_LETTERS.length)]).join(''),
};
