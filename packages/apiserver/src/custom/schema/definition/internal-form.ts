import type { JsonSchemaProps, ValidationRule } from '../json-schema-props.ts';
import { isOneSchema } from '../schema-parts.ts';
import { shown } from '../values/json-value.ts';

/** Some messages of the real server show schemas and rules in the form it keeps them in. */

export function internalRule(rule: ValidationRule): object {
  return {
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  };
}

export function internalSchema(schema: JsonSchemaProps): object {
  const list = (schemas: readonly JsonSchemaProps[] | undefined) => schemas?.map(internalSchema) ?? null;
  const map = (schemas: Readonly<Record<string, JsonSchemaProps>> | undefined) =>
    schemas === undefined
      ? null
      : Object.fromEntries(
          Object.entries(schemas)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, each]) => [name, internalSchema(each)]),
        );
  return {
    ID: schema.id ?? '',
    Schema: schema.$schema ?? '',
    Ref: schema.$ref ?? null,
    Description: schema.description ?? '',
    Type: schema.type ?? '',
    Nullable: schema.nullable ?? false,
    Format: schema.format ?? '',
    Title: schema.title ?? '',
    Default: shown(schema.default ?? null),
    Maximum: schema.maximum ?? null,
    ExclusiveMaximum: schema.exclusiveMaximum ?? false,
    Minimum: schema.minimum ?? null,
    ExclusiveMinimum: schema.exclusiveMinimum ?? false,
    MaxLength: schema.maxLength ?? null,
    MinLength: schema.minLength ?? null,
    Pattern: schema.pattern ?? '',
    MaxItems: schema.maxItems ?? null,
    MinItems: schema.minItems ?? null,
    UniqueItems: schema.uniqueItems ?? false,
    MultipleOf: schema.multipleOf ?? null,
    Enum: shown(schema.enum ?? null),
    MaxProperties: schema.maxProperties ?? null,
    MinProperties: schema.minProperties ?? null,
    Required: schema.required ?? null,
    Items: itemsForm(schema),
    AllOf: list(schema.allOf),
    OneOf: list(schema.oneOf),
    AnyOf: list(schema.anyOf),
    Not: schema.not ? internalSchema(schema.not) : null,
    Properties: map(schema.properties),
    AdditionalProperties: schemaOrBool(schema.additionalProperties),
    PatternProperties: map(schema.patternProperties),
    Dependencies: schema.dependencies ?? null,
    AdditionalItems: schemaOrBool(schema.additionalItems),
    Definitions: map(schema.definitions),
    ExternalDocs: schema.externalDocs
      ? { Description: schema.externalDocs.description ?? '', URL: schema.externalDocs.url ?? '' }
      : null,
    Example: shown(schema.example ?? null),
    XPreserveUnknownFields: schema['x-kubernetes-preserve-unknown-fields'] ?? null,
    XEmbeddedResource: schema['x-kubernetes-embedded-resource'] ?? false,
    XIntOrString: schema['x-kubernetes-int-or-string'] ?? false,
    XListMapKeys: schema['x-kubernetes-list-map-keys'] ?? null,
    XListType: schema['x-kubernetes-list-type'] ?? null,
    XMapType: schema['x-kubernetes-map-type'] ?? null,
    XValidations: schema['x-kubernetes-validations']?.map(internalRule) ?? null,
  };
}

function itemsForm({ items }: JsonSchemaProps): object | null {
  if (items === undefined) return null;
  return isOneSchema(items)
    ? { Schema: internalSchema(items), JSONSchemas: null }
    : { Schema: null, JSONSchemas: items.map(internalSchema) };
}

function schemaOrBool(value: JsonSchemaProps | boolean | undefined): object | null {
  if (value === undefined) return null;
  return typeof value === 'boolean'
    ? { Allows: value, Schema: null }
    : { Allows: true, Schema: internalSchema(value) };
}
