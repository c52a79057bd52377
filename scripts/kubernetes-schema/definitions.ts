import { isDeepStrictEqual } from 'node:util';
import { storedSchema, type OpenApiSchema } from './stored-schema.ts';

export type Definition = Record<string, unknown>;

const KINDS = 'x-kubernetes-group-version-kind';

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * The definitions of all group versions, each once: the documents repeat what they share (a PodSpec is in
 * three). Those that differ do so only in the kinds that they stand for (DeleteOptions of every group): those
 * are put together.
 */
export class Definitions {
  readonly #byName = new Map<string, Definition>();

  add(name: string, schema: OpenApiSchema): void {
    const definition = storedSchema(schema);
    const known = this.#byName.get(name);
    this.#byName.set(name, known === undefined ? definition : merged(name, known, definition));
  }

  sorted(): [string, Definition][] {
    return [...this.#byName].toSorted(([left], [right]) => (left < right ? -1 : 1));
  }
}

function merged(name: string, left: Definition, right: Definition): Definition {
  const { [KINDS]: _left, ...leftFacts } = left;
  const { [KINDS]: _right, ...rightFacts } = right;
  if (!isDeepStrictEqual(leftFacts, rightFacts)) throw new Error(`two different definitions of ${name}`);
  const kinds = new Map([...kindsOf(left), ...kindsOf(right)].map((kind) => [JSON.stringify(kind), kind]));
  const sorted = [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind);
  return sorted.length === 0 ? left : { ...left, [KINDS]: sorted };
}

function kindsOf(definition: Definition): Kind[] {
  const kinds = (definition[KINDS] ?? []) as Partial<Kind>[];
  return kinds.map(({ group = '', version = '', kind = '' }) => ({ group, version, kind }));
}
