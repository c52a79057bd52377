import type { GoStruct } from '@banyan/api';
import { exactJson } from '../json/exact-json.ts';
import { schemaProps } from '../typed/raw-custom-types.ts';
import type { WireWriter } from './wire-writer.ts';

type Members = Readonly<Record<string, unknown>>;
type WriteInner = (struct: GoStruct, out: WireWriter, members: Members) => void;
/** Writes a message from the value that JSON has; undefined or null if it was not given. */
type WriteMessage = (out: WireWriter, value: unknown, writeInner: WriteInner) => void;

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const EXTENSIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

const WRITERS: ReadonlyMap<string, WriteMessage> = new Map([
  [`${META}.Time`, writeTimestamp],
  [`${META}.MicroTime`, writeTimestamp],
  [`${META}.FieldsV1`, writeRaw],
  ['io.k8s.apimachinery.pkg.runtime.RawExtension', writeRaw],
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', writeQuantity],
  ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', writeIntOrString],
  [`${EXTENSIONS}.JSON`, writeRaw],
  [`${EXTENSIONS}.JSONSchemaPropsOrBool`, writeSchemaOrBool],
  [`${EXTENSIONS}.JSONSchemaPropsOrArray`, writeSchemaOrList],
  [`${EXTENSIONS}.JSONSchemaPropsOrStringArray`, writeSchemaOrList],
] satisfies [string, WriteMessage][]);

/** Of a type that writes its JSON itself; a type that is not here would have to be written first. */
export function customMessageWriter(name: string): WriteMessage {
  const write = WRITERS.get(name);
  if (write === undefined) throw new Error(`nobody knows how ${name} writes its protobuf`);
  return write;
}

function writeTimestamp(out: WireWriter, value: unknown): void {
  if (typeof value !== 'string') return;
  const [, micros = '0'] = /\.(\d{6})Z$/.exec(value) ?? [];
  out.integer(2, Number(micros) * 1000);
  out.integer(1, Math.floor(Date.parse(value) / 1000));
}

function writeRaw(out: WireWriter, value: unknown): void {
  if (value === undefined || value === null) return;
  const text = typeof value === 'object' ? exactJson(value) : JSON.stringify(value);
  out.bytes(1, Buffer.from(text));
}

function writeQuantity(out: WireWriter, value: unknown): void {
  out.string(1, typeof value === 'string' ? value : '0');
}

function writeIntOrString(out: WireWriter, value: unknown): void {
  const isText = typeof value === 'string';
  out.string(3, isText ? value : '');
  out.integer(2, typeof value === 'number' ? value : 0);
  out.integer(1, isText ? 1 : 0);
}

function writeSchemaOrBool(out: WireWriter, value: unknown, writeInner: WriteInner): void {
  if (typeof value === 'object' && value !== null)
    out.message(2, () => writeInner(schemaProps(), out, value as Members));
  out.integer(1, value === false || value === undefined || value === null ? 0 : 1);
}

/** Of schemas, or of names. */
function writeSchemaOrList(out: WireWriter, value: unknown, writeInner: WriteInner): void {
  if (!Array.isArray(value)) {
    if (typeof value === 'object' && value !== null)
      out.message(1, () => writeInner(schemaProps(), out, value as Members));
    return;
  }
  for (const item of value.toReversed()) {
    if (typeof item === 'string') out.string(2, item);
    else out.message(2, () => writeInner(schemaProps(), out, item as Members));
  }
}
