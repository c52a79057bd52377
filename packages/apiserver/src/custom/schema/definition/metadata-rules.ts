import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { ownProperty } from '../schema-parts.ts';

/** kind and apiVersion of a resource are texts. */
export function typeMetaProblems(schema: JsonSchemaProps, path: string): StatusCause[] {
  return ['kind', 'apiVersion'].flatMap((name) => {
    const property = ownProperty(schema, name);
    if (property === undefined || property.type === 'string') return [];
    return [invalidValue(`${path}.properties[${name}].type`, property.type ?? '', 'must be string')];
  });
}

interface Place {
  readonly isRoot: boolean;
  readonly isResource: boolean;
}

/** Metadata is known without a schema, which may only say more about names. */
export function metadataProblems(
  schema: JsonSchemaProps,
  path: string,
  { isRoot, isResource }: Place,
): StatusCause[] {
  const metadata = ownProperty(schema, 'metadata');
  if (metadata === undefined) return [];
  const place = `${path}.properties[metadata]`;
  return [
    ...((isRoot || isResource) && metadata.type !== 'object'
      ? [invalidValue(`${place}.type`, metadata.type ?? '', 'must be object')]
      : []),
    ...(isRoot && saysMore(metadata)
      ? [
          forbidden(
            place,
            'must not specify anything other than name and generateName, but metadata is implicitly specified',
          ),
        ]
      : []),
  ];
}

function saysMore(schema: JsonSchemaProps): boolean {
  const { properties = {}, ...rest } = schema;
  const isNamesOnly = Object.keys(properties).every((name) => name === 'name' || name === 'generateName');
  const others = Object.entries(rest).filter(([keyword]) => keyword !== 'type' && keyword !== 'default');
  return !isNamesOnly || others.some(([, value]) => value !== undefined && value !== false && value !== '');
}
