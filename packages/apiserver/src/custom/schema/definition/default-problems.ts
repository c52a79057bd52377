import type { StatusCause } from '@banyan/api';
import { invalidValue } from '../../../kinds/fields/field-error.ts';
import { coerceEmbedded, UnreadableEmbedded } from '../coerce-embedded.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { pruneUnknown } from '../prune-unknown.ts';
import { checkRules } from '../rules/check-rules.ts';
import { itemsOf } from '../schema-parts.ts';
import { checkEmbedded } from '../values/check-embedded.ts';
import { checkDefault } from '../values/check-value.ts';
import { Findings } from '../values/findings.ts';
import { cloneJson, isObject, sameJson, shown } from '../values/json-value.ts';

/** Where a default stands in the resource around it. */
interface Surroundings {
  readonly schema: JsonSchemaProps;
  /** The way from the resource: names, and undefined for an item. */
  readonly way: readonly (string | undefined)[];
  readonly isInMetadata: boolean;
}

const META_FIELDS = ['metadata', 'apiVersion', 'kind'];

/** Defaults that their own schema would refuse or drop. */
export function defaultProblems(root: JsonSchemaProps, path: string): StatusCause[] {
  const schema = { ...root, 'x-kubernetes-embedded-resource': true };
  return problemsIn(schema, path, { schema, way: [], isInMetadata: false });
}

function problemsIn(schema: JsonSchemaProps, path: string, outer: Surroundings): StatusCause[] {
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const around: Surroundings = isEmbedded ? { schema, way: [], isInMetadata: false } : outer;
  const items = itemsOf(schema);
  const inside = (name: string | undefined): Surroundings => ({ ...around, way: [...around.way, name] });
  return [
    ...(schema.default === undefined || schema.default === null ? [] : problemsOf(schema, path, around)),
    ...(items ? problemsIn(items, `${path}.items`, inside(undefined)) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const isMeta = around.isInMetadata || (isEmbedded && META_FIELDS.includes(name));
      return problemsIn(property, `${path}.properties[${name}]`, { ...inside(name), isInMetadata: isMeta });
    }),
  ];
}

function problemsOf(schema: JsonSchemaProps, path: string, around: Surroundings): StatusCause[] {
  const field = `${path}.default`;
  const value = cloneJson(schema.default);
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  if (around.isInMetadata) {
    const whole = surround(value, around.way);
    const found = metadataProblems(whole, { ...around.schema, 'x-kubernetes-embedded-resource': true }, '');
    if (found.length === 0) return valueProblems(schema, field);
    const texts = found.map((cause) => `${cause.field}: ${cause.message}`);
    const why = texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`;
    return [invalidValue(field, shown(schema.default), `must result in valid metadata: ${why}`)];
  }
  const pruned = cloneJson(schema.default);
  pruneUnknown(schema, isEmbedded)(pruned, '', []);
  const dropped = sameJson(pruned, schema.default)
    ? []
    : [invalidValue(field, shown(schema.default), 'must not have unknown fields')];
  const metadata = metadataProblems(value, schema, field);
  return [...dropped, ...(metadata.length > 0 ? metadata : valueProblems(schema, field))];
}

function metadataProblems(value: unknown, schema: JsonSchemaProps, field: string): StatusCause[] {
  try {
    coerceEmbedded(schema)?.(value, field, []);
  } catch (error) {
    if (error instanceof UnreadableEmbedded) return [error.problem];
    throw error;
  }
  const causes: StatusCause[] = [];
  checkEmbedded(schema, schema['x-kubernetes-embedded-resource'] === true)?.(value, field, causes);
  return causes;
}

function valueProblems(schema: JsonSchemaProps, field: string): StatusCause[] {
  const findings = new Findings();
  checkDefault(schema)({ findings, correlation: undefined, prefix: field }, schema.default, '');
  if (!findings.isValid) return findings.list.map(({ cause }) => cause);
  const rules = checkRules(schema, { isResource: schema['x-kubernetes-embedded-resource'] === true });
  if (rules === undefined) return [];
  const context = { correlation: undefined, warn: undefined, path: field };
  const asUpdate = rules(schema.default, schema.default, context);
  return asUpdate.length > 0 ? asUpdate : rules(schema.default, undefined, context);
}

/** A resource with nothing but the default in it. */
function surround(value: unknown, way: readonly (string | undefined)[]): unknown {
  const whole = way.reduceRight<unknown>(
    (inner, name) => (name === undefined ? [inner] : { [name]: inner }),
    value,
  );
  return isObject(whole) ? { apiVersion: 'validation/v1', kind: 'Validation', ...whole } : whole;
}
