import type { GoField, GoStruct, GoType } from '@banyan/api';
import { setMember } from '../json/json-node.ts';
import { customType } from './custom-types.ts';
import { DOES_NOT_FIT, type Tally, type WriteInner } from './custom-type.ts';
import { parseBase64 } from './go-base64.ts';

/** Turns plain values of one Go type into what the real server would write of them. */
export interface TypeWriter {
  /** What is written of a value that was not given, or null. A new one each time. */
  zero(): unknown;
  /** Of anything but null. Throws DOES_NOT_FIT for what the type cannot read. Never changes the value. */
  write(value: unknown, tally: Tally): unknown;
}

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
      return { zero: () => null, write: writeBytes };
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
      return { zero: () => custom.zero, write: (value, tally) => custom.write(value, tally, writeInner) };
    }
  }
}

const writeInner: WriteInner = (type, value, tally) => typeWriter(type).write(value, tally);

function scalarWriter(zero: unknown, fits: (value: unknown) => boolean): TypeWriter {
  return {
    zero: () => zero,
    write: (value) => {
      if (!fits(value)) throw DOES_NOT_FIT;
      return value;
    },
  };
}

/** Larger integers than a number holds come as bigint, and stay so. */
function integerWriter(isSigned: boolean, bits: number): TypeWriter {
  const most = 2 ** (isSigned ? bits - 1 : bits) - 1;
  const least = isSigned ? -most - 1 : 0;
  return {
    zero: () => 0,
    write: (value) => {
      if (typeof value === 'bigint' && bits === 64) return value;
      if (!Number.isSafeInteger(value) || Number(value) > most || Number(value) < least) throw DOES_NOT_FIT;
      // Minus zero is zero.
      return Number(value) + 0;
    },
  };
}

function writeBytes(value: unknown): unknown {
  const parsed = typeof value === 'string' ? parseBase64(value) : undefined;
  if (parsed === undefined || 'error' in parsed) throw DOES_NOT_FIT;
  return parsed.text;
}

function pointerWriter(to: TypeWriter): TypeWriter {
  return { zero: () => null, write: (value, tally) => to.write(value, tally) };
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
  };
}

interface FieldWriter {
  readonly name: string;
  readonly writer: TypeWriter;
  /** Not written unless given. */
  readonly isOptional: boolean;
  /** Whether a value that was given is not written either. */
  readonly isOmitted: (written: unknown) => boolean;
}

/** Fields are written in the order of the struct. A field that the struct does not have does not fit. */
class StructWriter implements TypeWriter {
  readonly #type: GoStruct;
  #writers: readonly FieldWriter[] | undefined;

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
