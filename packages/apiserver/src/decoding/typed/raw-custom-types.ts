import { goType, type GoStruct, type GoType } from '@banyan/api';
import { plainValue } from '../json/json-node.ts';
import { countMembers } from './count-members.ts';
import { DOES_NOT_FIT, type CustomType } from './custom-type.ts';

/** FieldsV1, RawExtension and JSON: any value, kept as it is. */
export const rawType: CustomType = {
  zero: null,
  write: (value, tally) => {
    tally.members += countMembers(value);
    return value;
  },
  read: (node) => ({ value: plainValue(node) }),
};

/** JSONSchemaPropsOrBool. */
export const schemaOrBoolType: CustomType = {
  zero: false,
  write: (value, tally, writeInner) => {
    if (typeof value === 'boolean') return value;
    if (Array.isArray(value) || typeof value !== 'object') throw DOES_NOT_FIT;
    return writeInner(schemaProps(), value, tally);
  },
  read: (node, readInner) => {
    if (node.kind === 'bool') return { value: node.value };
    return node.kind === 'object'
      ? readInner(schemaProps(), node)
      : { failure: 'boolean or JSON schema expected' };
  },
};

/** JSONSchemaPropsOrArray and JSONSchemaPropsOrStringArray: what is neither counts as nothing. */
export function schemaOrListType(listOf: () => GoType): CustomType {
  const typeOf = (isArray: boolean): GoType => {
    if (!isArray) return schemaProps();
    const of = listOf();
    return { kind: 'list', text: `[]${of.text}`, of };
  };
  return {
    zero: null,
    write: (value, tally, writeInner) => {
      if (typeof value !== 'object') return null;
      const isArray = Array.isArray(value);
      if (isArray && value.length === 0) return null;
      return writeInner(typeOf(isArray), value, tally);
    },
    read: (node, readInner) =>
      node.kind === 'array' || node.kind === 'object'
        ? readInner(typeOf(node.kind === 'array'), node)
        : { value: false },
  };
}

export function schemaProps(): GoStruct {
  const type = goType('io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps');
  if (type?.kind !== 'struct') throw new Error('the generated Go types lack JSONSchemaProps');
  return type;
}
