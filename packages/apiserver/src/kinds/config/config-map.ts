import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue, malformed, tooLong } from '../fields/field-error.ts';
import { byteLength } from '../fields/go-text.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import { configKey } from '../fields/text-format.ts';
import type { KindRules } from '../kind-rules.ts';
import { decodedBytes, MAX_DATA_BYTES, validateImmutableData } from './immutable-data.ts';

interface ConfigMap extends KubeObject {
  data?: Readonly<Record<string, string>>;
  binaryData?: Readonly<Record<string, string>>;
}

const IN_BOTH = 'duplicate of key present in binaryData';

export const configMapRules: KindRules = {
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  namespaced: true,
  name: subdomainName,
  hasStatus: false,
  validate: validateConfigMap,
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateImmutableData(object, old, ['data', 'binaryData']),
    ...validateObjectMeta(object.metadata, { namespaced: true, name: subdomainName }),
    ...validateConfigMap(object),
  ],
};

function validateConfigMap({ data = {}, binaryData = {} }: Readonly<ConfigMap>): StatusCause[] {
  const texts = Object.values(data).map(byteLength);
  const bytes = Object.values(binaryData).map(decodedBytes);
  const size = [...texts, ...bytes].reduce((sum, each) => sum + each, 0);
  return [
    ...Object.keys(data).flatMap((key) => [
      ...malformed(`data[${key}]`, key, configKey(key)),
      ...(Object.hasOwn(binaryData, key) ? [invalidValue(`data[${key}]`, key, IN_BOTH)] : []),
    ]),
    ...Object.keys(binaryData).flatMap((key) => malformed(`binaryData[${key}]`, key, configKey(key))),
    // The object as a whole has no path.
    ...(size > MAX_DATA_BYTES ? [tooLong('[]', MAX_DATA_BYTES)] : []),
  ];
}
