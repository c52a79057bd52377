import type { OpenApiSchema } from './custom-resource-definition.ts';
import { CONDITIONS as CLUSTER_CONDITIONS } from './shared-schemas.ts';

export type Fields = Readonly<Record<string, OpenApiSchema>>;

/** Parts that the schemas of several kinds share. One object for all: not to be changed. */

export const STRING: OpenApiSchema = { type: 'string' };
export const BOOLEAN: OpenApiSchema = { type: 'boolean' };
export const INT32: OpenApiSchema = { type: 'integer', format: 'int32' };
export const INT64: OpenApiSchema = { type: 'integer', format: 'int64' };
export const COUNT: OpenApiSchema = { ...INT32, minimum: 0 };
/** Base64. */
export const BYTES: OpenApiSchema = { type: 'string', format: 'byte' };
export const TIME: OpenApiSchema = { type: 'string', format: 'date-time' };
/** Whatever its author writes; the parent does not look into it. */
export const FREE_OBJECT: OpenApiSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
export const STRING_MAP: OpenApiSchema = mapOf(STRING);

export function object(properties: Fields, required: string[] = []): OpenApiSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** The same, with what `kubectl explain` says of it. */
export function told(description: string, schema: OpenApiSchema): OpenApiSchema {
  return { description, ...schema };
}

export function listOf(items: OpenApiSchema): OpenApiSchema {
  return { type: 'array', items };
}

export function mapOf(values: OpenApiSchema): OpenApiSchema {
  return { type: 'object', additionalProperties: values };
}

export function oneOf(...values: string[]): OpenApiSchema {
  return { type: 'string', enum: values };
}

const FEED_FIELDS: Fields = { apiVersion: STRING, kind: STRING, namespace: STRING, name: STRING };
const FEED_REQUIRED = ['apiVersion', 'kind', 'name'];

/** A feed, with more fields beside its own. */
export function feedWith(fields: Fields): OpenApiSchema {
  return object({ ...FEED_FIELDS, ...fields }, FEED_REQUIRED);
}
export const FEED: OpenApiSchema = feedWith({});

export const LABEL_SELECTOR: OpenApiSchema = {
  ...object({
    matchLabels: STRING_MAP,
    matchExpressions: {
      ...listOf(
        object(
          {
            key: STRING,
            operator: STRING,
            values: { ...listOf(STRING), 'x-kubernetes-list-type': 'atomic' },
          },
          ['key', 'operator'],
        ),
      ),
      'x-kubernetes-list-type': 'atomic',
    },
  }),
  'x-kubernetes-map-type': 'atomic',
};

export const TOLERATIONS: OpenApiSchema = listOf(
  object({ key: STRING, operator: STRING, value: STRING, effect: STRING, tolerationSeconds: INT64 }),
);

export const CONDITIONS: OpenApiSchema = {
  ...CLUSTER_CONDITIONS,
  description: 'The latest observations of its state.',
};
