import { createHash } from 'node:crypto';
import { methodNotAllowed, nothingServed } from '../errors/api-error.ts';
import type { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import { negotiate, parseAccept } from '../serving/negotiate.ts';
import type { PathHandler, PathRoutes } from '../serving/path-routes.ts';
import type { RequestScope } from '../serving/request-scope.ts';
import { send } from '../serving/send.ts';
import { encodeValue } from '../serving/views/encode-answer.ts';
import { aggregatedDocument, aggregatedGroup } from './aggregated-document.ts';
import { apiGroups, type ApiGroup } from './api-groups.ts';
import { catalogueGroups, namedGroup, type GroupDirectory, type NamedGroup } from './group-directory.ts';
import {
  apiVersionsDocument,
  groupDocument,
  groupListDocument,
  resourceListDocument,
} from './group-documents.ts';

/** Serves what clients learn the resources from: `/api`, `/apis` and below, always of what is served right then. */
export function addDiscoveryPaths(
  routes: PathRoutes,
  catalogue: ResourceCatalogue,
  directory: GroupDirectory = catalogueGroups(catalogue),
): void {
  const groups = (): ApiGroup[] => apiGroups(catalogue.all());
  routes.at('/api', (scope) => {
    requireGet(scope);
    const core = groups().find(({ name }) => name === '');
    if (wantsAggregated(scope))
      return sendAggregated(scope, core === undefined ? [] : [aggregatedGroup(core)]);
    return sendDocument(scope, apiVersionsDocument(core, hostOf(scope)));
  });
  // Like the real server, which asks for no method here and below for a group.
  routes.at('/apis', (scope) =>
    wantsAggregated(scope)
      ? sendAggregated(scope, directory.aggregated())
      : sendDocument(scope, groupListDocument(directory.groups())),
  );
  routes.matching((path) => handlerOf(path, groups, directory));
  routes.at('/', (scope) => {
    const paths = new Set([
      ...routes.paths().filter((path) => path !== '/'),
      ...groups()
        .filter(({ name }) => name === '')
        .map((core) => namedGroup(core))
        .concat(directory.groups())
        .flatMap(groupPaths),
    ]);
    return sendDocument(scope, { paths: [...paths].toSorted() });
  });
}

function groupPaths({ name, versions }: NamedGroup): string[] {
  const base = name === '' ? '/api' : `/apis/${name}`;
  return [base, ...versions.map((version) => `${base}/${version}`)];
}

/** Of a group or a group's version; undefined for paths of another shape and groups that are not there. */
function handlerOf(
  path: string,
  groups: () => ApiGroup[],
  directory: GroupDirectory,
): PathHandler | undefined {
  const match = /^\/(?:api|apis\/(?<name>[^/]+))(?:\/(?<version>[^/]+))?\/?$/.exec(path);
  if (match === null) return undefined;
  const { name = '', version } = match.groups ?? {};
  if (version === undefined) {
    const named = directory.groups().find((one) => one.name === name);
    return named && ((scope) => sendDocument(scope, groupDocument(named)));
  }
  const group = groups().find((one) => one.name === name);
  if (group === undefined) return undefined;
  return async (scope) => {
    const found = group.versions.find((one) => one.version === version);
    if (found === undefined) throw nothingServed();
    requireGet(scope);
    await sendDocument(scope, resourceListDocument(name, found));
  };
}

function requireGet({ method }: RequestScope): void {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
}

function hostOf({ request }: RequestScope): string {
  return request.headers.host ?? String(request.headers[':authority'] ?? '');
}

async function sendDocument(scope: RequestScope, document: object): Promise<void> {
  const { request, response, query } = scope;
  const { accept, 'user-agent': userAgent = '' } = request.headers;
  const representation = negotiate({ accept, query, userAgent, isCollection: false });
  const body = encodeValue(document, representation);
  await send(response, { status: 200, body, contentType: representation.mediaType });
}

const AGGREGATED_TYPE = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Whether the first form in the Accept header that can be had is the aggregated one. */
function wantsAggregated({ request }: RequestScope): boolean {
  for (const { type, parameters } of parseAccept(request.headers.accept ?? '')) {
    if (!parameters.has('as')) return false;
    const isKnown = parameters.get('g') === 'apidiscovery.k8s.io' && parameters.get('v') === 'v2';
    if (type === 'application/json' && isKnown && parameters.get('as') === 'APIGroupDiscoveryList') {
      return true;
    }
  }
  return false;
}

async function sendAggregated({ request, response }: RequestScope, items: readonly object[]): Promise<void> {
  const body = `${JSON.stringify(aggregatedDocument(items))}\n`;
  const etag = `"${createHash('sha512').update(body).digest('hex').toUpperCase()}"`;
  // May be kept by anyone, who then asks whether it is still the same.
  const headers = { etag, vary: 'Accept', 'cache-control': 'public' };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  await send(response, { status: 200, body, contentType: AGGREGATED_TYPE, headers });
}
