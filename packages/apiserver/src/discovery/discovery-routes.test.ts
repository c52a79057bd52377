import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { ApiError } from '../errors/api-error.ts';
import { builtInResources, storeEnvironment } from '../registry/built-in-resources.ts';
import { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import { PathRoutes } from '../serving/path-routes.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { addDiscoveryPaths } from './discovery-routes.ts';
import { OpenApiDocuments } from './openapi/openapi-documents.ts';
import { addOpenApiPaths } from './openapi/openapi-routes.ts';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const NOBODY = { name: 'nobody', groups: [], extra: {} };

/** The routes alone behind a plain server, without what a request passes before it gets to them. */
async function serveRoutes(t: TestContext) {
  const store = await ObjectStore.open(memoryPersistence());
  const catalogue = new ResourceCatalogue();
  const environment = storeEnvironment(store, () => 'suffix');
  for (const resource of builtInResources(store, environment)) catalogue.add(resource);
  const routes = new PathRoutes();
  const now = () => new Date(0);
  addDiscoveryPaths(routes, catalogue);
  addOpenApiPaths(routes, new OpenApiDocuments(catalogue, now), { now });
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    const { pathname: path, searchParams: query } = new URL(url, 'http://server');
    const info = { type: 'path', verb: method.toLowerCase(), path } as const;
    const { signal } = new AbortController();
    const rest = { user: NOBODY, signal, warnings: [], leave: () => {}, requireVerb: async () => {} };
    const scope = { request, response, method, query, info, ...rest };
    const handler = routes.find(path) ?? (async () => response.writeHead(404).end('no route'));
    const answered = (async () => handler(scope))();
    answered.catch((error: unknown) =>
      response.writeHead(error instanceof ApiError ? error.code : 500).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers, redirect: 'manual' });
  return { ask, catalogue };
}

test('documents are at their paths, with or without a slash at the end', async (t) => {
  const { ask } = await serveRoutes(t);
  const kinds: Record<string, string> = {
    '/api': 'APIVersions',
    '/api/v1': 'APIResourceList',
    '/apis': 'APIGroupList',
    '/apis/apps': 'APIGroup',
    '/apis/apps/v1': 'APIResourceList',
  };
  for (const [path, kind] of Object.entries(kinds)) {
    for (const asked of [path, `${path}/`]) {
      const answer = await ask(asked);
      assert.equal(answer.status, 200, asked);
      assert.equal(((await answer.json()) as { kind: string }).kind, kind, asked);
    }
  }
});

test('what is not there is not found, and what has no such method says so', async (t) => {
  const { ask } = await serveRoutes(t);
  assert.equal((await ask('/apis/apps/v9')).status, 404);
  assert.equal((await ask('/api/v9')).status, 404);
  assert.equal(await (await ask('/apis/no-such-group')).text(), 'no route');
  assert.equal((await ask('/api', {}, 'DELETE')).status, 405);
  assert.equal((await ask('/apis/apps/v1', {}, 'POST')).status, 405);
  assert.equal((await ask('/apis', {}, 'POST')).status, 200);
});

test('paths of objects are left to others', async (t) => {
  const { ask } = await serveRoutes(t);
  for (const path of ['/api/v1/pods', '/apis/apps/v1/deployments']) {
    assert.equal(await (await ask(path)).text(), 'no route');
  }
});

test('the first form of an Accept header that can be had is the one that is given', async (t) => {
  const { ask } = await serveRoutes(t);
  const beta = AGGREGATED.replace('v=v2', 'v=v2beta1');
  const types: [string, number, string | null][] = [
    [`${AGGREGATED},${beta},application/json`, 200, AGGREGATED],
    [`${beta},application/json`, 200, 'application/json'],
    [`application/json,${AGGREGATED}`, 200, 'application/json'],
    ['application/yaml', 200, 'application/yaml'],
    [beta, 406, null],
  ];
  for (const [accept, status, type] of types) {
    const answer = await ask('/apis', { accept });
    assert.equal(answer.status, status, accept);
    assert.equal(answer.headers.get('content-type'), type, accept);
  }
});

test('aggregated discovery is 304 for whoever has it, until something changes', async (t) => {
  const { ask, catalogue } = await serveRoutes(t);
  const etag = (await ask('/apis', { accept: AGGREGATED })).headers.get('etag') ?? '';
  const again = { accept: AGGREGATED, 'if-none-match': etag };
  assert.equal((await ask('/apis', again)).status, 304);
  catalogue.remove({ group: 'batch', version: 'v1', resource: 'jobs' });
  const changed = await ask('/apis', again);
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.get('etag'), etag);
});

test('an OpenAPI document may be kept under its hash; another hash leads to it; without one it is asked for again', async (t) => {
  const { ask } = await serveRoutes(t);
  const index = (await (await ask('/openapi/v3')).json()) as {
    paths: Record<string, { serverRelativeURL: string }>;
  };
  const address = index.paths['apis/apps/v1']?.serverRelativeURL ?? '';
  const kept = await ask(address);
  assert.equal(kept.headers.get('cache-control'), 'public, immutable');
  assert.equal(kept.headers.get('expires'), 'Fri, 01 Jan 1971 00:00:00 GMT');
  const moved = await ask('/openapi/v3/apis/apps/v1?hash=AB');
  assert.equal(moved.status, 301);
  assert.equal(moved.headers.get('location'), address);
  const plain = await ask('/openapi/v3/apis/apps/v1');
  assert.equal(plain.headers.get('cache-control'), 'no-cache, private');
  const known = { 'if-none-match': plain.headers.get('etag') ?? '' };
  assert.equal((await ask('/openapi/v3/apis/apps/v1', known)).status, 304);
  assert.equal((await ask('/openapi/v3/apis/no-such-group/v1')).status, 404);
});

test('the root names every path that can be gone to, each once', async (t) => {
  const { ask } = await serveRoutes(t);
  const { paths } = (await (await ask('/')).json()) as { paths: string[] };
  for (const path of paths) assert.equal((await ask(path)).status, 200, path);
  assert.ok(paths.includes('/apis/apps/v1') && paths.includes('/openapi/v2'));
  assert.equal(new Set(paths).size, paths.length);
});

test('OpenAPI version 2 is one document with an ETag, as JSON alone', async (t) => {
  const { ask, catalogue } = await serveRoutes(t);
  const answer = await ask('/openapi/v2');
  const etag = answer.headers.get('etag') ?? '';
  const { swagger, definitions } = (await answer.json()) as { swagger: string; definitions: object };
  assert.equal(swagger, '2.0');
  assert.ok(Object.hasOwn(definitions, 'io.k8s.api.apps.v1.Deployment'));
  assert.equal((await ask('/openapi/v2', { 'if-none-match': etag })).status, 304);
  assert.equal((await ask('/openapi/v2', { accept: 'text/html' })).status, 406);
  catalogue.remove({ group: 'batch', version: 'v1', resource: 'jobs' });
  assert.equal((await ask('/openapi/v2', { 'if-none-match': etag })).status, 200);
});
