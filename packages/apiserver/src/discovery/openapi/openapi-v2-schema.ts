export type Json = Readonly<Record<string, unknown>>;

const OPEN = 'x-kubernetes-preserve-unknown-fields';
const NAMES = 'x-kubernetes-group-version-kind';

/** A schema with a name. Of an object that may have any fields none are told: kubectl takes all others for mistakes. */
export function definitionOf(schema: Json): object {
  if (schema[OPEN] !== true) return schemaOf(schema);
  return { type: 'object', ...(NAMES in schema && { [NAMES]: schema[NAMES] }) };
}

/**
 * A schema of version 3 as version 2 has it: no defaults, one type for each field, no combinations. What may be null,
 * or have any fields, has no type: kubectl would hold values to it.
 */
export function schemaOf(schema: Json): object {
  const { default: _default, nullable, allOf, oneOf, anyOf: _anyOf, not: _not, ...facts } = schema;
  const [reference] = Array.isArray(allOf) ? (allOf as Json[]) : [];
  if (reference !== undefined && '$ref' in reference) return { ...facts, ...schemaOf(reference) };
  const { $ref, type, properties, items, required, additionalProperties, ...rest } = facts;
  const isOpen = facts[OPEN] === true;
  const isBare = isOpen || nullable === true;
  const isTyped =
    nullable !== true && !(isOpen && type === 'object') && !(type === 'array' && (isBare || !items));
  const needed = withoutNullable(required as readonly string[] | undefined, isBare ? {} : properties);
  return {
    ...rest,
    ...(type !== undefined && isTyped && { type }),
    // Numbers that may be texts are texts here.
    ...(oneOf !== undefined && type === undefined && !isOpen && { type: 'string' }),
    ...(needed !== undefined && { required: needed }),
    ...(typeof $ref === 'string' && { $ref: $ref.replace('#/components/schemas/', '#/definitions/') }),
    ...(items !== undefined && !isBare && { items: schemaOf(items as Json) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean'
          ? additionalProperties
          : schemaOf(additionalProperties as Json),
    }),
    ...(properties !== undefined && !isBare && { properties: membersOf(properties as Json) }),
  };
}

function membersOf(properties: Json): object {
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, schemaOf(one as Json)]));
}

function withoutNullable(
  required: readonly string[] | undefined,
  properties: unknown,
): readonly string[] | undefined {
  const members = (properties ?? {}) as Readonly<Record<string, Json>>;
  const needed = required?.filter((name) => members[name]?.['nullable'] !== true);
  return needed?.length === 0 ? undefined : needed;
}
