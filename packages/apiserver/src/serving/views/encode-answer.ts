import type { KeptObject, ListResult } from '../../registry/resource-storage.ts';
import { apiVersionOf } from '../../registry/api-version.ts';
import type { ServedResource } from '../../registry/served-resource.ts';
import { writeProtobuf } from '../../decoding/protobuf/write-protobuf.ts';
import { notAsProtobuf, PROTOBUF, type ObjectView, type Representation } from '../negotiate.ts';
import { partialObject, requireViewOf } from './metadata-view.ts';
import { listItemJson, objectJson } from './object-json.ts';
import { exactJson, parseExactJson } from '../../decoding/json/exact-json.ts';
import { parseIncludeObject, tableOf } from './table-view.ts';
import { yamlText } from './yaml-text.ts';

/** Lists that are longer go out in parts of about this many characters. */
const PART_LENGTH = 256 * 1024;

/** How the client wants to see what it asked for. */
export interface AnswerForm {
  readonly representation: Representation;
  readonly query: URLSearchParams;
  readonly now: Date;
}

/** One object as the body of an answer. Throws 406 for a form that it cannot have. */
export function encodeObject(resource: ServedResource, kept: KeptObject, form: AnswerForm): string | Buffer {
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
export function encodeList(
  resource: ServedResource,
  list: ListResult,
  form: AnswerForm,
): string | Buffer | Iterable<string> {
  const metadata = listMetadata(list);
  const { as: view, mediaType, pretty } = form.representation;
  if (view === undefined) {
    const meta = JSON.stringify(resource.custom === undefined ? metadata : { continue: '', ...metadata });
    const start = `{"kind":"${resource.listKind}","apiVersion":"${apiVersionOf(resource)}","metadata":${meta}`;
    const parts = listParts(`${start},"items":[`, resource, list.items);
    const isLong = list.items.reduce((sum, { json }) => sum + json.length, 0) > PART_LENGTH;
    if (isLong && mediaType === 'application/json' && !pretty) return withEnd(parts, '\n');
    return encodeJson([...parts].join(''), form.representation);
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

/** A list in pieces of some length, made one at a time from what is kept. */
function* listParts(
  start: string,
  resource: ServedResource,
  items: readonly KeptObject[],
): Generator<string, void, void> {
  let part: string[] = [start];
  let length = 0;
  for (const [i, item] of items.entries()) {
    const json = listItemJson(resource, item);
    part.push(i === 0 ? '' : ',', json);
    length += json.length;
    if (length < PART_LENGTH) continue;
    yield part.join('');
    [part, length] = [[], 0];
  }
  yield `${part.join('')}]}`;
}

function* withEnd(parts: Iterable<string>, end: string): Generator<string, void, void> {
  yield* parts;
  yield end;
}

/** Anything else that is answered, a Status for one. */
export function encodeValue(value: object, representation: Representation): string | Buffer {
  if (representation.mediaType === PROTOBUF) return encodeProtobuf(value);
  if (representation.mediaType === 'application/yaml') return yamlText(value);
  return representation.pretty ? exactJson(value, 2) : `${exactJson(value)}\n`;
}

function encodeProtobuf(value: object): Buffer {
  const bytes = writeProtobuf(value);
  if (bytes === undefined) throw notAsProtobuf(false);
  return bytes;
}

function encodeJson(json: string, representation: Representation): string | Buffer {
  const isPlain = representation.mediaType === 'application/json' && !representation.pretty;
  return isPlain ? `${json}\n` : encodeValue(parseExactJson(json) as object, representation);
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
