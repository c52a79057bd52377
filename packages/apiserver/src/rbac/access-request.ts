import type { RequestInfo } from '../serving/request-info.ts';

/** What somebody wants to do: what authorizers decide on. */
export type AccessRequest = ResourceAccess | PathAccess;

export interface ResourceAccess {
  readonly type: 'resource';
  /** Any word: besides those of HTTP there are `impersonate`, `bind`, `escalate`, `use`, … */
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Empty for none, as are the next two. */
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

export interface PathAccess {
  readonly type: 'path';
  readonly verb: string;
  readonly path: string;
}

const BY_NAME = new Set(['list', 'watch']);

/**
 * What a request on the wire asks for. A list or watch whose field selector names one object counts as one of that
 * object, so that rules with resourceNames can allow it.
 */
export function accessOf(info: RequestInfo, query: URLSearchParams): AccessRequest {
  if (info.type === 'path') return { type: 'path', verb: info.verb, path: info.path };
  const { verb, group, resource, subresource = '', namespace = '', name } = info;
  const selected = name === undefined && BY_NAME.has(verb) ? selectedName(query.get('fieldSelector')) : '';
  return { type: 'resource', verb, group, resource, subresource, namespace, name: name ?? selected };
}

/** The name in `metadata.name=x`, alone or beside others; empty if there is none, or none that an object can have. */
function selectedName(fieldSelector: string | null): string {
  for (const term of (fieldSelector ?? '').split(',')) {
    const [, name] = /^metadata\.name==?([^=!\\]+)$/.exec(term.trim()) ?? [];
    if (name !== undefined) return isPathSegment(name) ? name : '';
  }
  return '';
}

function isPathSegment(name: string): boolean {
  return name !== '.' && name !== '..' && !/[/%]/.test(name);
}
