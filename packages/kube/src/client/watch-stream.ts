import type { GroupVersionResource, KubeObject } from '@banyan/api';
import { isStatus } from '@banyan/api';
import { KubeError } from '../errors/kube-error.ts';
import { errorFromStatus, type RequestSubject } from '../errors/status-error.ts';
import { LineSplitter } from './line-splitter.ts';
import type { RawRequest, WatchEvent, WatchOptions } from './request-options.ts';
import { acceptHeaders } from './request-parts.ts';
import { resourcePath } from './request-path.ts';

export function watchRequest(resource: GroupVersionResource, options: WatchOptions): RawRequest {
  const path = resourcePath(resource, {
    ...(options.namespace !== undefined && { namespace: options.namespace }),
    query: {
      watch: true,
      labelSelector: options.labelSelector,
      fieldSelector: options.fieldSelector,
      resourceVersion: options.resourceVersion,
      resourceVersionMatch: options.resourceVersionMatch,
      allowWatchBookmarks: options.allowBookmarks === true ? true : undefined,
      sendInitialEvents: options.sendInitialEvents,
      timeoutSeconds: options.timeoutSeconds,
    },
  });
  return {
    method: 'GET',
    path,
    headers: acceptHeaders('PartialObjectMetadata', options.metadataOnly),
    pool: 'stream',
    signal: options.signal,
    ...(options.impersonate !== undefined && { impersonate: options.impersonate }),
  };
}

/** Complete lines only: what comes after the last newline is the torso of an event, and dropped. */
export async function* readWatchLines(
  chunks: AsyncIterable<Buffer>,
  maxLineBytes: number,
): AsyncGenerator<Buffer, void, void> {
  const splitter = new LineSplitter(maxLineBytes);
  for await (const chunk of chunks) yield* splitter.push(chunk);
}

/** Throws the KubeError of an ERROR event. */
export function parseWatchEvent<T extends KubeObject>(line: Buffer, subject: RequestSubject): WatchEvent<T> {
  const event = parseLine(line, subject);
  switch (event.type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
    case 'BOOKMARK':
      return { type: event.type, object: event.object as T };
    case 'ERROR':
      if (isStatus(event.object)) throw errorFromStatus(event.object, subject);
      break;
    default:
  }
  const excerpt = line.toString('utf8', 0, 200);
  throw new KubeError('BadResponse', `${subject.what}: not an event: ${excerpt} (${subject.where})`);
}

function parseLine(line: Buffer, subject: RequestSubject): { type?: unknown; object?: unknown } {
  try {
    const parsed: unknown = JSON.parse(line.toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null) return parsed;
    return {};
  } catch (cause) {
    throw new KubeError('BadResponse', `${subject.what}: an event is not JSON (${subject.where})`, { cause });
  }
}
