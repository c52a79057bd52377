import { kubernetesStoredDefinition, type StoredSchema } from '@banyan/api';

const PREFIX = '#/components/schemas/';

export function referenceTo(name: string): object {
  return { $ref: `${PREFIX}${name}` };
}

/** The definitions of these names and everything that they refer to, by name, as `components.schemas` holds them. */
export function componentSchemas(names: Iterable<string>): Record<string, object> {
  const found = new Map<string, object>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    const definition = kubernetesStoredDefinition(name);
    if (definition !== undefined)
      found.set(
        name,
        documentSchema(definition, (other) => open.push(other)),
      );
  }
  const byName = [...found].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(byName);
}

/** A reference may have no siblings in OpenAPI v3: what a field adds to it stands beside an `allOf`. */
function documentSchema(schema: StoredSchema, visit: (name: string) => void): object {
  const { $ref, oneOf, properties, additionalProperties, items, ...facts } = schema;
  const within = (inner: StoredSchema): object => documentSchema(inner, visit);
  if ($ref !== undefined) {
    visit($ref);
    const reference = referenceTo($ref);
    return Object.keys(facts).length === 0 ? reference : { ...facts, allOf: [reference] };
  }
  return {
    ...facts,
    ...(oneOf && { oneOf: oneOf.map(within) }),
    ...(items && { items: within(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean' ? additionalProperties : within(additionalProperties),
    }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, within(property)]),
      ),
    }),
  };
}
