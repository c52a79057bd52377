import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue } from '../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';
import { checkRules } from './rules/check-rules.ts';
import { ownProperty } from './schema-parts.ts';
import { checkEmbedded } from './values/check-embedded.ts';
import { checkListTypes } from './values/check-list-types.ts';
import { checkValue } from './values/check-value.ts';
import { correlate } from './values/correlate.ts';
import { Findings } from './values/findings.ts';
import { ratcheted } from './values/ratchet.ts';

export interface ValidateOptions {
  /** What is wrong with the metadata: rules are not asked about an object that is too wrong. */
  readonly others?: readonly StatusCause[];
  /** What is wrong with the fields of its Scale: told after what the schema says. */
  readonly ofScale?: readonly StatusCause[];
  /** Takes what is let through because it was so before, for `Warning:` headers. */
  readonly warn?: (text: string) => void;
}

type Validate = (
  object: Readonly<KubeObject>,
  old: Readonly<KubeObject> | undefined,
  part: 'all' | 'status',
  options?: ValidateOptions,
) => StatusCause[];

/**
 * What is wrong with an object, in four steps: OpenAPI, embedded resources, list types, rules. An update of the status
 * subresource looks at the status alone, apart from list types and rules.
 */
export function validateBySchema(schema: JsonSchemaProps): Validate {
  const checkAll = checkValue(schema);
  const status = ownProperty(schema, 'status');
  const checkStatus = status && checkValue(status);
  const embedded = checkEmbedded(schema, false);
  const listTypes = checkListTypes(schema);
  const rules = checkRules(schema, { isResource: true });
  return (object, old, part, { others = [], ofScale = [], warn } = {}) => {
    const correlation = old && correlate(object, old, schema);
    const findings = new Findings();
    if (part === 'all') {
      ratcheted(checkAll, { findings, correlation, prefix: '' }, object, '');
    } else if (checkStatus && 'status' in object) {
      const inner = correlation?.key('status');
      ratcheted(checkStatus, { findings, correlation: inner, prefix: 'status' }, object['status'], '');
    }
    const causes = [...findings.list.map(({ cause }) => cause), ...ofScale];
    if (part === 'all') embedded?.(object, '', causes);
    if (listTypes) causes.push(...newListProblems(listTypes, object, old));
    if (!rules) return causes;
    if ([...others, ...causes].some(isBlocking)) return [...causes, rulesWereNotAsked()];
    return [...causes, ...rules(object, old, { correlation, warn, path: '' })];
  };
}

/** A list that was wrong before may stay wrong. */
function newListProblems(
  check: NonNullable<ReturnType<typeof checkListTypes>>,
  object: unknown,
  old: unknown,
): StatusCause[] {
  const causes: StatusCause[] = [];
  check(object, '', causes);
  if (causes.length === 0 || old === undefined) return causes;
  const before: StatusCause[] = [];
  check(old, '', before);
  return before.length === 0 ? causes : [];
}

const BLOCKING: ReadonlySet<string | undefined> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

function isBlocking({ reason }: StatusCause): boolean {
  return BLOCKING.has(reason);
}

function rulesWereNotAsked(): StatusCause {
  const why =
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
  return invalidValue('<nil>', null, why);
}
