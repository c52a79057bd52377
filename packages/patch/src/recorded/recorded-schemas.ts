import type { Schema } from '../schema.ts';
import { readGenerated } from './recorded-patches.ts';

interface StoredSchema extends Omit<Schema, 'properties' | 'items' | 'additionalProperties'> {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, StoredSchema>>;
  readonly items?: StoredSchema;
  readonly additionalProperties?: StoredSchema | boolean;
}

interface StoredSchemas {
  readonly kinds: Readonly<Record<string, string>>;
  readonly definitions: Readonly<Record<string, StoredSchema>>;
}

/** For tests: the real schemas of the originals of the strategic merge fixtures, by the originals' names. */
export function recordedSchemas(): ReadonlyMap<string, Schema> {
  const { kinds, definitions } = readGenerated<StoredSchemas>('strategic-merge-schemas.json');
  const linked = new Map<string, Schema>();
  const define = (name: string): Schema => {
    const known = linked.get(name);
    if (known !== undefined) return known;
    const schema = { title: name.slice(name.lastIndexOf('.') + 1) };
    linked.set(name, schema);
    return Object.assign(schema, link(definitions[name] ?? {}));
  };
  /** A field that refers to a type has the type behind it, so what holds itself needs no second pass. */
  const link = ({ $ref, properties, items, additionalProperties, ...facts }: StoredSchema): Schema =>
    Object.assign(Object.create($ref === undefined ? null : define($ref)) as object, facts, {
      ...(items && { items: link(items) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: link(additionalProperties) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, field]) => [name, link(field)]),
        ),
      }),
    });
  return new Map(Object.entries(kinds).map(([name, kind]) => [name, define(kind)]));
}
