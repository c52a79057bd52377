import type { KeptObject, ListResult } from '../../registry/resource-storage.ts';
import { apiVersionOf } from '../../registry/api-version.ts';
import type { ServedResource } from '../../registry/served-resource.ts';
import type { ObjectView, Representation } from '../negotiate.ts';
import { partialObject, requireViewOf } from './metadata-view.ts';
import { listItemJson, objectJson } from './object-json.ts';
import { parseIncludeObject, tableOf } from './table-view.ts';
import { yamlText } from './yaml-text.ts';

/** How the client wants to see what it asked for. */
export interface AnswerForm {
  readonly representation: Representation;
  readonly query: URLSearchParams;
  readonly now: Date;
}

/** One object as the body of an answer. Throws 406 for a form that it cannot have. */
export function encodeObject(resource: ServedResource, kept: KeptObject, form: AnswerForm): string {
  const view = form.representation.as;
  if (view === undefined) return encodeJson(objectJson(resource, kept), form.representation);
  requireViewOf('object', view, resource);
  if (view.kind !== 'Table') return encodeValue(partialObject(kept.object, view), form.representation);
  const { resourceVersion } = kept.object.metadata;
  const metadata = resourceVersion === undefined ? {} : { resourceVersion };
  return encodeValue(
    tableOf(resource, [kept.object], metadata, tableRequest(view, form)),
    form.representation,
  );
}

/** A list as the body of an answer, put together from what is kept. */
export function encodeList(resource: ServedResource, list: ListResult, form: AnswerForm): string {
  const metadata = listMetadata(list);
  const view = form.representation.as;
  if (view === undefined) {
    const items = list.items.map((item) => listItemJson(resource, item));
    const meta = JSON.stringify(resource.custom === undefined ? metadata : { continue: '', ...metadata });
    const start = `{"kind":"${resource.listKind}","apiVersion":"${apiVersionOf(resource)}","metadata":${meta}`;
    return encodeJson(`${start},"items":[${items.join(',')}]}`, form.representation);
  }
  requireViewOf('list', view, resource);
  const objects = list.items.map(({ object }) => object);
  if (view.kind === 'Table') {
    return encodeValue(tableOf(resource, objects, metadata, tableRequest(view, form)), form.representation);
  }
  const items = objects.map((object) => partialObject(object, view));
  const apiVersion = `meta.k8s.io/${view.version}`;
  return encodeValue({ kind: 'PartialObjectMetadataList', apiVersion, metadata, items }, form.representation);
}

/** Anything else that is answered, a Status for one. */
export function encodeValue(value: unknown, representation: Representation): string {
  if (representation.mediaType === 'application/yaml') return yamlText(value);
  return representation.pretty ? JSON.stringify(value, undefined, 2) : `${JSON.stringify(value)}\n`;
}

function encodeJson(json: string, representation: Representation): string {
  const isPlain = representation.mediaType === 'application/json' && !representation.pretty;
  return isPlain ? `${json}\n` : encodeValue(JSON.parse(json), representation);
}

function tableRequest(view: ObjectView, { query, now }: AnswerForm) {
  return { view, include: parseIncludeObject(query.get('includeObject')), now };
}

function listMetadata({ resourceVersion, continue: token, remainingItemCount }: ListResult): object {
  return {
    resourceVersion,
    ...(token !== undefined && { continue: token }),
    ...(remainingItemCount !== undefined && { remainingItemCount }),
  };
}
