import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { internalSchema } from './internal-form.ts';

/** By the names that messages give them. */
const ALLOWED_WITH_STATUS =
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern ' +
  'MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations';

/** What the schema of a whole resource may not say. */
export function rootProblems(schema: JsonSchemaProps, path: string, hasStatus: boolean): StatusCause[] {
  return [
    ...(hasStatus ? statusProblems(schema, path) : []),
    ...(schema.nullable === true
      ? [forbidden(`${path}.nullable`, 'nullable cannot be true at the root')]
      : []),
  ];
}

/** The schema of status is used by itself, and must lose nothing by that. */
function statusProblems(schema: JsonSchemaProps, path: string): StatusCause[] {
  const form = internalSchema(schema);
  const allowed = ALLOWED_WITH_STATUS.split(' ');
  for (const [name, value] of Object.entries(form)) {
    if (value === null || value === '' || value === false) continue;
    if (name === 'Type') {
      if (value === 'object') continue;
      const why =
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
      return [invalidValue(`${path}.type`, value, why)];
    }
    if (allowed.includes(name)) continue;
    const why = `only [${ALLOWED_WITH_STATUS}] fields are allowed at the root of the schema if the status subresource is enabled`;
    return [invalidValue(path, form, why)];
  }
  return [];
}
