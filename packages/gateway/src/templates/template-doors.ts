import { TEMPLATES_PATH } from '@banyan/api/banyan';
import { ApiError, parseRequestInfo, type PathRoutes, type RequestScope } from '@banyan/apiserver';
import type { KubeClient } from '@banyan/kube';
import { badRequest, unavailable } from '../gateway-errors.ts';
import { refuseTricks } from '../routing/socket-path.ts';
import type { HubKinds } from './hub-kinds.ts';
import { isApply, type HubRights } from './hub-rights.ts';
import { provideNamespace } from './intent-namespace.ts';
import { passToHub } from './pass-to-hub.ts';
import type { TemplateApi } from './template-api.ts';
import type { TemplateCatalogue } from './template-catalogue.ts';
import { isShadowPath, nativeBelowDoor, nativeOfShadow, splitUrl } from './template-paths.ts';

export interface DoorOptions {
  readonly api: TemplateApi;
  readonly catalogue: TemplateCatalogue;
  readonly hubKinds: HubKinds;
  readonly hubRights: HubRights;
  readonly parent: KubeClient;
  /** Whether it is known what there may be templates of. */
  readonly isReady: () => boolean;
}

/** The two ways to templates: the shadow group, and native paths below `TEMPLATES_PATH`. */
export function addTemplateDoors(routes: PathRoutes, options: DoorOptions): void {
  routes.matching((path) => (isShadowPath(path) ? (scope) => enter(scope, options, SHADOW_DOOR) : undefined));
  const native = (scope: RequestScope) => enter(scope, options, NATIVE_DOOR);
  routes.at(TEMPLATES_PATH, native);
  routes.below(`${TEMPLATES_PATH}/`, native);
}

/** Which native URL a request asks for. */
interface Door {
  readonly urlOf: (scope: RequestScope, options: DoorOptions) => string;
  /** Whether the hub's own kinds are there beside the templates. */
  readonly hasHubKinds: boolean;
}

const SHADOW_DOOR: Door = { urlOf: throughShadow, hasHubKinds: false };
const NATIVE_DOOR: Door = { urlOf: throughNative, hasHubKinds: true };

async function enter(scope: RequestScope, options: DoorOptions, door: Door): Promise<void> {
  // It is counted where it is answered.
  scope.leave();
  if (!options.isReady()) throw unavailable('the hub is still learning what its cluster serves', 1);
  const url = door.urlOf(scope, options);
  const info = parseRequestInfo(scope.method, splitUrl(url).path, scope.query);
  if (info.type === 'resource') {
    if (door.hasHubKinds && options.hubKinds.has(info)) return enterHub(scope, { url, info }, options);
    if (info.verb === 'deletecollection') return keepAll(scope);
    if (info.subresource !== undefined && info.subresource !== 'scale') throw notAllowed();
  }
  return options.api.serve(scope, url);
}

interface Asked {
  readonly url: string;
  readonly info: Extract<RequestScope['info'], { type: 'resource' }>;
}

async function enterHub(scope: RequestScope, { url, info }: Asked, options: DoorOptions): Promise<void> {
  const { path, query } = splitUrl(url);
  refuseTricks(path, query);
  if (scope.upgrade !== undefined) throw badRequest('the hub’s own kinds have no streams');
  await options.hubRights.require(scope, info);
  const warnings = await namespaceWarnings(scope, info, options);
  return passToHub(scope, url, { parent: options.parent, isWatch: info.verb === 'watch', warnings });
}

/** Makes the namespace that something new is to be in, where it may be made. */
async function namespaceWarnings(
  scope: RequestScope,
  { verb, namespace, subresource }: Asked['info'],
  { parent, catalogue, hubRights }: DoorOptions,
): Promise<string[]> {
  const isNew = (verb === 'create' || isApply(scope)) && subresource === undefined;
  if (!isNew || namespace === undefined || scope.query.has('dryRun')) return [];
  const resource = { group: '', resource: 'namespaces' };
  const nowhere = { subresource: '', namespace: '', name: '' };
  const found = await provideNamespace(namespace, {
    parent,
    templates: catalogue.storageOf(resource),
    mayMake: () =>
      hubRights.requireAccess(scope, { type: 'resource', verb: 'create', ...resource, ...nowhere }),
  });
  return NAMESPACE_WORDS[found].map((words) => `299 - "namespace \\"${namespace}\\" ${words}"`);
}

const NAMESPACE_WORDS = {
  there: [],
  made: ['is made in the hub, too, to keep this in'],
  missing: ['is not in the hub, and not among the templates: kubectl create namespace makes it'],
} as const;

function throughShadow({ info, request }: RequestScope, { catalogue }: DoorOptions): string {
  if (info.type !== 'resource') throw badRequest('the path to a template is ambiguous');
  const place = catalogue.placeOf(info.resource);
  if (place === undefined) throw nothingServed();
  return nativeOfShadow(request.url ?? '', info.resource, place);
}

function throughNative({ request }: RequestScope): string {
  return nativeBelowDoor(request.url ?? '');
}

/** Templates go one by one: a namespace that ends in the hub takes none with it. */
async function keepAll({ response }: RequestScope): Promise<void> {
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 };
  const warning = '299 - "templates are deleted by name; none of this collection was deleted"';
  response
    .writeHead(200, { 'content-type': 'application/json', warning, 'cache-control': 'no-cache, private' })
    .end(JSON.stringify(body));
}

function notAllowed(): ApiError {
  const message = 'templates never run: they have no endpoint but scale below them';
  return new ApiError({ code: 405, reason: 'MethodNotAllowed', message, details: {} });
}

function nothingServed(): ApiError {
  const message = 'the server could not find the requested resource';
  return new ApiError({ code: 404, reason: 'NotFound', message, details: {} });
}
