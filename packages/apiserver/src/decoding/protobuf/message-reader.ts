import type { GoField, GoStruct, GoType } from '@banyan/api';
import { DecodeError } from '../decode-error.ts';
import { setMember } from '../json/json-node.ts';
import { customMessage } from './custom-messages.ts';
import { ZERO_TIME } from './timestamp.ts';
import { WIRE, type TakeField, type WireReader } from './wire-reader.ts';

type Members = Record<string, unknown>;

/** Reads values of one type, each in one form of the wire. */
interface ValueReader {
  readonly wireType: number;
  /** `before` is what an earlier value of the same field left: messages go on with it. */
  read(reader: WireReader, before?: unknown): unknown;
}

/** What a number of a message stands for. */
type Place =
  | { readonly name: string; read(reader: WireReader, wireType: number, into: Members): void }
  /** Fields of an embedded struct, which is a message here and not in JSON. */
  | { readonly name: string; readonly embedded: Map<number, Place> };

const places = new WeakMap<GoStruct, Map<number, Place>>();

/** Reads the fields of a struct until the reader's end: the members that JSON would have. */
export function readStruct(struct: GoStruct, reader: WireReader): Members {
  const into: Members = {};
  reader.fields(struct.title, takerOf(placesIn(struct), reader, into));
  return into;
}

/** A struct that is a message within another. */
function readInner(struct: GoStruct, reader: WireReader, before: unknown = {}): Members {
  const into = before as Members;
  reader.message(struct.title, takerOf(placesIn(struct), reader, into));
  return into;
}

/** Worked out when a struct is first read, since it may hold itself. */
function placesIn(struct: GoStruct): Map<number, Place> {
  let known = places.get(struct);
  if (known === undefined) {
    known = placesOf(struct.fields);
    places.set(struct, known);
  }
  return known;
}

function takerOf(known: Map<number, Place>, reader: WireReader, into: Members): TakeField {
  return (number, wireType) => {
    const place = known.get(number);
    if (place === undefined) return false;
    if ('embedded' in place) {
      requireWireType(wireType, WIRE.bytes, place.name);
      reader.message(place.name, takerOf(place.embedded, reader, into));
    } else place.read(reader, wireType, into);
    return true;
  };
}

function placesOf(fields: readonly GoField[]): Map<number, Place> {
  const root = new Map<number, Place>();
  for (const field of fields) {
    const last = field.protobuf.at(-1);
    if (last === undefined) continue;
    let within = root;
    for (const [index, number] of field.protobuf.slice(0, -1).entries())
      within = embeddedAt(within, number, field.embeddedIn[index] ?? '');
    within.set(last, placeOf(field));
  }
  return root;
}

function embeddedAt(within: Map<number, Place>, number: number, name: string): Map<number, Place> {
  const known = within.get(number);
  if (known !== undefined && 'embedded' in known) return known.embedded;
  const embedded = new Map<number, Place>();
  within.set(number, { name, embedded });
  return embedded;
}

function placeOf({ name, type }: GoField): Place {
  if (type.kind === 'map') return mapPlace(name, type.of);
  if (type.kind === 'list' && type.isMessage !== true) return listPlace(name, type.of);
  const values = valueReader(type);
  const zeroes = zeroesOf(type);
  return {
    name,
    read: (reader, wireType, into) => {
      requireWireType(wireType, values.wireType, name);
      const before = into[name];
      const value = values.read(reader, before);
      if (before !== undefined || !zeroes.includes(value)) into[name] = value;
    },
  };
}

/** What is written for nothing, where there is no pointer: left out it is the same, and costs less. */
function zeroesOf({ kind }: GoType): readonly unknown[] {
  if (kind === 'custom') return Object.values(ZERO_TIME);
  return kind === 'string' || kind === 'bool' || kind === 'int' ? ['', false, 0] : [];
}

function listPlace(name: string, of: GoType): Place {
  const item = valueReader(of);
  return {
    name,
    read: (reader, wireType, into) => {
      const items = (into[name] ??= []) as unknown[];
      if (wireType === WIRE.bytes && item.wireType !== WIRE.bytes)
        reader.packed(() => items.push(item.read(reader)));
      else {
        requireWireType(wireType, item.wireType, name);
        items.push(item.read(reader));
      }
    },
  };
}

/** Entries are messages of a key and a value. What they say of the form of these is not looked at, as in Go. */
function mapPlace(name: string, of: GoType): Place {
  const item = valueReader(of);
  return {
    name,
    read: (reader, wireType, into) => {
      requireWireType(wireType, WIRE.bytes, name);
      let key = '';
      let value = emptyValue(of);
      reader.message(undefined, (number) => {
        if (number === 1) key = reader.string();
        else if (number === 2) value = item.read(reader);
        return number === 1 || number === 2;
      });
      setMember((into[name] ??= {}) as Members, key, value);
    },
  };
}

function valueReader(type: GoType): ValueReader {
  switch (type.kind) {
    case 'string':
      return { wireType: WIRE.bytes, read: (reader) => reader.string() };
    case 'bytes':
      return { wireType: WIRE.bytes, read: (reader) => reader.bytes().toString('base64') };
    case 'bool':
      return { wireType: WIRE.varint, read: (reader) => reader.bool() };
    case 'float':
      return { wireType: WIRE.fixed64, read: readFinite };
    case 'int':
    case 'uint':
      if (type.bits === 64) return { wireType: WIRE.varint, read: (reader) => reader.int64() };
      return { wireType: WIRE.varint, read: (reader) => reader.int32() };
    case 'pointer':
      return valueReader(type.of);
    case 'struct':
      return { wireType: WIRE.bytes, read: (reader, before) => readInner(type, reader, before) };
    case 'list':
      return wrappedList(type.of, type.text.slice(type.text.lastIndexOf('.') + 1));
    case 'custom': {
      const read = customMessage(type.name);
      return { wireType: WIRE.bytes, read: (reader) => read(reader, readInner) };
    }
    case 'map':
    case 'any':
      throw new Error(`${type.text} cannot be a value of protobuf`);
  }
}

/** Of an entry without one; null is what is written for nothing. */
function emptyValue({ kind }: GoType): unknown {
  if (kind === 'bytes') return '';
  return kind === 'list' ? [] : null;
}

/** A list that is a message of its own. */
function wrappedList(of: GoType, title: string): ValueReader {
  const items = listPlace('items', of);
  const known = new Map([[1, items]]);
  return {
    wireType: WIRE.bytes,
    read: (reader) => {
      const into: Members = { items: [] };
      reader.message(title, takerOf(known, reader, into));
      return into['items'];
    },
  };
}

/** JSON has no other numbers. */
function readFinite(reader: WireReader): number {
  const value = reader.double();
  if (!Number.isFinite(value)) throw new DecodeError('json: unsupported value');
  return value;
}

function requireWireType(is: number, should: number, field: string): void {
  if (is !== should) throw new DecodeError(`proto: wrong wireType = ${is} for field ${goName(field)}`);
}

/** What the field is called in Go, near enough. */
function goName(field: string): string {
  return field === 'metadata' ? 'ObjectMeta' : `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`;
}
