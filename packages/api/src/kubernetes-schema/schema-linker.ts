import type { GroupVersionKind } from '../group-version.ts';

/**
 * The facts of one schema of a built-in kind, as a real kube-apiserver publishes them, without the prose.
 * References are replaced by what they name, so the graph is shared and may be cyclic (JSONSchemaProps holds
 * itself): never change it, and never walk it without the object that it describes.
 * Fits the `Schema` of packages/patch.
 */
export interface KubernetesSchema {
  /** The type's name in Kubernetes' code, `DeploymentSpec`; of a field that of the type it refers to. */
  readonly title?: string;
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  /** `int32`, `int64`, `double`, `byte`, `date-time`, `int-or-string`. */
  readonly format?: string;
  readonly oneOf?: readonly KubernetesSchema[];
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, KubernetesSchema>>;
  readonly additionalProperties?: KubernetesSchema | boolean;
  readonly items?: KubernetesSchema;
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[];
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-unions'?: readonly SchemaUnion[];
}

interface SchemaUnion {
  readonly discriminator?: string;
  readonly 'fields-to-discriminateBy'?: Readonly<Record<string, string>>;
}

/** A schema as it is in the generated file: a reference is the name of a definition. */
export interface StoredSchema extends Omit<
  KubernetesSchema,
  'oneOf' | 'properties' | 'additionalProperties' | 'items'
> {
  readonly $ref?: string;
  readonly oneOf?: readonly StoredSchema[];
  readonly properties?: Readonly<Record<string, StoredSchema>>;
  readonly additionalProperties?: StoredSchema | boolean;
  readonly items?: StoredSchema;
}

type Definitions = Readonly<Record<string, StoredSchema>>;

/** Replaces references by what they name, for the definitions that are asked for and what they reach. */
export class SchemaLinker {
  readonly #definitions: Definitions;
  readonly #linked = new Map<string, KubernetesSchema>();
  #names: ReadonlyMap<string, string> | undefined;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  /** `key` is `group/version/kind`; the core group's name is empty. */
  ofKind(key: string): KubernetesSchema | undefined {
    const name = this.nameOfKind(key);
    return name === undefined ? undefined : this.ofDefinition(name);
  }

  /** The definition that describes a kind. */
  nameOfKind(key: string): string | undefined {
    this.#names ??= namesOfKinds(this.#definitions);
    return this.#names.get(key);
  }

  ofDefinition(name: string): KubernetesSchema | undefined {
    const linked = this.#linked.get(name);
    if (linked !== undefined) return linked;
    if (!Object.hasOwn(this.#definitions, name)) return undefined;
    const open: (() => void)[] = [];
    const schema = this.#define(name, open);
    for (const close of open) close();
    return schema;
  }

  /**
   * Links a definition once. It is known before its fields are, which is what lets it hold itself. A field
   * that refers to it and adds facts of its own is a copy of it, so it is filled in (`open`) when all are linked.
   */
  #define(name: string, open: (() => void)[]): KubernetesSchema {
    const known = this.#linked.get(name);
    if (known !== undefined) return known;
    const stored = this.#definitions[name];
    if (stored === undefined) throw new Error(`the generated schemas lack ${name}`);
    const schema: KubernetesSchema = {};
    this.#linked.set(name, schema);
    return Object.assign(schema, { title: name.slice(name.lastIndexOf('.') + 1) }, this.#facts(stored, open));
  }

  #link(stored: StoredSchema, open: (() => void)[]): KubernetesSchema {
    const { $ref, ...facts } = stored;
    if ($ref === undefined) return this.#facts(facts, open);
    const target = this.#define($ref, open);
    if (Object.keys(facts).length === 0) return target;
    const copy: KubernetesSchema = {};
    const own = this.#facts(facts, open);
    open.push(() => Object.assign(copy, target, own));
    return copy;
  }

  #facts(stored: StoredSchema, open: (() => void)[]): KubernetesSchema {
    const { $ref: _, oneOf, properties, additionalProperties, items, ...facts } = stored;
    return {
      ...facts,
      ...(oneOf && { oneOf: oneOf.map((schema) => this.#link(schema, open)) }),
      ...(items && { items: this.#link(items, open) }),
      ...(additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === 'boolean'
            ? additionalProperties
            : this.#link(additionalProperties, open),
      }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, schema]) => [name, this.#link(schema, open)]),
        ),
      }),
    };
  }
}

/** DeleteOptions and the like stand for a kind in every group: they are nobody's own kind. */
function namesOfKinds(definitions: Definitions): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(definitions)) {
    const kinds = schema['x-kubernetes-group-version-kind'] ?? [];
    for (const { group, version, kind } of kinds) {
      const key = `${group}/${version}/${kind}`;
      if (!names.has(key)) names.set(key, name);
    }
  }
  return names;
}
