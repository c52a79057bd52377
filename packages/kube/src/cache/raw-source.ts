import { isStatus } from '@banyan/api';
import { resourcePath } from '../client/request-path.ts';
import { KubeError } from '../errors/kube-error.ts';
import { errorFromResponse, errorFromStatus } from '../errors/status-error.ts';
import { isNamed, NOT_READ, scanArray, scanObject, skipSpace, skipValue, stringAt } from './json-scan.ts';
import type { RawListerWatcher, WatchScope } from './lister-watcher.ts';
import { describeScope, itemKind } from './object-source.ts';
import type { RawObject } from './raw-object.ts';
import { RawScan } from './raw-scan.ts';
import type { ReflectorSource, SourceEvent, SourceListOptions, SourcePage } from './reflector-source.ts';

export interface RawSourceOptions {
  readonly client: RawListerWatcher;
  readonly scope: WatchScope;
  readonly dropManagedFields: boolean;
}

/** Objects as bytes: found and keyed by one scan, without building values. */
export function rawSource({
  client,
  scope,
  dropManagedFields,
}: RawSourceOptions): ReflectorSource<RawObject> {
  const { resource, namespace, labelSelector, fieldSelector } = scope;
  const selection = { namespace, labelSelector, fieldSelector };
  const description = describeScope(scope);
  return {
    description,
    listPage: async (options) => {
      const body = await fetchPage({ client, scope, description }, options);
      return scanPage(body, dropManagedFields);
    },
    watch: async function* (watch) {
      const lines = client.watchLines(resource, { ...selection, allowBookmarks: true, ...watch });
      for await (const line of lines) yield scanEvent(line, dropManagedFields, description);
    },
  };
}

interface PageRequest {
  readonly client: RawListerWatcher;
  readonly scope: WatchScope;
  readonly description: string;
}

async function fetchPage(
  { client, scope, description }: PageRequest,
  options: SourceListOptions,
): Promise<Buffer> {
  const { namespace, labelSelector, fieldSelector } = scope;
  const path = resourcePath(scope.resource, {
    ...(namespace !== undefined && { namespace }),
    query: { labelSelector, fieldSelector, limit: options.limit, continue: options.continue },
  });
  const headers = { accept: 'application/json' };
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  const response = await client.request({ method: 'GET', path, headers, signal });
  const chunks: Buffer[] = [];
  for await (const chunk of response.body as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (response.status === 200) return body;
  throw errorFromResponse(
    { httpStatus: response.status, body: body.toString('utf8') },
    { what: 'list', where: description },
  );
}

function scanPage(body: Buffer, dropManagedFields: boolean): SourcePage<RawObject> {
  const list = { kind: '', apiVersion: '', resourceVersion: '', continue: '' };
  const scan = new RawScan(body, dropManagedFields);
  let isList = false;
  const readString = (name: keyof typeof list, start: number): number => {
    const end = skipValue(body, start);
    list[name] = stringAt(body, start, end);
    return end;
  };
  scanObject(body, skipSpace(body, 0), (member) => {
    if (isNamed(body, member, 'kind')) return readString('kind', member.valueStart);
    if (isNamed(body, member, 'apiVersion')) return readString('apiVersion', member.valueStart);
    if (isNamed(body, member, 'items')) {
      isList = true;
      return scanArray(body, member.valueStart, (start) => scan.read(start));
    }
    if (!isNamed(body, member, 'metadata')) return NOT_READ;
    return scanObject(body, member.valueStart, (meta) => {
      if (isNamed(body, meta, 'resourceVersion')) return readString('resourceVersion', meta.valueStart);
      if (isNamed(body, meta, 'continue')) return readString('continue', meta.valueStart);
      return NOT_READ;
    });
  });
  if (!isList)
    throw new KubeError('BadResponse', `the server sent a ${list.kind || 'body'} instead of a list`);
  const { resourceVersion, continue: next } = list;
  const items = scan.objects({ apiVersion: list.apiVersion, kind: itemKind(list.kind) });
  return { items, resourceVersion, ...(next !== '' && { continue: next }) };
}

/** Objects in events say their kind themselves. */
const SAID_BY_OBJECT = { apiVersion: '', kind: '' };

function scanEvent(line: Buffer, dropManagedFields: boolean, where: string): SourceEvent<RawObject> {
  let type = '';
  let objectAt = -1;
  scanObject(line, skipSpace(line, 0), (member) => {
    const { valueStart } = member;
    const end = skipValue(line, valueStart);
    if (isNamed(line, member, 'type')) type = stringAt(line, valueStart, end);
    else if (isNamed(line, member, 'object')) objectAt = valueStart;
    return end;
  });
  if (objectAt < 0) throw new KubeError('BadResponse', `the watch of ${where} sent an event of nothing`);
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED': {
      const scan = new RawScan(line, dropManagedFields);
      scan.read(objectAt);
      const [item] = scan.objects(SAID_BY_OBJECT);
      if (item === undefined) throw eventError(line, where);
      return { type, item, resourceVersion: item.resourceVersion };
    }
    case 'BOOKMARK':
      return { type, resourceVersion: bookmarkVersion(line) };
    default:
      throw eventError(line, where);
  }
}

function bookmarkVersion(line: Buffer): string {
  const bookmark = parseObject(line) as { metadata?: { resourceVersion?: string } } | undefined;
  return bookmark?.metadata?.resourceVersion ?? '';
}

function eventError(line: Buffer, where: string): KubeError {
  const status = parseObject(line);
  if (isStatus(status)) return errorFromStatus(status, { what: 'watch', where });
  return new KubeError('BadResponse', `the watch of ${where} sent an event of an unknown type`);
}

function parseObject(line: Buffer): unknown {
  try {
    return (JSON.parse(line.toString('utf8')) as { object?: unknown }).object;
  } catch (cause) {
    throw new KubeError('BadResponse', 'the watch sent an event that is no JSON', { cause });
  }
}
