import type { GoStruct } from '@banyan/api';
import { DecodeError } from '../decode-error.ts';
import { parseExactJson } from '../json/exact-json.ts';
import { MAX_KEPT_DEPTH, tooDeep } from '../json/json-node.ts';
import { JsonSyntaxError } from '../json/json-syntax.ts';
import { utf8Text } from '../json/json-text.ts';
import { scanJson } from '../json/scan-json.ts';
import { parseGoQuantity } from '../typed/go-quantity.ts';
import { schemaProps } from '../typed/raw-custom-types.ts';
import { readTimestamp } from './timestamp.ts';
import { WIRE, type WireReader } from './wire-reader.ts';

type ReadInner = (struct: GoStruct, reader: WireReader) => unknown;
/** The value that JSON would have, from a message. */
type ReadMessage = (reader: WireReader, readInner: ReadInner) => unknown;

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const EXTENSIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

/** Looked at once more when it is written. */
const USUAL_QUANTITY = /^\d{1,12}(?:m|[KMGT]i)?$/;

const CUSTOM_MESSAGES: ReadonlyMap<string, ReadMessage> = new Map([
  [`${META}.Time`, (reader) => readTimestamp(reader, 'seconds')],
  [`${META}.MicroTime`, (reader) => readTimestamp(reader, 'microseconds')],
  [`${META}.FieldsV1`, readRaw],
  ['io.k8s.apimachinery.pkg.runtime.RawExtension', readRaw],
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', readQuantity],
  ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', readIntOrString],
  [`${EXTENSIONS}.JSON`, readRaw],
  [`${EXTENSIONS}.JSONSchemaPropsOrBool`, readSchemaOrBool],
  [
    `${EXTENSIONS}.JSONSchemaPropsOrArray`,
    (reader, readInner) => readSchemaOrList(reader, readInner, readInner),
  ],
  [
    `${EXTENSIONS}.JSONSchemaPropsOrStringArray`,
    (reader, readInner) => readSchemaOrList(reader, readInner, () => reader.string()),
  ],
] satisfies [string, ReadMessage][]);

/** Of a type that reads its JSON itself; a type that is not here would have to be written first. */
export function customMessage(name: string): ReadMessage {
  const read = CUSTOM_MESSAGES.get(name);
  if (read === undefined) throw new Error(`nobody knows how ${name} reads its protobuf`);
  return read;
}

/** JSON in a field. */
function readRaw(reader: WireReader): unknown {
  let raw: Buffer = Buffer.alloc(0);
  reader.message('RawExtension', (field, wireType) => {
    if (field !== 1 || wireType !== WIRE.bytes) return false;
    raw = reader.bytes();
    return true;
  });
  if (raw.length === 0) return null;
  const value = parsedRaw(utf8Text(raw));
  // It is JSON: only such a text can be scanned. The object that it is in is a level too.
  if (reader.depth + scanJson(raw).depth >= MAX_KEPT_DEPTH) throw tooDeep();
  return value;
}

function parsedRaw(raw: string): unknown {
  try {
    return parseExactJson(raw);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonSyntaxError)
      throw new DecodeError(`a raw field does not hold JSON: ${error.message}`);
    throw error;
  }
}

function readQuantity(reader: WireReader): string {
  let quantity = '0';
  reader.message('Quantity', (field, wireType) => {
    if (field !== 1 || wireType !== WIRE.bytes) return false;
    quantity = reader.string();
    if (!USUAL_QUANTITY.test(quantity)) requireQuantity(quantity);
    return true;
  });
  return quantity;
}

function requireQuantity(text: string): void {
  const parsed = parseGoQuantity(text);
  if ('error' in parsed) throw new DecodeError(parsed.error);
}

function readIntOrString(reader: WireReader): number | string {
  let isText = false;
  let integer = 0;
  let text = '';
  reader.message('IntOrString', (field, wireType) => {
    if (field === 1 && wireType === WIRE.varint) isText = isTextual(reader.int64());
    else if (field === 2 && wireType === WIRE.varint) integer = reader.int32();
    else if (field === 3 && wireType === WIRE.bytes) text = reader.string();
    else return false;
    return true;
  });
  return isText ? text : integer;
}

function isTextual(type: number | bigint): boolean {
  if (type !== 0 && type !== 1) throw new DecodeError('impossible IntOrString.Type');
  return type === 1;
}

function readSchemaOrBool(reader: WireReader, readInner: ReadInner): unknown {
  let allows = false;
  let schema: unknown;
  reader.message('JSONSchemaPropsOrBool', (field, wireType) => {
    if (field === 1 && wireType === WIRE.varint) allows = reader.bool();
    else if (field === 2 && wireType === WIRE.bytes) schema = readInner(schemaProps(), reader);
    else return false;
    return true;
  });
  return schema ?? allows;
}

function readSchemaOrList(
  reader: WireReader,
  readInner: ReadInner,
  readItem: (struct: GoStruct, reader: WireReader) => unknown,
): unknown {
  let schema: unknown = null;
  const items: unknown[] = [];
  reader.message('JSONSchemaPropsOrArray', (field, wireType) => {
    if (wireType !== WIRE.bytes || field > 2) return false;
    if (field === 1) schema = readInner(schemaProps(), reader);
    else items.push(readItem(schemaProps(), reader));
    return true;
  });
  return items.length > 0 ? items : schema;
}
