import { WireWriter } from '../../decoding/protobuf/wire-writer.ts';

type Json = Readonly<Record<string, unknown>>;
/** Writes the fields of a message. The writer goes from the end to the front, so the last comes first. */
type WriteMessage = (writer: WireWriter, value: Json) => void;
type FieldType = 'text' | 'texts' | 'truth' | 'integer' | 'double' | 'any' | 'anys' | WriteMessage;

/** By the name in JSON: the number in the message, and what it is. */
type Fields = Readonly<Record<string, readonly [number: number, type: FieldType]>>;

/** An OpenAPI v2 document as protobuf, by the messages of the gnostic project: kubectl takes no other form. */
export function openApiV2Protobuf(document: object): Buffer {
  const writer = new WireWriter();
  DOCUMENT(writer, document as Json);
  return writer.finish();
}

function message(fields: Fields, extensions?: number): WriteMessage {
  const ordered = Object.entries(fields).toReversed();
  return (writer, value) => {
    if (extensions !== undefined) writeExtensions(writer, extensions, value);
    for (const [name, [number, type]] of ordered)
      if (Object.hasOwn(value, name)) writeField(writer, number, type, value[name]);
  };
}

function writeField(writer: WireWriter, number: number, type: FieldType, value: unknown): void {
  if (typeof type === 'function') writer.message(number, () => type(writer, value as Json));
  else if (type === 'text') writer.string(number, value as string);
  else if (type === 'truth') writer.integer(number, value === true ? 1 : 0);
  else if (type === 'integer') writer.integer(number, value as number);
  else if (type === 'double') writer.double(number, value as number);
  else if (type === 'any') writeAny(writer, number, value);
  else
    for (const one of (value as unknown[]).toReversed())
      if (type === 'texts') writer.string(number, one as string);
      else writeAny(writer, number, one);
}

/** Anything at all is a text in it, of YAML: JSON is that too. */
function writeAny(writer: WireWriter, number: number, value: unknown): void {
  writer.message(number, () => writer.string(2, `${JSON.stringify(value)}\n`));
}

function writeExtensions(writer: WireWriter, number: number, value: Json): void {
  for (const [name, one] of Object.entries(value).toReversed()) {
    if (!name.startsWith('x-')) continue;
    writer.message(number, () => {
      writeAny(writer, 2, one);
      writer.string(1, name);
    });
  }
}

/** A message with nothing but pairs of a name and a value. */
function named(number: number, write: WriteMessage): WriteMessage {
  return (writer, value) => {
    for (const [name, one] of Object.entries(value).toReversed())
      writer.message(number, () => {
        writer.message(2, () => write(writer, one as Json));
        writer.string(1, name);
      });
  };
}

/** A message around another, in which it has this number. */
function within(number: number, write: WriteMessage): WriteMessage {
  return (writer, value) => writer.message(number, () => write(writer, value));
}

const each =
  (number: number, write: WriteMessage): ((writer: WireWriter, values: readonly Json[]) => void) =>
  (writer, values) => {
    for (const one of values.toReversed()) writer.message(number, () => write(writer, one));
  };

const SCHEMA: WriteMessage = (writer, value) => {
  writeExtensions(writer, 31, value);
  const { properties, allOf, items, type, additionalProperties } = value;
  if (properties !== undefined) writer.message(25, () => PROPERTIES(writer, properties as Json));
  if (Array.isArray(allOf)) each(24, SCHEMA)(writer, allOf as Json[]);
  if (items !== undefined) writer.message(23, () => within(1, SCHEMA)(writer, items as Json));
  if (type !== undefined) writer.message(22, () => writeField(writer, 1, 'texts', [type].flat()));
  if (additionalProperties !== undefined)
    writer.message(21, () => writeAdditional(writer, additionalProperties));
  SIMPLE_SCHEMA(writer, value);
};

function writeAdditional(writer: WireWriter, value: unknown): void {
  if (typeof value === 'boolean') writeField(writer, 2, 'truth', value);
  else within(1, SCHEMA)(writer, value as Json);
}

const PROPERTIES = named(1, SCHEMA);

const SIMPLE_SCHEMA = message({
  $ref: [1, 'text'],
  format: [2, 'text'],
  title: [3, 'text'],
  description: [4, 'text'],
  default: [5, 'any'],
  multipleOf: [6, 'double'],
  maximum: [7, 'double'],
  exclusiveMaximum: [8, 'truth'],
  minimum: [9, 'double'],
  exclusiveMinimum: [10, 'truth'],
  maxLength: [11, 'integer'],
  minLength: [12, 'integer'],
  pattern: [13, 'text'],
  maxItems: [14, 'integer'],
  minItems: [15, 'integer'],
  uniqueItems: [16, 'truth'],
  maxProperties: [17, 'integer'],
  minProperties: [18, 'integer'],
  required: [19, 'texts'],
  enum: [20, 'anys'],
});

const HEAD: Fields = { required: [1, 'truth'], in: [2, 'text'], description: [3, 'text'], name: [4, 'text'] };
const PATH_PARAMETER = message(
  { ...HEAD, type: [5, 'text'], format: [6, 'text'], uniqueItems: [19, 'truth'] },
  22,
);
const QUERY_PARAMETER = message(
  { ...HEAD, type: [6, 'text'], format: [7, 'text'], uniqueItems: [20, 'truth'] },
  23,
);
const BODY_PARAMETER = message(
  {
    description: [1, 'text'],
    name: [2, 'text'],
    in: [3, 'text'],
    required: [4, 'truth'],
    schema: [5, SCHEMA],
  },
  6,
);

const PARAMETER: WriteMessage = (writer, value) => {
  const nonBody = value['in'] === 'path' ? within(4, PATH_PARAMETER) : within(3, QUERY_PARAMETER);
  const write = value['in'] === 'body' ? within(1, BODY_PARAMETER) : within(2, nonBody);
  within(1, write)(writer, value);
};

const RESPONSE = within(1, message({ description: [1, 'text'], schema: [2, within(1, SCHEMA)] }, 5));

const OPERATION: WriteMessage = (writer, value) => {
  writeExtensions(writer, 13, value);
  writer.message(9, () => named(1, RESPONSE)(writer, (value['responses'] ?? {}) as Json));
  each(8, PARAMETER)(writer, (value['parameters'] ?? []) as Json[]);
};

const OPERATIONS = message({
  get: [2, OPERATION],
  put: [3, OPERATION],
  post: [4, OPERATION],
  delete: [5, OPERATION],
  options: [6, OPERATION],
  head: [7, OPERATION],
  patch: [8, OPERATION],
});

const PATH_ITEM: WriteMessage = (writer, value) => {
  writeExtensions(writer, 10, value);
  each(9, PARAMETER)(writer, (value['parameters'] ?? []) as Json[]);
  OPERATIONS(writer, value);
};

const DOCUMENT = message({
  swagger: [1, 'text'],
  info: [2, message({ title: [1, 'text'], version: [2, 'text'] })],
  paths: [8, named(2, PATH_ITEM)],
  definitions: [9, PROPERTIES],
});
