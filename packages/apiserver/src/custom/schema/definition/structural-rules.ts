import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, required } from '../../../kinds/fields/field-error.ts';
import { patternProblem } from '../go-pattern.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { additionalOf, itemsOf, ownProperty } from '../schema-parts.ts';
import { sameJson } from '../values/json-value.ts';
import { metadataProblems, typeMetaProblems } from './metadata-rules.ts';
import { missingStructure } from './structural-completeness.ts';

type Level = 'root' | 'item' | 'field';

/** Why a schema is not structural: types are given outside of anyOf and the like, values are checked inside of them. */
export function structuralRules(schema: JsonSchemaProps, path: string): StatusCause[] {
  const causes = [...invariants(schema, 'root', path), ...missingStructure(schema, path)];
  const text = ({ field, message }: StatusCause): string => `${field}: ${message}`;
  return causes.sort((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
}

function invariants(schema: JsonSchemaProps, level: Level, path: string): StatusCause[] {
  const items = itemsOf(schema);
  const additional = additionalOf(schema);
  return [
    ...(schema.type === 'array' && items === undefined
      ? [required(`${path}.items`, 'must be specified')]
      : []),
    ...(items ? invariants(items, 'item', `${path}.items`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      invariants(property, 'field', `${path}.properties[${name}]`),
    ),
    ...(schema.additionalProperties !== undefined && level === 'root'
      ? [forbidden(`${path}.additionalProperties`, 'must not be used at the root')]
      : []),
    ...(additional ? invariants(additional, 'field', `${path}.additionalProperties`) : []),
    ...extensionProblems(schema, path),
    ...valueProblems(schema, path, schema),
    ...typeProblems(schema, level, path),
    ...(level === 'root' || isEmbedded(schema) ? typeMetaProblems(schema, path) : []),
    ...metadataProblems(schema, path, { isRoot: level === 'root', isResource: isEmbedded(schema) }),
    ...(isEmbedded(schema) && !keepsUnknown(schema) && Object.keys(schema.properties ?? {}).length === 0
      ? [
          required(
            `${path}.properties`,
            'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
          ),
        ]
      : []),
  ];
}

const EMPTY_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

function typeProblems(schema: JsonSchemaProps, level: Level, path: string): StatusCause[] {
  const { type = '' } = schema;
  const causes: StatusCause[] = [];
  if (isEmbedded(schema) && type !== 'object') {
    const why = 'must be object if x-kubernetes-embedded-resource is true';
    causes.push(type === '' ? required(`${path}.type`, why) : invalidValue(`${path}.type`, type, why));
  } else if (type === '' && !isIntOrString(schema) && !keepsUnknown(schema)) {
    causes.push(required(`${path}.type`, EMPTY_TYPE[level]));
  }
  if (isEmbedded(schema) && schema.additionalProperties !== undefined) {
    const why = 'must not be used if x-kubernetes-embedded-resource is set';
    causes.push(forbidden(`${path}.additionalProperties`, why));
  }
  if (level === 'root' && type !== '' && type !== 'object')
    causes.push(invalidValue(`${path}.type`, type, 'must be object at the root'));
  return causes;
}

function extensionProblems(schema: JsonSchemaProps, path: string): StatusCause[] {
  if (!isIntOrString(schema)) return [];
  const why = 'must be false if x-kubernetes-int-or-string is true';
  return [
    ...(keepsUnknown(schema)
      ? [invalidValue(`${path}.x-kubernetes-preserve-unknown-fields`, true, why)]
      : []),
    ...(isEmbedded(schema) ? [invalidValue(`${path}.x-kubernetes-embedded-resource`, true, why)] : []),
  ];
}

/** Inside anyOf an int-or-string may say once more which types it has. */
const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

function valueProblems(
  { anyOf = [], allOf = [], oneOf = [], not, pattern }: JsonSchemaProps,
  path: string,
  outer?: JsonSchemaProps,
): StatusCause[] {
  const [first] = allOf;
  const skipsAny = outer !== undefined && sameJson(anyOf, INT_OR_STRING);
  const skipsFirst = outer !== undefined && sameJson(first?.anyOf, INT_OR_STRING);
  const problem = pattern ? patternProblem(pattern) : undefined;
  return [
    ...(skipsAny ? [] : anyOf).flatMap((each, index) => nestedProblems(each, `${path}.anyOf[${index}]`)),
    ...allOf.flatMap((each, index) =>
      nestedProblems(each, `${path}.allOf[${index}]`, skipsFirst && index === 0),
    ),
    ...oneOf.flatMap((each, index) => nestedProblems(each, `${path}.oneOf[${index}]`)),
    ...(not ? nestedProblems(not, `${path}.not`) : []),
    ...(problem === undefined
      ? []
      : [
          invalidValue(
            `${path}.pattern`,
            pattern,
            `must be a valid regular expression, but isn't: ${problem}`,
          ),
        ]),
  ];
}

/** Keywords that say what a value is, not how it must be, with what they may be at most. */
const ONLY_OUTSIDE: readonly (readonly [
  keyword: keyof JsonSchemaProps,
  why: 'empty' | 'undefined' | 'false',
])[] = [
  ['type', 'empty'],
  ['additionalProperties', 'undefined'],
  ['default', 'undefined'],
  ['title', 'empty'],
  ['description', 'empty'],
  ['nullable', 'false'],
  ['x-kubernetes-preserve-unknown-fields', 'false'],
  ['x-kubernetes-embedded-resource', 'false'],
  ['x-kubernetes-int-or-string', 'false'],
  ['x-kubernetes-list-map-keys', 'empty'],
  ['x-kubernetes-list-type', 'undefined'],
  ['x-kubernetes-map-type', 'undefined'],
  ['x-kubernetes-validations', 'empty'],
];

function nestedProblems(schema: JsonSchemaProps, path: string, skipsAny = false): StatusCause[] {
  const items = itemsOf(schema);
  return [
    ...valueProblems(skipsAny ? { ...schema, anyOf: [] } : schema, path),
    ...(items ? nestedProblems(items, `${path}.items`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      nestedProblems(property, `${path}.properties[${name}]`),
    ),
    ...ONLY_OUTSIDE.filter(([keyword]) => isSet(schema[keyword])).map(([keyword, why]) =>
      forbidden(`${path}.${keyword}`, `must be ${why} to be structural`),
    ),
    ...(ownProperty(schema, 'metadata') === undefined
      ? []
      : [forbidden(`${path}.properties[metadata]`, 'must not be specified in a nested context')]),
  ];
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== '' && value !== false;
}

function isEmbedded(schema: JsonSchemaProps): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

function keepsUnknown(schema: JsonSchemaProps): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}

function isIntOrString(schema: JsonSchemaProps): boolean {
  return schema['x-kubernetes-int-or-string'] === true;
}
