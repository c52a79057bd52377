import type { CustomType } from './custom-type.ts';
import { rawType, schemaOrBoolType, schemaOrListType, schemaProps } from './raw-custom-types.ts';
import { intOrStringType, quantityType, timeType } from './scalar-custom-types.ts';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const EXTENSIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

const CUSTOM_TYPES: ReadonlyMap<string, CustomType> = new Map([
  [`${META}.Time`, timeType('seconds')],
  [`${META}.MicroTime`, timeType('microseconds')],
  [`${META}.FieldsV1`, rawType],
  ['io.k8s.apimachinery.pkg.runtime.RawExtension', rawType],
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', quantityType],
  ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', intOrStringType],
  [`${EXTENSIONS}.JSON`, rawType],
  [`${EXTENSIONS}.JSONSchemaPropsOrBool`, schemaOrBoolType],
  [`${EXTENSIONS}.JSONSchemaPropsOrArray`, schemaOrListType(schemaProps)],
  [
    `${EXTENSIONS}.JSONSchemaPropsOrStringArray`,
    schemaOrListType(() => ({ kind: 'string', text: 'string' })),
  ],
]);

/** By its full name; a type that is not here would have to be written first. */
export function customType(name: string): CustomType {
  const type = CUSTOM_TYPES.get(name);
  if (type === undefined) throw new Error(`nobody knows how ${name} reads its JSON`);
  return type;
}
