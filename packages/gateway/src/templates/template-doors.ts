import { TEMPLATES_PATH } from '@banyan/api/banyan';
import { ApiError, parseRequestInfo, type PathRoutes, type RequestScope } from '@banyan/apiserver';
import { badRequest, unavailable } from '../gateway-errors.ts';
import type { TemplateApi } from './template-api.ts';
import type { TemplateCatalogue } from './template-catalogue.ts';
import { isShadowPath, nativeBelowDoor, nativeOfShadow } from './template-paths.ts';

export interface DoorOptions {
  readonly api: TemplateApi;
  readonly catalogue: TemplateCatalogue;
  /** Whether it is known what there may be templates of. */
  readonly isReady: () => boolean;
}

/** The two ways to templates: the shadow group, and native paths below `TEMPLATES_PATH`. */
export function addTemplateDoors(routes: PathRoutes, options: DoorOptions): void {
  routes.matching((path) =>
    isShadowPath(path) ? (scope) => enter(scope, options, throughShadow) : undefined,
  );
  const native = (scope: RequestScope) => enter(scope, options, throughNative);
  routes.at(TEMPLATES_PATH, native);
  routes.below(`${TEMPLATES_PATH}/`, native);
}

/** The native URL that a request asks for. */
type Door = (scope: RequestScope, options: DoorOptions) => string;

async function enter(scope: RequestScope, options: DoorOptions, door: Door): Promise<void> {
  // It is counted where it is answered.
  scope.leave();
  if (!options.isReady()) throw unavailable('the hub is still learning what its cluster serves', 1);
  const url = door(scope, options);
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const info = parseRequestInfo(scope.method, path, scope.query);
  if (info.type === 'resource') {
    if (info.verb === 'deletecollection') return keepAll(scope);
    if (info.subresource !== undefined && info.subresource !== 'scale') throw notAllowed();
  }
  return options.api.serve(scope, url);
}

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
