import type { KubeObject } from '@banyan/api';
import { emptyKind } from '../../decoding/typed/empty-kind.ts';
import { exactJson } from '../../decoding/json/exact-json.ts';
import type { KeptEvent, KeptObject } from '../../registry/resource-storage.ts';
import { apiVersionOf } from '../../registry/api-version.ts';
import type { ServedResource } from '../../registry/served-resource.ts';
import type { Representation } from '../negotiate.ts';
import { partialObject } from './metadata-view.ts';
import { objectJson } from './object-json.ts';
import { parseIncludeObject, tableOf } from './table-view.ts';

export interface WatchForm {
  readonly representation: Representation;
  readonly query: URLSearchParams;
  readonly now: () => Date;
}

/** One event as a line of the stream. */
export type WatchEncoder = (event: KeptEvent) => Buffer;

/** Watchers of one form see the same bytes: the latest lines are kept, so that each is made once for all of them. */
const LINES_KEPT = 256;
const linesOf = new WeakMap<ServedResource, Map<string, Map<KeptObject, Buffer>>>();

/** Events are written as JSON, whatever else was asked for. */
export function watchEncoder(resource: ServedResource, form: WatchForm): WatchEncoder {
  const view = form.representation.as;
  if (view?.kind === 'Table') return tableEncoder(resource, form);
  const toJson = (event: KeptEvent): string => {
    const kept = event.type === 'BOOKMARK' ? bookmarkOf(resource, event.item) : event.item;
    return view === undefined ? objectJson(resource, kept) : exactJson(partialObject(kept.object, view));
  };
  const lines = linesFor(resource, view === undefined ? 'object' : `${view.kind}/${view.version}`);
  return (event) => {
    const made = lines(event.type).get(event.item);
    if (made !== undefined) return made;
    const line = Buffer.from(`{"type":"${event.type}","object":${toJson(event)}}\n`);
    remember(lines(event.type), event.item, line);
    return line;
  };
}

/** Rows depend on the time, and columns go out once a stream: nothing of it is shared. */
function tableEncoder(resource: ServedResource, { representation, query, now }: WatchForm): WatchEncoder {
  const view = representation.as ?? { kind: 'Table', version: 'v1' };
  const include = parseIncludeObject(query.get('includeObject'));
  let isFirst = true;
  return ({ type, item }) => {
    const object = type === 'BOOKMARK' ? bookmarkOf(resource, item).object : item.object;
    const metadata = { resourceVersion: object.metadata.resourceVersion };
    const table = tableOf(resource, [object], metadata, { view, include, now: now() });
    const shown = isFirst ? table : { ...table, columnDefinitions: null };
    isFirst = false;
    return Buffer.from(`${exactJson({ type, object: shown })}\n`);
  };
}

/** A bookmark is an empty object of the kind with nothing but a version. */
function bookmarkOf(resource: ServedResource, { object }: KeptObject): KeptObject {
  const empty = resource.custom === undefined ? emptyKind(resource) : {};
  const { resourceVersion, annotations } = object.metadata;
  const metadata = { resourceVersion, ...(annotations && { annotations }) };
  const shown = { kind: resource.kind, apiVersion: apiVersionOf(resource), ...empty, metadata } as KubeObject;
  return { object: shown, json: JSON.stringify(shown) };
}

function linesFor(resource: ServedResource, form: string): (type: string) => Map<KeptObject, Buffer> {
  const ofResource = linesOf.get(resource) ?? new Map<string, Map<KeptObject, Buffer>>();
  linesOf.set(resource, ofResource);
  return (type) => {
    const key = `${form} ${type}`;
    const lines = ofResource.get(key) ?? new Map<KeptObject, Buffer>();
    ofResource.set(key, lines);
    return lines;
  };
}

function remember(lines: Map<KeptObject, Buffer>, item: KeptObject, line: Buffer): void {
  lines.set(item, line);
  if (lines.size <= LINES_KEPT) return;
  const [oldest] = lines.keys();
  if (oldest !== undefined) lines.delete(oldest);
}
