import { notSupported } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { checkAlternatives } from './check-alternatives.ts';
import { checkList } from './check-list.ts';
import { checkNumber } from './check-number.ts';
import { checkObject } from './check-object.ts';
import { checkFormat, checkString } from './check-string.ts';
import { checkType } from './check-type.ts';
import { causeField, type ValueCheck } from './findings.ts';
import { canonicalJson, shown } from './json-value.ts';
import { knownFormat } from './text-formats.ts';

/**
 * Compiles a schema into a check of values by OpenAPI, in the words and the order of the real server. The schema is
 * one that was accepted: patterns compile, and there is one schema for items.
 */
export function checkValue(schema: JsonSchemaProps): ValueCheck {
  const types = schema['x-kubernetes-int-or-string'] === true ? ['integer', 'string'] : typesOf(schema);
  return compile(schema, { types, format: knownFormat(schema.format, types) }, checkValue);
}

/** The same for the default of a schema: an int-or-string is of the type that it says, formats nobody knows count. */
export function checkDefault(schema: JsonSchemaProps): ValueCheck {
  return compile(schema, { types: typesOf(schema), format: schema.format ?? '' }, checkDefault);
}

function typesOf({ type }: JsonSchemaProps): readonly string[] {
  return type === undefined || type === '' ? [] : [type];
}

interface Typed {
  readonly types: readonly string[];
  readonly format: string;
}

function compile(
  schema: JsonSchemaProps,
  { types, format }: Typed,
  inner: (schema: JsonSchemaProps) => ValueCheck,
): ValueCheck {
  const type = checkType({ types, format, nullable: schema.nullable === true });
  const isTyped = types.length > 0 || format !== '';
  const alternatives = checkAlternatives(schema, inner);
  const string = checkString(schema);
  const textFormat = checkFormat(format);
  const number = checkNumber(schema, types, knownFormat(schema.format, types));
  const list = checkList(schema, inner);
  const values = checkEnum(schema);
  const object = checkObject(schema, inner);
  return (context, value, path) => {
    const { findings } = context;
    if (value === null || value === undefined) {
      type(context, null, path);
      values?.(context, null, path);
      return;
    }
    if (isTyped) {
      type(context, value, path);
      findings.matches += 1;
    }
    alternatives?.(context, value, path);
    // One for the value, and one each for alternatives and their own, the check by type and the enum.
    findings.matches += 5;
    switch (typeof value) {
      case 'string':
        string?.(context, value, path);
        if (textFormat !== undefined) findings.matches += 1;
        textFormat?.(context, value, path);
        break;
      case 'number':
      case 'bigint':
        number(context, value, path);
        break;
      case 'object':
        if (Array.isArray(value)) list(context, value, path);
        break;
      default:
        findings.matches -= 1;
    }
    values?.(context, value, path);
    if (typeof value === 'object' && !Array.isArray(value)) object(context, value, path);
  };
}

/** Null is never one of the values. */
function checkEnum({ enum: values }: JsonSchemaProps): ValueCheck | undefined {
  if (values === undefined || values.length === 0) return undefined;
  const allowed = new Set(values.filter((value) => value !== null).map(canonicalJson));
  const words = values.map((value) => (typeof value === 'string' ? value : canonicalJson(value)));
  const hasIntegers = values.some((value) => Number.isInteger(value));
  const texts = new Set<unknown>(values.filter((value) => typeof value === 'string'));
  return (context, value, path) => {
    if (texts.has(value) || (value !== null && allowed.has(canonicalJson(value)))) return;
    // The real server makes the number an integer before it compares.
    if (hasIntegers && typeof value === 'number' && allowed.has(String(Math.trunc(value)))) return;
    const why = `${path} in body should be one of [${words.join(' ')}]`;
    context.findings.add(why, notSupported(causeField(context, path), shown(value), words));
  };
}
