/** One schema of the API server's OpenAPI v3 document, as far as it is read. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly allOf?: readonly OpenApiSchema[];
  readonly oneOf?: readonly OpenApiSchema[];
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly items?: OpenApiSchema;
  readonly additionalProperties?: OpenApiSchema | boolean;
  readonly [fact: string]: unknown;
}

const REF_PREFIX = '#/components/schemas/';

/**
 * The schema without its prose: every other fact stays as it is, except that a reference is written
 * `"$ref": "io.k8s.api.core.v1.PodSpec"` wherever the document wraps it in an `allOf` of one.
 */
export function storedSchema(schema: OpenApiSchema): Record<string, unknown> {
  const { description: _, allOf, oneOf, properties, items, additionalProperties, $ref, ...facts } = schema;
  return {
    ...reference($ref, allOf),
    ...facts,
    ...(oneOf && { oneOf: oneOf.map(storedSchema) }),
    ...(items && { items: storedSchema(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean' ? additionalProperties : storedSchema(additionalProperties),
    }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, storedSchema(property)]),
      ),
    }),
  };
}

function reference($ref: string | undefined, allOf: readonly OpenApiSchema[] = []): { $ref?: string } {
  if ($ref !== undefined) return { $ref: definitionName($ref) };
  const [only, ...others] = allOf;
  if (only === undefined) return {};
  if (others.length > 0 || only.$ref === undefined || Object.keys(only).length > 1) {
    throw new Error(`an allOf that is not one reference: ${JSON.stringify(allOf)}`);
  }
  return { $ref: definitionName(only.$ref) };
}

function definitionName(ref: string): string {
  if (!ref.startsWith(REF_PREFIX)) throw new Error(`a reference to something other than a schema: ${ref}`);
  return ref.slice(REF_PREFIX.length);
}
