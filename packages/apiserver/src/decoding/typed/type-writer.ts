import type { GoField, GoStruct, GoType } from '@banyan/api';
import { setMember } from '../json/json-node.ts';
import { customType } from './custom-types.ts';
import { DOES_NOT_FIT, type Tally, type WriteInner } from './custom-type.ts';
import { bytesWriter, integerWriter, scalarWriter, type TypeWriter } from './scalar-writers.ts';

type Fields = Readonly<Record<string, unknown>>;

const writers = new WeakMap<GoType, TypeWriter>();

/** Made once for each type, when it is first needed. */
export function typeWriter(type: GoType): TypeWriter {
  let writer = writers.get(type);
  if (writer === undefined) {
    writer = makeWriter(type);
    writers.set(type, writer);
  }
  return writer;
}

function makeWriter(type: GoType): TypeWriter {
  switch (type.kind) {
    case 'bool':
      return scalarWriter(false, (value) => typeof value === 'boolean');
    case 'string':
      return scalarWriter('', (value) => typeof value === 'string');
    case 'float':
      return scalarWriter(0, (value) => typeof value === 'number');
    case 'int':
    case 'uint':
      return integerWriter(type.kind === 'int', type.bits);
    case 'bytes':
      return bytesWriter;
    case 'any':
      throw new Error('no type of Kubernetes holds just anything');
    case 'pointer':
      return pointerWriter(typeWriter(type.of));
    case 'list':
      return listWriter(type.of);
    case 'map':
      return mapWriter(type.of);
    case 'struct':
      return new StructWriter(type);
    case 'custom': {
      const custom = customType(type.name);
      return {
        zero: () => custom.zero,
        write: (value, tally) => custom.write(value, tally, writeInner),
        settle: (value) => (custom.settle === undefined ? value : custom.settle(value)),
      };
    }
  }
}

const writeInner: WriteInner = (type, value, tally) => typeWriter(type).write(value, tally);

function pointerWriter(to: TypeWriter): TypeWriter {
  return {
    zero: () => null,
    write: (value, tally) => to.write(value, tally),
    settle: (value, keepsEmpty) => to.settle(value, keepsEmpty) ?? value,
  };
}

function listWriter(of: GoType): TypeWriter {
  let item: TypeWriter | undefined;
  return {
    zero: () => null,
    write: (value, tally) => {
      if (!Array.isArray(value)) throw DOES_NOT_FIT;
      const writer = (item ??= typeWriter(of));
      return value.map((each) => (each === null ? writer.zero() : writer.write(each, tally)));
    },
    settle: (value, keepsEmpty) => {
      const items = value as unknown[];
      if (items.length === 0) return keepsEmpty ? items : undefined;
      const writer = (item ??= typeWriter(of));
      if (writer.isPlain !== true)
        for (const [i, each] of items.entries()) items[i] = settledMember(writer, each, keepsEmpty);
      return items;
    },
  };
}

/** Keys are written in order. */
function mapWriter(of: GoType): TypeWriter {
  let entry: TypeWriter | undefined;
  return {
    zero: () => null,
    write: (value, tally) => {
      if (typeof value !== 'object' || Array.isArray(value)) throw DOES_NOT_FIT;
      const writer = (entry ??= typeWriter(of));
      const keys = Object.keys(value as Fields);
      tally.members += keys.length;
      const written: Record<string, unknown> = {};
      for (const key of keys.sort()) {
        const each = (value as Fields)[key];
        setMember(written, key, each === null ? writer.zero() : writer.write(each, tally));
      }
      return written;
    },
    settle: (value, keepsEmpty) => {
      const map = value as Record<string, unknown>;
      const writer = (entry ??= typeWriter(of));
      if (writer.isPlain !== true)
        for (const key of Object.keys(map)) setMember(map, key, settledMember(writer, map[key], keepsEmpty));
      return map;
    },
  };
}

/** What stands in a list or a map stays there, empty or not. */
function settledMember(writer: TypeWriter, value: unknown, keepsEmpty: boolean): unknown {
  return value === null ? writer.zero() : (writer.settle(value, keepsEmpty) ?? value);
}

interface FieldWriter {
  readonly name: string;
  readonly writer: TypeWriter;
  /** Not written unless given. */
  readonly isOptional: boolean;
  /** Whether a value that was given is not written either. */
  readonly isOmitted: (written: unknown) => boolean;
}

/**
 * Fields are written in the order of the struct, and settled in the order in which they are. A field that the struct
 * does not have does not fit; who settles leaves it alone.
 */
class StructWriter implements TypeWriter {
  readonly #type: GoStruct;
  #writers: readonly FieldWriter[] | undefined;
  #byName: ReadonlyMap<string, FieldWriter> | undefined;
  #always: readonly FieldWriter[] = [];

  constructor(type: GoStruct) {
    this.#type = type;
  }

  zero(): unknown {
    return this.write({}, { members: 0 });
  }

  write(value: unknown, tally: Tally): unknown {
    if (typeof value !== 'object' || Array.isArray(value)) throw DOES_NOT_FIT;
    const given = Object.keys(value as Fields).length;
    const written: Record<string, unknown> = {};
    let known = 0;
    for (const { name, writer, isOptional, isOmitted } of this.#fieldWriters()) {
      const each = (value as Fields)[name];
      if (each !== undefined) known += 1;
      if (each === undefined || each === null) {
        if (!isOptional) written[name] = writer.zero();
        continue;
      }
      const out = writer.write(each, tally);
      if (!isOmitted(out)) written[name] = out;
    }
    if (known !== given) throw DOES_NOT_FIT;
    tally.members += given;
    return written;
  }

  settle(value: unknown, keepsEmpty: boolean): unknown {
    const object = value as Record<string, unknown>;
    const byName = this.#fieldsByName();
    for (const name of Object.keys(object)) {
      const field = byName.get(name);
      if (field === undefined) continue;
      const each = object[name];
      const settled = each === undefined || each === null ? undefined : field.writer.settle(each, keepsEmpty);
      if (settled === undefined || field.isOmitted(settled)) delete object[name];
      else if (settled !== each) object[name] = settled;
    }
    for (const { name, writer } of this.#always) if (object[name] === undefined) object[name] = writer.zero();
    return object;
  }

  #fieldsByName(): ReadonlyMap<string, FieldWriter> {
    if (this.#byName === undefined) {
      const fields = this.#fieldWriters();
      this.#always = fields.filter(({ isOptional }) => !isOptional);
      this.#byName = new Map(fields.map((field) => [field.name, field]));
    }
    return this.#byName;
  }

  /** Made late, since a struct may hold itself. */
  #fieldWriters(): readonly FieldWriter[] {
    this.#writers ??= this.#type.fields.map(fieldWriter);
    return this.#writers;
  }
}

function fieldWriter({ name, type, omitEmpty, omitZero }: GoField): FieldWriter {
  const isOptional = omitZero || (omitEmpty && type.kind !== 'struct' && type.kind !== 'custom');
  return {
    name,
    writer: typeWriter(type),
    isOptional,
    isOmitted: isOptional ? emptiness(type) : () => false,
  };
}

/** Which values of a type are empty, as they are written. A pointer to something empty is not. */
function emptiness({ kind }: GoType): (written: unknown) => boolean {
  switch (kind) {
    case 'pointer':
      return () => false;
    case 'list':
      return (written) => (written as unknown[]).length === 0;
    case 'map':
      return (written) => Object.keys(written as Fields).length === 0;
    default:
      return (written) => written === null || written === false || written === 0 || written === '';
  }
}
