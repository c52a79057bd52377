import type { Verb } from '../registry/served-resource.ts';
import { parseBoolean } from './options/go-values.ts';

export type RequestInfo = ResourceRequestInfo | PathRequestInfo;

/** A request for objects: `/api/v1/…` or `/apis/GROUP/VERSION/…` with a resource in it. */
export interface ResourceRequestInfo {
  readonly type: 'resource';
  readonly path: string;
  /** Empty: a method that no resource has. */
  readonly verb: Verb | '';
  readonly group: string;
  readonly version: string;
  /** Of a namespace itself, its own name: RBAC counts it as being in itself. */
  readonly namespace: string | undefined;
  readonly resource: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** What follows a subresource (`proxy/…`), with its slash; empty otherwise. */
  readonly rest: string;
}

/** Everything else: discovery, health, metrics. */
interface PathRequestInfo {
  readonly type: 'path';
  /** The method in lower case, which is what RBAC's nonResourceURLs rules name. */
  readonly verb: string;
  readonly path: string;
}

const VERB_OF_METHOD: Readonly<Record<string, Verb>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Below a namespace these belong to the namespace itself, not to resources in it. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize']);

/** `escapedPath` is the URL's path. As in Kubernetes it is unescaped first, so %2F parts a path like a slash. */
export function parseRequestInfo(method: string, escapedPath: string, query: URLSearchParams): RequestInfo {
  const path = unescapePath(escapedPath);
  const parts = path.split('/').slice(1);
  if (parts.at(-1) === '' && parts.length > 1) parts.pop();
  const prefixLength = parts[0] === 'api' ? 2 : parts[0] === 'apis' ? 3 : 0;
  if (prefixLength === 0 || parts.length <= prefixLength) {
    return { type: 'path', verb: method.toLowerCase(), path };
  }
  const [group = '', version = ''] = prefixLength === 2 ? ['', parts[1]] : [parts[1], parts[2]];
  const isLegacyWatch = parts[prefixLength] === 'watch' && method === 'GET';
  const place = locate(parts.slice(prefixLength + (isLegacyWatch ? 1 : 0)));
  const verb = isLegacyWatch ? 'watch' : verbOf(VERB_OF_METHOD[method] ?? '', place.name, query);
  return { type: 'resource', path, group, version, ...place, verb };
}

/** Streams, which may take any time. They hold no place among the requests that are being answered. */
export function isLongRunning(info: RequestInfo): boolean {
  if (info.type === 'path') return false;
  return (
    info.verb === 'watch' ||
    ['proxy', 'exec', 'attach', 'log', 'portforward'].includes(info.subresource ?? '')
  );
}

type Place = Pick<ResourceRequestInfo, 'namespace' | 'resource' | 'name' | 'subresource' | 'rest'>;

function locate(parts: readonly string[]): Place {
  const [first = '', namespace, third] = parts;
  const isInNamespace = first === 'namespaces' && third !== undefined && !NAMESPACE_SUBRESOURCES.has(third);
  const [resource = '', name, subresource, ...rest] = isInNamespace ? parts.slice(2) : parts;
  return {
    namespace: first === 'namespaces' ? namespace : undefined,
    resource,
    name,
    subresource,
    rest: rest.length > 0 ? `/${rest.join('/')}` : '',
  };
}

function verbOf(verb: Verb | '', name: string | undefined, query: URLSearchParams): Verb | '' {
  if (name !== undefined) return verb;
  if (verb === 'get') return parseBoolean(query.get('watch') ?? 'false') ? 'watch' : 'list';
  return verb === 'delete' ? 'deletecollection' : verb;
}

function unescapePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
