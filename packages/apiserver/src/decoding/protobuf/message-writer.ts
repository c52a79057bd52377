import type { GoField, GoStruct, GoType } from '@banyan/api';
import { customMessageWriter } from './custom-message-writers.ts';
import type { WireWriter } from './wire-writer.ts';

type Members = Readonly<Record<string, unknown>>;

/** Writes a field's value; what is not given is undefined or null. */
type WriteValue = (out: WireWriter, field: number, value: unknown) => void;
/** Writes what a message has under one number. */
type WritePlace = (out: WireWriter, members: Members) => void;

const places = new WeakMap<GoStruct, readonly WritePlace[]>();

/** Writes the fields of a struct, from members as JSON has them. Values must fit their types. */
export function writeStruct(struct: GoStruct, out: WireWriter, members: Members): void {
  let known = places.get(struct);
  if (known === undefined) {
    known = placesOf(struct.fields, 0);
    places.set(struct, known);
  }
  for (const write of known) write(out, members);
}

/** The highest number first; embedded structs are messages of their own. */
function placesOf(fields: readonly GoField[], depth: number): WritePlace[] {
  const byNumber = Map.groupBy(
    fields.filter(({ protobuf }) => protobuf.length > depth),
    ({ protobuf }) => protobuf[depth] ?? 0,
  );
  return [...byNumber]
    .toSorted(([a], [b]) => b - a)
    .map(([number, within]) => {
      const [first] = within;
      if (first !== undefined && first.protobuf.length === depth + 1) return placeOf(first, number);
      const inner = placesOf(within, depth + 1);
      return (out, members) =>
        out.message(number, () => {
          for (const write of inner) write(out, members);
        });
    });
}

function placeOf({ name, type, omitEmpty }: GoField, number: number): WritePlace {
  const write = valueWriter(type);
  if (type.kind !== 'pointer' || type.of.kind !== 'custom' || !omitEmpty)
    return (out, members) => write(out, number, members[name]);
  // A pointer to a time that is not set: not given it would not be there.
  return (out, members) => {
    if (members[name] === null) out.message(number, () => {});
    else write(out, number, members[name]);
  };
}

/** What is no pointer is always written, be it zero. */
function valueWriter(type: GoType): WriteValue {
  switch (type.kind) {
    case 'string':
      return (out, field, value) => out.string(field, typeof value === 'string' ? value : '');
    case 'bool':
      return (out, field, value) => out.integer(field, value === true ? 1 : 0);
    case 'int':
    case 'uint':
      return (out, field, value) => out.integer(field, (value ?? 0) as number | bigint);
    case 'float':
      return (out, field, value) => out.double(field, (value ?? 0) as number);
    case 'bytes':
      return ifGiven((out, field, value) => out.bytes(field, Buffer.from(value as string, 'base64')));
    case 'pointer':
      return ifGiven(valueWriter(type.of));
    case 'struct':
      return (out, field, value) =>
        out.message(field, () => writeStruct(type, out, (value ?? {}) as Members));
    case 'list':
      return type.isMessage === true ? wrappedList(type.of) : listWriter(type.of);
    case 'map':
      return ifGiven(mapWriter(type.of));
    case 'custom': {
      const write = customMessageWriter(type.name);
      return (out, field, value) => out.message(field, () => write(out, value, writeStruct));
    }
    case 'any':
      throw new Error(`${type.text} cannot be a value of protobuf`);
  }
}

function ifGiven(write: WriteValue): WriteValue {
  return (out, field, value) => {
    if (value !== undefined && value !== null) write(out, field, value);
  };
}

function listWriter(of: GoType): WriteValue {
  let write: WriteValue | undefined;
  return (out, field, value) => {
    write ??= valueWriter(of);
    const items = (value ?? []) as readonly unknown[];
    for (let index = items.length - 1; index >= 0; index -= 1) write(out, field, items[index]);
  };
}

function wrappedList(of: GoType): WriteValue {
  const write = listWriter(of);
  return (out, field, value) => out.message(field, () => write(out, 1, value));
}

/** In the order of the keys' bytes. */
function mapWriter(of: GoType): WriteValue {
  const write = valueWriter(of);
  return (out, field, value) => {
    const members = value as Members;
    for (const key of Object.keys(members).sort().toReversed()) {
      out.message(field, () => {
        write(out, 2, members[key]);
        out.string(1, key);
      });
    }
  };
}
