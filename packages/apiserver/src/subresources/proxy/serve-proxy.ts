import type { OutgoingHttpHeaders } from 'node:http';
import { ApiError, failure } from '../../errors/api-error.ts';
import { escapedPath } from '../../proxying/escaped-path.ts';
import { proxyRequest } from '../../proxying/proxy-request.ts';
import { proxyUpgrade } from '../../proxying/proxy-upgrade.ts';
import { UnreachableError } from '../../proxying/unreachable-error.ts';
import type { ConnectHandler, ConnectRequest } from '../../registry/served-resource.ts';
import type { ProxyLocation } from './proxy-locations.ts';

/** `proxy` below a Pod, a Service or a node: requests of any kind are passed on to it. */
export function serveProxy(locate: ProxyLocation): ConnectHandler {
  return async (asked) => {
    const { request, response, upgrade, rest, signal } = asked;
    const target = await locate(asked);
    const { url } = target;
    const { path, search } = ownUrl(asked);
    if (rest === '' && upgrade === undefined) {
      // So that links within what is shown lead to its inside.
      response.writeHead(301, { location: `${path}/${search}` }).end();
      return;
    }
    url.pathname = escapedPath(rest);
    url.search = search;
    const prefix = path.slice(0, path.length - rest.length);
    const options = {
      ...target,
      signal,
      headers: { 'x-forwarded-uri': path },
      answerHeaders: (headers: OutgoingHttpHeaders) => withOwnLocation(headers, url, prefix),
    };
    try {
      await (upgrade === undefined
        ? proxyRequest(request, response, options)
        : proxyUpgrade(request, response, upgrade, options));
    } catch (error) {
      throw error instanceof UnreachableError ? unreachable(error, upgrade !== undefined) : error;
    }
  };
}

function ownUrl({ request }: ConnectRequest): { path: string; search: string } {
  const { url = '/' } = request;
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, search: '' } : { path: url.slice(0, mark), search: url.slice(mark) };
}

/** A redirection within what is proxied leads to its place below this endpoint. */
function withOwnLocation(headers: OutgoingHttpHeaders, url: URL, prefix: string): OutgoingHttpHeaders {
  const { location } = headers;
  if (typeof location !== 'string' || !URL.canParse(location, url.href)) return headers;
  const isElsewhere = new URL(location, url).host !== url.host;
  const isRelative = !location.startsWith('/') && !URL.canParse(location);
  if (isElsewhere || isRelative) return headers;
  const { pathname, search, hash } = new URL(location, url);
  if (pathname.startsWith(prefix)) return headers;
  return { ...headers, location: `${prefix}${pathname}${search}${hash}` };
}

function unreachable({ message }: UnreachableError, isUpgrade: boolean): ApiError {
  if (isUpgrade) return failure(`error dialing backend: ${message}`);
  const text = `error trying to reach service: ${message}`;
  return new ApiError({ code: 503, reason: 'ServiceUnavailable', message: text });
}
