import type { StatusCause } from '@banyan/api';
import { forbidden } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { additionalOf, isOneSchema } from '../schema-parts.ts';
import { mapTypeProblems, unsupportedKeywords, type SchemaPlace } from './keyword-rules.ts';
import { listTypeProblems } from './list-type-rules.ts';
import { ruleTextProblems } from './rule-texts.ts';

/** Says what is wrong with the rules of one schema. */
type RuleProblems<Scope> = (
  schema: JsonSchemaProps,
  path: string,
  context: { readonly scope: Scope; readonly uncorrelatable: string | undefined },
) => StatusCause[];

/** What rules may know of where they are, as it goes on from a schema to one inside; undefined where there are none. */
export interface RuleScopes<Scope> {
  readonly root: Scope | undefined;
  property(scope: Scope, schema: JsonSchemaProps, name: string): Scope;
  items(scope: Scope, schema: JsonSchemaProps): Scope;
  additional(scope: Scope, schema: JsonSchemaProps): Scope;
  readonly problems: RuleProblems<Scope>;
}

interface Problems {
  readonly schema: StatusCause[];
  readonly rules: StatusCause[];
}

const META_FIELDS = ['metadata', 'kind', 'apiVersion'];

/** Goes through a schema keyword by keyword. Problems of rules come after all others. */
export function schemaProblems<Scope>(
  root: JsonSchemaProps,
  path: string,
  scopes: RuleScopes<Scope>,
): StatusCause[] {
  const walk = new SchemaWalk(scopes);
  const found = walk.visit(root, path, { isInMetadata: false, isRoot: true }, scopes.root);
  return [...found.schema, ...found.rules];
}

interface Place extends SchemaPlace {
  readonly isRoot: boolean;
}

class SchemaWalk<Scope> {
  readonly #scopes: RuleScopes<Scope>;

  constructor(scopes: RuleScopes<Scope>) {
    this.#scopes = scopes;
  }

  visit(schema: JsonSchemaProps, path: string, place: Place, scope: Scope | undefined): Problems {
    const found: Problems = { schema: [...unsupportedKeywords(schema, path, place)], rules: [] };
    if (schema.uniqueItems === true) {
      const why = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
      found.schema.push(forbidden(`${path}.uniqueItems`, why));
    }
    this.#visitMembers(schema, path, { place, scope, found });
    this.#visitAlternatives(schema, path, { place, found });
    this.#visitItems(schema, path, { place, scope, found });
    found.schema.push(
      ...mapTypeProblems(schema, path),
      ...listTypeProblems(schema, path),
      ...ruleTextProblems(schema, path),
    );
    const hasRules = (schema['x-kubernetes-validations'] ?? []).length > 0;
    if (hasRules && found.schema.length === 0 && scope !== undefined) {
      const { uncorrelatable } = place;
      found.rules.push(...this.#scopes.problems(schema, path, { scope, uncorrelatable }));
    }
    return found;
  }

  #visitMembers(schema: JsonSchemaProps, path: string, at: VisitMembers<Scope>): void {
    const { place, scope, found } = at;
    const { additionalProperties, properties = {} } = schema;
    const names = Object.keys(properties);
    if (additionalProperties !== undefined && additionalProperties !== true && names.length > 0) {
      const why = 'additionalProperties and properties are mutual exclusive';
      found.schema.push(forbidden(`${path}.additionalProperties`, why));
    }
    const inner: Place = { ...place, isRoot: false };
    const additional = additionalOf(schema);
    if (additional) {
      const reason = 'inside additionalProperties applying to object metadata';
      const below = place.isInMetadata ? { ...inner, noDefaults: reason } : inner;
      const child = scope && this.#scopes.additional(scope, additional);
      add(found, this.visit(additional, `${path}.additionalProperties`, below, child));
    }
    const isResource = place.isRoot || schema['x-kubernetes-embedded-resource'] === true;
    for (const [name, property] of Object.entries(properties)) {
      const isMeta = isResource && META_FIELDS.includes(name);
      const below: Place = {
        ...inner,
        isInMetadata: place.isInMetadata || isMeta,
        ...(isMeta && place.isRoot && { noDefaults: `in top-level ${name}` }),
      };
      const child = scope && this.#scopes.property(scope, property, name);
      add(found, this.visit(property, `${path}.properties[${name}]`, below, child));
    }
  }

  #visitAlternatives(
    { not, allOf = [], oneOf = [], anyOf = [], definitions = {}, dependencies = {} }: JsonSchemaProps,
    path: string,
    { place, found }: Pick<VisitMembers<Scope>, 'place' | 'found'>,
  ): void {
    const dependent = Object.entries(dependencies).flatMap(([name, each]) =>
      Array.isArray(each) ? [] : [[`dependencies[${name}]`, each as JsonSchemaProps] as const],
    );
    const parts: (readonly [string, JsonSchemaProps])[] = [
      ...(not ? [['not', not] as const] : []),
      ...allOf.map((each, index) => [`allOf[${index}]`, each] as const),
      ...oneOf.map((each, index) => [`oneOf[${index}]`, each] as const),
      ...anyOf.map((each, index) => [`anyOf[${index}]`, each] as const),
      ...Object.entries(definitions).map(([name, each]) => [`definitions[${name}]`, each] as const),
      ...dependent,
    ];
    for (const [part, each] of parts)
      add(found, this.visit(each, `${path}.${part}`, { ...place, isRoot: false }, undefined));
  }

  #visitItems(schema: JsonSchemaProps, path: string, { place, scope, found }: VisitMembers<Scope>): void {
    const { items } = schema;
    if (items === undefined) return;
    const isMap = schema['x-kubernetes-list-type'] === 'map';
    const uncorrelatable = place.uncorrelatable ?? (isMap ? undefined : path);
    const { uncorrelatable: _, ...rest } = place;
    const below: Place = { ...rest, isRoot: false, ...(uncorrelatable !== undefined && { uncorrelatable }) };
    const list = isOneSchema(items) ? [items] : items;
    for (const [index, item] of list.entries()) {
      const child = scope && this.#scopes.items(scope, item);
      const itemPath = isOneSchema(items) ? `${path}.items` : `${path}.items[${index}]`;
      add(found, this.visit(item, itemPath, below, child));
    }
  }
}

interface VisitMembers<Scope> {
  readonly place: Place;
  readonly scope: Scope | undefined;
  readonly found: Problems;
}

function add(to: Problems, from: Problems): void {
  to.schema.push(...from.schema);
  to.rules.push(...from.rules);
}
