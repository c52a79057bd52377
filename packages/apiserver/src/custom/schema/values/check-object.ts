import { invalidValue, required, tooMany } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { additionalOf, ownProperty } from '../schema-parts.ts';
import { causeField, withCorrelation, type CheckContext, type ValueCheck } from './findings.ts';
import { hasOwn, type JsonObject } from './json-value.ts';
import { ratcheted } from './ratchet.ts';

type Compile = (schema: JsonSchemaProps) => ValueCheck;

/** Members: how many, which must be there, which may, and their values. */
export function checkObject(schema: JsonSchemaProps, compile: Compile): ValueCheck {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, compile(property)] as const,
  );
  const others = checkOthers(schema, compile);
  const { minProperties, maxProperties, required: needed = [] } = schema;
  return (context, value, path) => {
    const object = value as JsonObject;
    if (minProperties !== undefined || maxProperties !== undefined)
      countMembers(schema, context, object, path);
    others?.(context, object, path);
    for (const [name, check] of properties) {
      if (!hasOwn(object, name)) continue;
      const isTypeMeta = path === '' && (name === 'kind' || name === 'apiVersion');
      const correlation = isTypeMeta ? undefined : context.correlation?.key(name);
      const place = path === '' ? name : `${path}.${name}`;
      ratcheted(check, withCorrelation(context, correlation), object[name], place);
    }
    for (const name of needed) {
      if (hasOwn(object, name)) continue;
      const place = `${path}.${name}`;
      context.findings.add(`${place} in body is required`, required(causeField(context, place)));
    }
  };
}

/** Members that are no properties: forbidden, or all of one schema. */
function checkOthers(schema: JsonSchemaProps, compile: Compile): ValueCheck | undefined {
  if (schema.additionalProperties === false) {
    return (context, value, path) => {
      for (const name of Object.keys(value as JsonObject)) {
        if (context.findings.isFull) return;
        if (ownProperty(schema, name) !== undefined) continue;
        const why = `${path}.${name} in body is a forbidden property`;
        context.findings.add(why, invalidValue(causeField(context, path), name, why));
      }
    };
  }
  const additional = additionalOf(schema);
  if (additional === undefined) return undefined;
  const check = compile(additional);
  return (context, value, path) => {
    const object = value as JsonObject;
    for (const name of Object.keys(object)) {
      if (context.findings.isFull) return;
      if (ownProperty(schema, name) !== undefined) continue;
      const place = `${path}.${name}`;
      ratcheted(check, withCorrelation(context, context.correlation?.key(name)), object[name], place);
    }
  };
}

function countMembers(
  { minProperties, maxProperties }: JsonSchemaProps,
  context: CheckContext,
  object: JsonObject,
  path: string,
): void {
  const count = Object.keys(object).length;
  if (minProperties !== undefined && count < minProperties) {
    const why = `${path} in body should have at least ${minProperties} properties`;
    context.findings.add(why, invalidValue(causeField(context, path), count, why));
  }
  if (maxProperties !== undefined && count > maxProperties) {
    const why = `${path} in body should have at most ${maxProperties} properties`;
    context.findings.add(why, tooMany(causeField(context, path), count, maxProperties));
  }
}
