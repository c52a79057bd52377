import { badRequest, failure } from '../../errors/api-error.ts';
import type { WatchRequest } from '../../registry/resource-storage.ts';
import { parseListOptions, versionProblem, type ListOptions } from '../options/list-options.ts';
import type { ResourceScope } from '../request-scope.ts';
import { warningHeaders } from '../warning-headers.ts';
import { watchEncoder } from '../views/watch-view.ts';
import { WatchStream } from '../watch-stream.ts';
import { selectionOf } from './read-verbs.ts';

/** Without a wish of the client's: between half an hour and an hour, so that clients do not come back all at once. */
const MIN_TIMEOUT_S = 1800;

/** Answers a watch. Ends with its time, its client, the server, or when its reader is too slow. */
export async function handleWatch(scope: ResourceScope): Promise<void> {
  const { resource, response, representation, query, context, warnings } = scope;
  const options = parseListOptions(query, 'watch');
  const request = watchRequestOf(scope, options);
  const encode = watchEncoder(resource, { representation, query, now: context.now });
  response.writeHead(200, {
    'cache-control': 'no-cache, private',
    'content-type': representation.mediaType,
    ...warningHeaders(warnings),
  });
  response.flushHeaders();
  const timeoutMs = Math.round(timeoutOf(options) * 1000);
  const signal = AbortSignal.any([scope.signal, AbortSignal.timeout(timeoutMs)]);
  const stream = new WatchStream(response, encode);
  await stream.serve((onEvent) => resource.storage.watch({ ...request, timeoutMs }, onEvent, signal));
}

function watchRequestOf(scope: ResourceScope, options: ListOptions): WatchRequest {
  const { resourceVersion, sendInitialEvents, allowWatchBookmarks } = options;
  const problem = resourceVersion === undefined ? undefined : versionProblem(resourceVersion);
  const selection = selectionOf(scope, options);
  if (problem !== undefined) throw failure(problem);
  return {
    ...narrowed(selection, scope.info.name),
    allowBookmarks: allowWatchBookmarks,
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(sendInitialEvents !== undefined && { sendInitialEvents }),
  };
}

/** The old paths name the object that is watched. */
function narrowed<T extends { readonly name?: string }>(selection: T, name: string | undefined): T {
  if (name === undefined) return selection;
  if (selection.name !== undefined && selection.name !== name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  return { ...selection, name };
}

/** Timers cannot wait longer. */
const MAX_TIMEOUT_S = 2_000_000;

function timeoutOf({ timeoutSeconds = 0 }: ListOptions): number {
  return timeoutSeconds > 0 ? Math.min(timeoutSeconds, MAX_TIMEOUT_S) : MIN_TIMEOUT_S * (1 + Math.random());
}
