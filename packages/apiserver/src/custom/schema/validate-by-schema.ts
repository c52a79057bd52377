import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue } from '../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';
import { checkRules } from './rules/check-rules.ts';
import { ownProperty } from './schema-parts.ts';
import { checkEmbedded } from './values/check-embedded.ts';
import { checkListTypes } from './values/check-list-types.ts';
import { checkValue } from './values/check-value.ts';
import { correlate } from './values/correlate.ts';
import { Findings, type Correlation, type ValueCheck } from './values/findings.ts';
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
    // What is valid is so whatever was there before, which is looked at only if something is wrong.
    const correlated = old && once(() => correlate(object, old, schema));
    const causes = [
      ...(part === 'all'
        ? valueCauses(checkAll, { value: object, prefix: '' }, correlated)
        : checkStatus && 'status' in object
          ? valueCauses(
              checkStatus,
              { value: object['status'], prefix: 'status' },
              correlated && (() => correlated().key('status')),
            )
          : []),
      ...ofScale,
    ];
    if (part === 'all') embedded?.(object, '', causes);
    if (listTypes) causes.push(...newListProblems(listTypes, object, old));
    if (!rules) return causes;
    if ([...others, ...causes].some(isBlocking)) return [...causes, rulesWereNotAsked()];
    const found = rules(object, old, { correlation: undefined, warn, path: '' });
    if (found.length === 0 || correlated === undefined) return [...causes, ...found];
    return [...causes, ...rules(object, old, { correlation: correlated(), warn, path: '' })];
  };
}

function valueCauses(
  check: ValueCheck,
  { value, prefix }: { readonly value: unknown; readonly prefix: string },
  correlated: (() => Correlation | undefined) | undefined,
): StatusCause[] {
  let findings = new Findings();
  check({ findings, correlation: undefined, prefix }, value, '');
  if (!findings.isValid && correlated !== undefined) {
    findings = new Findings();
    ratcheted(check, { findings, correlation: correlated(), prefix }, value, '');
  }
  return findings.list.map(({ cause }) => cause);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
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
