import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, notSupported, required } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { itemsOf, ownProperty } from '../schema-parts.ts';
import { wrongType } from './keyword-rules.ts';

/** x-kubernetes-list-type and x-kubernetes-list-map-keys. */
export function listTypeProblems(schema: JsonSchemaProps, path: string): StatusCause[] {
  const { type = '', 'x-kubernetes-list-type': listType } = schema;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const causes: StatusCause[] = [];
  if (listType !== undefined && type !== 'array')
    causes.push(wrongType(type, `${path}.type`, 'must be array if x-kubernetes-list-type is specified'));
  else if (listType === 'set') causes.push(...setItemProblems(itemsOf(schema), `${path}.items`));
  if (listType !== undefined && !['atomic', 'set', 'map'].includes(listType))
    causes.push(notSupported(`${path}.x-kubernetes-list-type`, listType, ['atomic', 'set', 'map']));
  if (keys.length > 0 && listType !== 'map') {
    const why = 'must be map if x-kubernetes-list-map-keys is non-empty';
    causes.push(wrongType(listType ?? '', `${path}.x-kubernetes-list-type`, why));
  }
  if (listType === 'map') causes.push(...mapProblems(schema, keys, path));
  if (listType === 'map' || listType === 'set') causes.push(...keyProblems(schema, listType, keys, path));
  return causes;
}

function setItemProblems(items: JsonSchemaProps | undefined, path: string): StatusCause[] {
  const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const listType = items?.['x-kubernetes-list-type'];
  if (items?.type === 'array' && listType !== undefined && listType !== 'atomic')
    return [invalidValue(`${path}.x-kubernetes-list-type`, listType, why)];
  // The real server shows the list type here too.
  if (items?.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic')
    return [invalidValue(`${path}.x-kubernetes-map-type`, listType, why)];
  return [];
}

function mapProblems(schema: JsonSchemaProps, keys: readonly string[], path: string): StatusCause[] {
  const { items } = schema;
  const causes: StatusCause[] = [];
  if (keys.length === 0) {
    const why = 'must not be empty if x-kubernetes-list-type is map';
    causes.push(required(`${path}.x-kubernetes-list-map-keys`, why));
  }
  if (items === undefined)
    return [...causes, required(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map')];
  const item = itemsOf(schema);
  if (item === undefined) return causes;
  if (item.type !== 'object') {
    const why = "must be object if parent array's x-kubernetes-list-type is map";
    return [...causes, invalidValue(`${path}.items.type`, item.type ?? '', why)];
  }
  for (const [index, key] of keys.entries()) {
    const property = ownProperty(item, key);
    const field = `${path}.x-kubernetes-list-map-keys`;
    if (property === undefined)
      causes.push(invalidValue(field, keys, 'entries must all be names of item properties'));
    else if (property.type === 'array' || property.type === 'object') {
      const why = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      causes.push(invalidValue(`${path}.items.properties[${key}].type`, item.type, why));
    }
    if (keys.indexOf(key) !== index)
      causes.push(invalidValue(field, keys, 'must not contain duplicate entries'));
  }
  return causes;
}

function keyProblems(
  schema: JsonSchemaProps,
  listType: 'map' | 'set',
  keys: readonly string[],
  path: string,
): StatusCause[] {
  const item = itemsOf(schema);
  if (item === undefined) return [];
  const causes: StatusCause[] = [];
  if (item.nullable === true) {
    const why = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    causes.push(forbidden(`${path}.items.nullable`, why));
  }
  if (listType === 'set') return causes;
  for (const key of keys) {
    const property = ownProperty(item, key);
    if (property === undefined) continue;
    const field = `${path}.items.properties[${key}]`;
    const because = 'this property is in x-kubernetes-list-map-keys, so it';
    if (!(item.required ?? []).includes(key) && property.default === undefined)
      causes.push(required(`${field}.default`, `${because} must have a default or be a required property`));
    if (property.nullable === true)
      causes.push(forbidden(`${field}.nullable`, `${because} cannot be nullable`));
  }
  return causes;
}
