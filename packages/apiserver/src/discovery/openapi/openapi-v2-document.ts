import { kubernetesVersion } from '@banyan/api';
import { definitionOf, schemaOf, type Json } from './openapi-v2-schema.ts';

/** What version 2 is made from: the content of a version 3 document. */
export interface OpenApiContent {
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/** Everything in one document of OpenAPI version 2, which knows less: no defaults, one type for each field. */
export function openApiV2Document(contents: readonly OpenApiContent[]): object {
  const paths = contents.flatMap(({ paths: own }) => Object.entries(own));
  const schemas = contents.flatMap(({ components }) => Object.entries(components.schemas));
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: kubernetesVersion() },
    paths: Object.fromEntries(paths.map(([path, item]) => [path, pathItem(item)])),
    definitions: Object.fromEntries(schemas.map(([name, schema]) => [name, definitionOf(schema)])),
  };
}

function pathItem({ parameters = [], ...operations }: Json): object {
  const converted = Object.entries(operations).map(([method, one]) => [method, operation(one as Json)]);
  return { ...Object.fromEntries(converted), parameters: (parameters as Json[]).map(parameter) };
}

function operation({ parameters = [], requestBody, responses, ...facts }: Json): object {
  const body = requestBody === undefined ? undefined : contentSchema(requestBody as Json);
  return {
    ...facts,
    parameters: [
      ...(body === undefined ? [] : [{ name: 'body', in: 'body', schema: body }]),
      ...(parameters as Json[]).map(parameter),
    ],
    responses: Object.fromEntries(
      Object.entries(responses as Record<string, Json>).map(([code, { description, ...rest }]) => {
        const schema = contentSchema(rest);
        return [code, { description, ...(schema !== undefined && { schema }) }];
      }),
    ),
  };
}

/** All media types of a body have one schema. */
function contentSchema({ content = {} }: Json): object | undefined {
  const [first] = Object.values(content as Record<string, { schema: Json }>);
  return first === undefined ? undefined : schemaOf(first.schema);
}

function parameter({ schema, ...facts }: Json): object {
  return { ...facts, ...(schema as Json) };
}
