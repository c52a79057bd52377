import type { GoField, GoStruct, GoType } from '@banyan/api';
import { plainValue, setMember, type JsonNode } from '../json/json-node.ts';
import { integerOf, MAX_KEPT_DEPTH, plainInteger, tooDeep } from '../json/json-node.ts';
import { customType } from './custom-types.ts';
import type { ReadResult } from './custom-type.ts';
import { parseBase64 } from './go-base64.ts';
import { StrictFindings } from './strict-findings.ts';
import type { ReadFailure } from './type-mismatch.ts';

type ObjectNode = Extract<JsonNode, { kind: 'object' }>;
type ArrayNode = Extract<JsonNode, { kind: 'array' }>;
type NumberType = Extract<GoType, { kind: 'int' | 'uint' | 'float' }>;
type Members = Record<string, unknown>;

/**
 * Reads a value of a Go type member by member as Go does: which of several errors is reported, what of duplicates
 * counts, and (in `findings`) which fields are unknown or there twice. Its plain values are what a TypeWriter takes.
 */
export function readExactly(type: GoType, node: JsonNode, findings: StrictFindings): ReadResult {
  return readWith(new ExactReader(findings, 0), type, node);
}

function readWith(reader: ExactReader, type: GoType, node: JsonNode): ReadResult {
  try {
    const value = reader.value(node, type, undefined);
    return reader.failure === undefined ? { value } : { failure: reader.failure };
  } catch (error) {
    if (error instanceof Stopped) return { failure: error.failure };
    throw error;
  }
}

/** A failure after which nothing more is read, and which counts more than those before it. */
class Stopped extends Error {
  readonly failure: ReadFailure;

  constructor(failure: ReadFailure) {
    super('a custom type refused its value');
    this.failure = failure;
  }
}

class ExactReader {
  /** The first value that does not fit. Reading goes on, since a failure that counts more may come. */
  failure: ReadFailure | undefined;
  readonly #findings: StrictFindings;
  /** Where the reader is, for messages. */
  #struct = '';
  readonly #fields: string[] = [];
  #depth: number;

  constructor(findings: StrictFindings, depth: number) {
    this.#findings = findings;
    this.#depth = depth;
  }

  /** `earlier` is what a duplicate that came before has left. */
  value(node: JsonNode, type: GoType, earlier: unknown): unknown {
    if (node.kind === 'null') return nullOf(type, earlier);
    this.#depth += 1;
    if (this.#depth > MAX_KEPT_DEPTH) throw tooDeep();
    const value = this.#fitting(node, type, earlier);
    this.#depth -= 1;
    if (value !== undefined) return value;
    this.#refuse({ value: node.kind, type: type.text });
    return null;
  }

  /** Undefined for JSON of a kind that the type does not take. */
  #fitting(node: JsonNode, type: GoType, earlier: unknown): unknown {
    switch (type.kind) {
      case 'pointer':
        return this.value(node, type.of, earlier ?? undefined);
      case 'custom':
        return this.#custom(node, type.name);
      case 'struct':
        return node.kind === 'object' ? this.#members(node, type, earlier) : undefined;
      case 'map':
        return node.kind === 'object' ? this.#entries(node, type.of, earlier) : undefined;
      case 'list':
        return node.kind === 'array' ? this.#items(node, type.of, earlier) : undefined;
      case 'bytes':
        return this.#bytes(node);
      case 'bool':
        return node.kind === 'bool' ? node.value : undefined;
      case 'string':
        return node.kind === 'string' ? node.value : undefined;
      case 'int':
      case 'uint':
      case 'float':
        return node.kind === 'number' ? this.#number(node.text, type) : undefined;
      case 'any':
        return this.#anything(node);
    }
  }

  #members(node: ObjectNode, type: GoStruct, earlier: unknown): Members {
    const value: Members = { ...(earlier as Members | undefined) };
    const seen = new Set<string>();
    for (const { key, value: member } of node.members) {
      const field = fieldOf(type, key);
      if (field === undefined) {
        this.#findings.unknown(key);
        continue;
      }
      if (seen.has(key)) this.#findings.duplicate(key);
      seen.add(key);
      this.#findings.enterMember(key);
      value[key] = this.#field(type, field, member, value[key]);
      this.#findings.leave();
    }
    return value;
  }

  #field(type: GoStruct, field: GoField, node: JsonNode, earlier: unknown): unknown {
    const [struct, depth] = [this.#struct, this.#fields.length];
    this.#struct = type.title;
    this.#fields.push(...field.embeddedIn, field.name);
    const value = this.value(node, field.type, earlier);
    this.#struct = struct;
    this.#fields.length = depth;
    return value;
  }

  #entries(node: ObjectNode, of: GoType, earlier: unknown): Members {
    const value: Members = { ...(earlier as Members | undefined | null) };
    const seen = new Set<string>();
    for (const { key, value: member } of node.members) {
      if (seen.has(key)) this.#findings.duplicate(key);
      seen.add(key);
      this.#findings.enterMember(key);
      setMember(value, key, this.value(member, of, undefined));
      this.#findings.leave();
    }
    return value;
  }

  #items(node: ArrayNode, of: GoType, earlier: unknown): unknown[] {
    const before = Array.isArray(earlier) ? earlier : [];
    const value: unknown[] = [];
    for (const item of node.items) {
      const index = value.length;
      this.#findings.enterItem(index);
      value.push(this.value(item, of, before[index]));
      this.#findings.leave();
    }
    return value;
  }

  #anything(node: JsonNode): unknown {
    const any: GoType = { kind: 'any', text: 'interface {}' };
    if (node.kind === 'object') return this.#entries(node, any, undefined);
    if (node.kind === 'array') return this.#items(node, any, undefined);
    const value = plainValue(node);
    if (node.kind === 'number' && !Number.isFinite(Number(value)))
      this.#refuse({ value: `number ${node.text}`, type: 'float64' });
    return value;
  }

  #number(text: string, type: NumberType): unknown {
    const value = numberOf(text, type);
    if (value === undefined) this.#refuse({ value: `number ${text}`, type: type.text });
    return value ?? null;
  }

  /** Base64, or an array of small numbers. */
  #bytes(node: JsonNode): unknown {
    if (node.kind === 'array') {
      const bytes = this.#items(node, { kind: 'uint', text: 'uint8', bits: 8 }, undefined);
      return Buffer.from(bytes.map(Number)).toString('base64');
    }
    if (node.kind !== 'string') return undefined;
    const parsed = parseBase64(node.value);
    if ('text' in parsed) return parsed.text;
    this.failure ??= parsed.error;
    return null;
  }

  #custom(node: JsonNode, name: string): unknown {
    // What a custom type holds is read without a look for unknown fields.
    const result = customType(name).read(node, (type, inner) =>
      readWith(new ExactReader(new StrictFindings(), this.#depth), type, inner),
    );
    if ('value' in result) return result.value;
    if (typeof result.failure === 'string') throw new Stopped(result.failure);
    throw new Stopped(this.#placed(result.failure));
  }

  #refuse(mismatch: { value: string; type: string }): void {
    this.failure ??= this.#placed({ ...mismatch, field: '' });
  }

  /** What an inner reader says of a place is relative to where this one is. */
  #placed({
    value,
    type,
    field,
    struct = '',
  }: {
    value: string;
    type: string;
    field: string;
    struct?: string;
  }): ReadFailure {
    if (this.#fields.length === 0) return { value, type, struct, field };
    const path = field === '' ? this.#fields : [...this.#fields, field];
    return { value, type, struct: this.#struct, field: path.join('.') };
  }
}

/** Null sets what can be nil to nil, and leaves everything else as it was. */
function nullOf(type: GoType, earlier: unknown): unknown {
  switch (type.kind) {
    case 'pointer':
    case 'map':
    case 'list':
    case 'bytes':
    case 'any':
    case 'custom':
      return null;
    default:
      return earlier ?? null;
  }
}

function numberOf(text: string, { kind, bits }: NumberType): number | bigint | undefined {
  if (kind === 'float') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  const integer = integerOf(text);
  if (integer === undefined) return undefined;
  const kept = kind === 'int' ? BigInt.asIntN(bits, integer) : BigInt.asUintN(bits, integer);
  return kept === integer ? plainInteger(integer) : undefined;
}

const fieldsByName = new WeakMap<GoStruct, ReadonlyMap<string, GoField>>();

function fieldOf(type: GoStruct, name: string): GoField | undefined {
  let fields = fieldsByName.get(type);
  if (fields === undefined) {
    fields = new Map(type.fields.map((field) => [field.name, field]));
    fieldsByName.set(type, fields);
  }
  return fields.get(name);
}
