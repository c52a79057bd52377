import { ApiError, methodNotAllowed, notFound, nothingServed, qualified } from '../errors/api-error.ts';
import type { ServedResource, ServedSubresource, Verb } from '../registry/served-resource.ts';
import { serveScale } from '../subresources/scale/serve-scale.ts';
import type { ApiContext } from './api-context.ts';
import { negotiate, notAsProtobuf, PROTOBUF } from './negotiate.ts';
import type { ResourceRequestInfo } from './request-info.ts';
import type { RequestScope, ResourceScope } from './request-scope.ts';
import { judgeConnection } from './verbs/judge-connection.ts';
import { handleDelete, handleDeleteCollection } from './verbs/delete-verbs.ts';
import { handlePatch } from './verbs/patch-verb.ts';
import { handleGet, handleList } from './verbs/read-verbs.ts';
import { handleSubresource } from './verbs/subresource-verb.ts';
import { handleWatch } from './verbs/watch-verb.ts';
import { handleCreate, handleUpdate } from './verbs/write-verbs.ts';

const HANDLERS: Readonly<Record<Verb, (scope: ResourceScope) => Promise<void>>> = {
  get: handleGet,
  list: handleList,
  watch: handleWatch,
  create: handleCreate,
  update: handleUpdate,
  patch: handlePatch,
  delete: handleDelete,
  deletecollection: handleDeleteCollection,
};

/** What a request for objects asks for. */
export interface Target {
  readonly resource: ServedResource;
  readonly subresource: ServedSubresource | undefined;
}

/** True for paths of groups that are not built in, where nothing is served: no part of an API says that they are not there. */
export function isNoResource({ resources }: ApiContext, info: ResourceRequestInfo): boolean {
  const resource = resources.find(info);
  if (info.group === '' || (resource !== undefined && isInScope(resource, info))) return false;
  return !resources.all().some(({ group, custom }) => group === info.group && custom === undefined);
}

/** Finds what a path names; throws 404 when there is none. */
export function findTarget({ resources }: ApiContext, info: ResourceRequestInfo): Target {
  const resource = resources.find(info);
  if (resource === undefined || !isInScope(resource, info)) throw nothingServed();
  // What is never kept has no names.
  if (info.name !== undefined && !resource.verbs.includes('get')) throw nothingServed();
  if (info.subresource === undefined) return { resource, subresource: undefined };
  const subresource = resource.subresources.get(info.subresource);
  if (subresource === undefined || info.name === undefined) {
    // An object of a definition that has no such endpoint is as good as not there.
    throw resource.custom === undefined ? nothingServed() : notFound(resource, info.name ?? '');
  }
  return { resource, subresource };
}

/** A namespaced object is in a namespace, and nothing else is. */
function isInScope(
  { namespaced, resource }: ServedResource,
  { namespace, name, path }: ResourceRequestInfo,
): boolean {
  if (path.includes('//')) return false;
  if (namespaced) return namespace !== undefined || name === undefined;
  return namespace === undefined || (resource === 'namespaces' && namespace === name);
}

/** Answers a request for objects. Throws ApiErrors. */
export async function serveResource(scope: RequestScope, context: ApiContext, target: Target): Promise<void> {
  const info = scope.info as ResourceRequestInfo;
  const { resource, subresource } = target;
  const { deprecationWarning } = resource;
  if (deprecationWarning !== undefined) scope.warnings.push(deprecationWarning);
  if (subresource?.connect !== undefined) return connect(scope, context, { ...target, subresource });
  const verb = allowedVerb(scope, info, target);
  const { accept, 'user-agent': userAgent = '' } = scope.request.headers;
  const isCollection = info.name === undefined;
  const hasViews = resource.answersCreate === undefined;
  const representation = negotiate({ accept, query: scope.query, userAgent, isCollection, hasViews });
  if (representation.mediaType === PROTOBUF && (verb === 'watch' || resource.custom !== undefined))
    throw notAsProtobuf(verb === 'watch');
  const full: ResourceScope = { ...scope, info, representation, context, resource, subresource };
  if (subresource?.scale !== undefined) return serveScale(full, subresource.scale, verb);
  if (subresource !== undefined && subresource.strategy === undefined) return handleSubresource(full, verb);
  return HANDLERS[verb](full);
}

/** What is passed on is for the other side to understand: form and options are not looked at here. */
async function connect(
  scope: RequestScope,
  context: ApiContext,
  { resource, subresource }: Target & { readonly subresource: ServedSubresource },
): Promise<void> {
  const { request, response, upgrade, query, user, requireVerb, signal, method } = scope;
  const { verb, namespace, name = '', rest, path } = scope.info as ResourceRequestInfo;
  const { verbs, connect: handler } = subresource;
  // Only a proxy passes on what other endpoints have no verb for.
  const isProxy = verbs.includes('delete');
  const isTaken = verb === '' || method === 'HEAD' ? isProxy : verbs.includes(verb);
  if (!isTaken || handler === undefined) throw methodNotAllowed();
  judgeConnection({ ...scope, info: scope.info as ResourceRequestInfo, context, resource, subresource });
  return handler({
    request,
    response,
    ...(upgrade && { upgrade }),
    resource,
    namespace: resource.namespaced ? namespace : undefined,
    name,
    rest: path.endsWith('/') ? `${rest}/` : rest,
    query,
    user,
    requireVerb,
    signal,
  });
}

function allowedVerb({ method }: RequestScope, info: ResourceRequestInfo, target: Target): Verb {
  const { resource, subresource } = target;
  const { verb } = info;
  if (verb === '' || method === 'HEAD') throw methodNotAllowed();
  const verbs = subresource?.verbs ?? resource.verbs;
  if (verb === 'watch' && verbs.includes('list') && !verbs.includes('watch')) throw notWatchable(resource);
  if (!verbs.includes(verb) || !isOnItsPath(verb, info, target)) {
    throw resource.custom === undefined ? methodNotAllowed() : methodNotSupported(resource, verb);
  }
  return verb;
}

/** Collections are created into and deleted as a whole, in one namespace; objects are changed. */
function isOnItsPath(
  verb: Verb,
  { name, namespace }: ResourceRequestInfo,
  { resource, subresource }: Target,
): boolean {
  if (verb === 'update' || verb === 'patch') return name !== undefined;
  if (verb !== 'create' && verb !== 'deletecollection') return true;
  if (subresource !== undefined) return true;
  return name === undefined && (!resource.namespaced || namespace !== undefined);
}

/** Definitions are served by a server of its own, which has other words for it. */
function methodNotSupported(resource: ServedResource, verb: string): ApiError {
  const message = `${verb} is not supported on resources of kind "${qualified(resource)}"`;
  const details = { group: resource.group, kind: resource.resource };
  return new ApiError({ code: 405, reason: 'MethodNotAllowed', message, details });
}

function notWatchable({ resource }: ServedResource): ApiError {
  const message = `watch is not supported on resources of kind "${resource}"`;
  return new ApiError({ code: 405, reason: 'MethodNotAllowed', message, details: { kind: resource } });
}
