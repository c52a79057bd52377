import type { GoField, GoStruct, GoType, StoredGoShapes, StoredGoStruct } from './go-type.ts';

const BASIC: Readonly<Record<string, GoType>> = {
  bool: { kind: 'bool', text: 'bool' },
  string: { kind: 'string', text: 'string' },
  any: { kind: 'any', text: 'interface {}' },
  byte: { kind: 'uint', text: 'uint8', bits: 8 },
  int: { kind: 'int', text: 'int', bits: 64 },
  int32: { kind: 'int', text: 'int32', bits: 32 },
  int64: { kind: 'int', text: 'int64', bits: 64 },
  uint16: { kind: 'uint', text: 'uint16', bits: 16 },
  uint32: { kind: 'uint', text: 'uint32', bits: 32 },
  float64: { kind: 'float', text: 'float64', bits: 64 },
};

const NUMBERED = /^(\d+) /;
const FIELD_KEY = /^(.*?)(\??)(0?)$/;

/** Replaces the names of types by the types, for those that are asked for and what they reach. */
export class GoTypeLinker {
  readonly #shapes: StoredGoShapes;
  readonly #linked = new Map<string, GoType>();

  constructor(shapes: StoredGoShapes) {
    this.#shapes = shapes;
  }

  ofDefinition(name: string): GoType | undefined {
    const known = this.#linked.get(name);
    if (known !== undefined) return known;
    const at = name.lastIndexOf('.');
    const [prefix, title] = [name.slice(0, at), name.slice(at + 1)];
    const types = Object.hasOwn(this.#shapes.types, prefix) ? this.#shapes.types[prefix] : undefined;
    const shape = types !== undefined && Object.hasOwn(types, title) ? types[title] : undefined;
    if (shape === undefined) return undefined;
    const type = this.#define(prefix, title, shape);
    this.#linked.set(name, type);
    return type;
  }

  #define(prefix: string, title: string, shape: string | StoredGoStruct): GoType {
    const text = `${prefix.slice(prefix.lastIndexOf('.') + 1)}.${title}`;
    if (shape === 'custom') return { kind: 'custom', text, name: `${prefix}.${title}` };
    if (typeof shape === 'string') {
      const [number, of] = numbered(shape);
      return { ...this.#parse(prefix, of), text, ...(number.length > 0 && { isMessage: true }) };
    }
    return new LinkedStruct(title, text, () => this.#fields(prefix, shape));
  }

  #fields(prefix: string, struct: StoredGoStruct): GoField[] {
    return Object.entries(struct).flatMap(([key, text]) => {
      const [protobuf, of] = numbered(text);
      const type = this.#parse(prefix, of);
      if (key.startsWith('+')) return embedded(key.slice(1), protobuf, type);
      const [, name = key, omitEmpty, omitZero] = FIELD_KEY.exec(key) ?? [];
      return {
        name,
        type,
        omitEmpty: omitEmpty === '?',
        omitZero: omitZero === '0',
        embeddedIn: [],
        protobuf,
      };
    });
  }

  #parse(prefix: string, text: string): GoType {
    if (text.startsWith('*')) return this.#compound('pointer', '*', this.#parse(prefix, text.slice(1)));
    if (text === '[]byte') return { kind: 'bytes', text: '[]uint8' };
    if (text.startsWith('[]')) return this.#compound('list', '[]', this.#parse(prefix, text.slice(2)));
    if (text.startsWith('map[')) {
      const end = text.indexOf(']');
      const key = this.#parse(prefix, text.slice(4, end));
      return this.#compound('map', `map[${key.text}]`, this.#parse(prefix, text.slice(end + 1)));
    }
    return BASIC[text] ?? this.#named(prefix, text);
  }

  #compound(kind: 'pointer' | 'list' | 'map', before: string, of: GoType): GoType {
    return { kind, text: before + of.text, of };
  }

  #named(prefix: string, text: string): GoType {
    const at = text.lastIndexOf('.');
    const owner = at < 0 ? prefix : this.#shapes.packages[text.slice(0, at)];
    const type = this.ofDefinition(`${owner}.${text.slice(at + 1)}`);
    if (type === undefined) throw new Error(`the generated Go types lack ${text} of ${owner}`);
    return type;
  }
}

/** The number before a type, in a list of one or none. */
function numbered(text: string): [readonly number[], string] {
  const [match, number] = NUMBERED.exec(text) ?? [];
  return match === undefined ? [[], text] : [[Number(number)], text.slice(match.length)];
}

function embedded(goName: string, protobuf: readonly number[], type: GoType): GoField[] {
  // An embedded pointer would be another matter: nothing of it is written when it is nil. There is none.
  if (type.kind !== 'struct') throw new Error(`${goName} is embedded and no struct`);
  return type.fields.map((field) => ({
    ...field,
    embeddedIn: [goName, ...field.embeddedIn],
    protobuf: protobuf.length > 0 && field.protobuf.length > 0 ? [...protobuf, ...field.protobuf] : [],
  }));
}

/** Knows its name at once and its fields later, which is what lets a struct hold itself. */
class LinkedStruct implements GoStruct {
  readonly kind = 'struct';
  readonly title: string;
  readonly text: string;
  readonly #link: () => readonly GoField[];
  #fields: readonly GoField[] | undefined;

  constructor(title: string, text: string, link: () => readonly GoField[]) {
    this.title = title;
    this.text = text;
    this.#link = link;
  }

  get fields(): readonly GoField[] {
    this.#fields ??= this.#link();
    return this.#fields;
  }
}
