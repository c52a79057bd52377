import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, notSupported, required } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** What of the place of a schema matters for what it may say. */
export interface SchemaPlace {
  /** Why there may be no default; undefined if there may. */
  readonly noDefaults?: string;
  readonly isInMetadata: boolean;
  /** The nearest schema above whose values cannot be told apart between two versions of an object. */
  readonly uncorrelatable?: string;
}

/** Keywords that no schema of a definition may have, or not here. */
export function unsupportedKeywords(
  schema: JsonSchemaProps,
  path: string,
  { noDefaults, isInMetadata }: SchemaPlace,
): StatusCause[] {
  const { type = '' } = schema;
  const hasMembers = (value: object | undefined): boolean => Object.keys(value ?? {}).length > 0;
  const refused = (isSet: boolean, keyword: string): StatusCause[] =>
    isSet ? [forbidden(`${path}.${keyword}`, `${keyword} is not supported`)] : [];
  return [
    ...(type !== '' && !TYPES.includes(type) ? [notSupported(`${path}.type`, type, TYPES)] : []),
    ...(schema.default !== undefined && noDefaults !== undefined
      ? [forbidden(`${path}.default`, `must not be set ${noDefaults}`)]
      : []),
    ...refused(Boolean(schema.id), 'id'),
    ...refused(schema.additionalItems !== undefined, 'additionalItems'),
    ...refused(hasMembers(schema.patternProperties), 'patternProperties'),
    ...refused(hasMembers(schema.definitions), 'definitions'),
    ...refused(schema.dependencies !== undefined, 'dependencies'),
    ...refused(schema.$ref !== undefined, '$ref'),
    ...(type === 'null'
      ? [forbidden(`${path}.type`, 'type cannot be set to null, use nullable as an alternative')]
      : []),
    ...(Array.isArray(schema.items) && schema.items.length > 0
      ? [forbidden(`${path}.items`, 'items must be a schema object and not an array')]
      : []),
    ...(isInMetadata && schema['x-kubernetes-embedded-resource'] === true
      ? [forbidden(`${path}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta')]
      : []),
  ];
}

/** x-kubernetes-map-type and x-kubernetes-preserve-unknown-fields. */
export function mapTypeProblems(schema: JsonSchemaProps, path: string): StatusCause[] {
  const { type = '', 'x-kubernetes-map-type': mapType } = schema;
  const keeps = schema['x-kubernetes-preserve-unknown-fields'];
  return [
    ...(keeps === false
      ? [invalidValue(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined')]
      : []),
    ...(mapType !== undefined && type !== 'object'
      ? [wrongType(type, `${path}.type`, 'must be object if x-kubernetes-map-type is specified')]
      : []),
    ...(mapType !== undefined && mapType !== 'atomic' && mapType !== 'granular'
      ? [notSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular'])]
      : []),
  ];
}

export function wrongType(type: string, field: string, why: string): StatusCause {
  return type === '' ? required(field, why) : invalidValue(field, type, why);
}
