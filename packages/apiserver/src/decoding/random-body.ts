import type { GoField, GoType } from '@banyan/api';

/** From 0 (included) to 1 (not included). */
export type Random = () => number;

/** Values of every kind of JSON that are odd for some type. */
const ODD_VALUES = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1',
  '-1',
  '1.0',
  '1.5',
  '1e2',
  '1E-1',
  '99999999999',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '""',
  '"text"',
  '[]',
  '{}',
  '[null]',
  '{"a":null}',
  '{"":{}}',
  '"5"',
  '"\\u00e9\\n"',
  '"\\ud800"',
  '"\\ud83d\\ude00"',
  '{"__proto__":{"x":1}}',
];
const TEXTS = ['""', '"a"', '"web-1"', '"example.test/x:1"', '"<b> & \\u003c"', '"ü"', '"5"'];
const INTEGERS = ['0', '-0', '1', '80', '65536', '2147483647', '-2147483648'];
const QUANTITIES = [
  '"0"',
  '"1"',
  '"1000m"',
  '"1024Mi"',
  '"1.5"',
  '"0.5Gi"',
  '"1e3"',
  '5',
  '0.25',
  '" 1 "',
  '"1K"',
  '"x"',
  '""',
  '"-"',
  '"Ki"',
  '"1n"',
  '"1E"',
  '"1500u"',
  '"1.20Gi"',
  '"3Ei"',
  '"100000000000000000000"',
];
const TIMES = [
  '"2026-01-02T03:04:05Z"',
  '"2026-01-02T03:04:05.5+02:00"',
  '"2026-01-02T03:04:05.123456Z"',
  '"2026-02-30T00:00:00Z"',
  '"0001-01-01T00:00:00Z"',
  '"2026-13-01T00:00:00Z"',
  '"yesterday"',
  '"2026-01-02T3:04:05Z"',
  '"2026-01-02"',
  '"2026-01-02T03:04:05Zx"',
  '""',
];
const BYTES = [
  '""',
  '"aGVsbG8="',
  '"aGVsbG8"',
  '"a"',
  '"aGVs\\nbG8="',
  '"!"',
  '"aGVsbG8=x"',
  '[1,2]',
  '[300]',
];

/** A pointer to something empty is often invalid, so that is left to the other bodies. */
const ZEROES: Readonly<Record<GoType['kind'], readonly string[]>> = {
  bool: ['false', 'null'],
  string: ['""', 'null'],
  int: ['0', '-0', 'null'],
  uint: ['0', 'null'],
  float: ['0', 'null'],
  bytes: ['""', 'null'],
  list: ['[]', 'null'],
  map: ['{}', 'null'],
  struct: ['{}', 'null'],
  pointer: ['null'],
  custom: ['null'],
  any: ['null'],
};

/** The text of a body of a struct: mostly right, with zeroes, nulls, wrong types, unknown fields and duplicates. */
export class RandomBody {
  readonly #random: Random;
  /** Of a thousand values, so many are of a type that does not fit, and so many members odd. */
  readonly #oddities: number;

  constructor(random: Random, oddities: number) {
    this.#random = random;
    this.#oddities = oddities;
  }

  text(type: GoType, depth = 0): string {
    if (this.#random() * 1000 < this.#oddities) return this.#pick(ODD_VALUES);
    switch (type.kind) {
      case 'pointer':
        return this.#random() < 0.05 ? 'null' : this.text(type.of, depth);
      case 'bool':
        return this.#pick(['true', 'false']);
      case 'string':
        return this.#pick(TEXTS);
      case 'int':
      case 'uint':
      case 'float':
        return this.#pick(INTEGERS);
      case 'bytes':
        return this.#pick(BYTES);
      case 'list':
        return `[${this.#several(depth, () => this.text(type.of, depth + 1)).join(',')}]`;
      case 'map':
        return `{${this.#several(depth, () => `${this.#pick(TEXTS)}:${this.text(type.of, depth + 1)}`).join(',')}}`;
      case 'struct':
        return `{${this.#members(type.fields, depth).join(',')}}`;
      case 'custom':
        return this.#custom(type.name, depth);
      case 'any':
        return this.#pick(ODD_VALUES);
    }
  }

  /** The text of a value, with fields of every struct in it added that are zero, empty or null. */
  withZeroes(type: GoType, value: unknown): string {
    if (type.kind === 'pointer') return this.withZeroes(type.of, value);
    if (type.kind === 'list')
      return `[${(value as unknown[]).map((item) => this.withZeroes(type.of, item)).join(',')}]`;
    if (type.kind !== 'struct') return JSON.stringify(value);
    const given = value as Readonly<Record<string, unknown>>;
    const members = type.fields.flatMap((field) => {
      const own = given[field.name];
      if (own !== undefined) return `"${field.name}":${this.withZeroes(field.type, own)}`;
      return this.#random() < 0.1 ? `"${field.name}":${this.#pick(ZEROES[field.type.kind])}` : [];
    });
    return `{${members.join(',')}}`;
  }

  #members(fields: readonly GoField[], depth: number): string[] {
    const chosen = fields.filter(() => this.#random() < 2.5 / (fields.length * (depth + 1)) + 0.04);
    const members = chosen
      .filter(({ name }) => depth > 0 || (name !== 'kind' && name !== 'apiVersion'))
      .map((field) => `"${field.name}":${this.text(field.type, depth + 1)}`);
    if (this.#random() * 1000 < this.#oddities) members.push(`"unknown":${this.#pick(ODD_VALUES)}`);
    const [again] = chosen;
    if (again !== undefined && depth > 0 && this.#random() * 1000 < this.#oddities)
      members.push(`"${again.name}":${this.text(again.type, depth + 1)}`);
    return members;
  }

  #custom(name: string, depth: number): string {
    if (name.endsWith('Time')) return this.#pick(TIMES);
    if (name.endsWith('Quantity')) return this.#pick(QUANTITIES);
    if (name.endsWith('IntOrString')) return this.#pick([...INTEGERS, ...TEXTS, '"50%"']);
    return depth > 4
      ? '{}'
      : this.#pick([
          '{}',
          '{"type":"object"}',
          '{"type":5}',
          'true',
          '[]',
          '["a"]',
          '[{"type":"string"}]',
          '{"a":{"b":1}}',
          '"x"',
        ]);
  }

  #several(depth: number, make: () => string): string[] {
    const count = Math.floor(this.#random() * (depth > 4 ? 2 : 3));
    return Array.from({ length: count }, make);
  }

  #pick(values: readonly string[]): string {
    return values[Math.floor(this.#random() * values.length)] ?? 'null';
  }
}

/** The same numbers for the same seed, anywhere. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
