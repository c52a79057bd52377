import type { StatusCause } from '@banyan/api';
import { duplicate, invalidValue, required, tooMany } from '../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import type { SelectableField } from './definition.ts';

const MAX_FIELDS = 8;
const WRONG_TYPE =
  'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';

/** Each names a field of the schema that can be compared with a text. */
export function validateSelectableFields(
  fields: readonly SelectableField[],
  schema: JsonSchemaProps,
  path: string,
): StatusCause[] {
  const seen = new Set<string>();
  const causes = fields.flatMap(({ jsonPath }, i) => {
    const field = `${path}[${i}].jsonPath`;
    if (jsonPath === '') return [required(field)];
    const found = fieldAt(jsonPath, schema);
    if ('problem' in found) return [invalidValue(field, jsonPath, `is an invalid path: ${found.problem}`)];
    const isTwice = seen.has(jsonPath);
    seen.add(jsonPath);
    return [
      ...(/^\.metadata(?:$|\.)/.test(jsonPath)
        ? [invalidValue(field, jsonPath, 'must not point to fields in metadata')]
        : []),
      ...(['string', 'boolean', 'integer'].includes(found.schema.type ?? '')
        ? []
        : [invalidValue(field, jsonPath, WRONG_TYPE)]),
      ...(isTwice ? [duplicate(field, jsonPath)] : []),
    ];
  });
  return seen.size > MAX_FIELDS ? [...causes, tooMany(path, seen.size, MAX_FIELDS)] : causes;
}

type Found = { readonly schema: JsonSchemaProps } | { readonly problem: string };

function fieldAt(path: string, root: JsonSchemaProps): Found {
  let schema = root;
  const tokens = path.match(/[.[\]]|[^.[\]]+/g) ?? [];
  for (let at = 0; at < tokens.length; at += 2) {
    const [separator, name] = [tokens[at], tokens[at + 1]];
    if (separator === '[') return { problem: 'array notation is not allowed' };
    if (separator !== '.') return { problem: `expected [ or . but got: ${separator}` };
    if (name === undefined) return { problem: 'unexpected end of JSON path' };
    const next = memberOf(schema, name);
    if (next === undefined) return { problem: 'does not refer to a valid field' };
    schema = next;
  }
  return { schema };
}

function memberOf(
  { properties, additionalProperties }: JsonSchemaProps,
  name: string,
): JsonSchemaProps | undefined {
  if (properties !== undefined) return Object.hasOwn(properties, name) ? properties[name] : undefined;
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}
