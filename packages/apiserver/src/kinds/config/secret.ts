import type { KubeObject, StatusCause } from '@banyan/api';
import { malformed, tooLong } from '../fields/field-error.ts';
import { subdomainName } from '../fields/name-format.ts';
import {
  validateImmutable,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../fields/object-meta-validation.ts';
import { configKey } from '../fields/text-format.ts';
import type { KindRules } from '../kind-rules.ts';
import { keyPairProblem } from './key-pair-problem.ts';
import { decodedBytes, MAX_DATA_BYTES, validateImmutableData } from './immutable-data.ts';
import { validateSecretType } from './secret-types.ts';

interface Secret extends KubeObject {
  type?: string;
  data?: Readonly<Record<string, string>>;
  /** Only ever sent: it becomes data before anything looks at it. */
  stringData?: Readonly<Record<string, string>>;
}

export const secretRules: KindRules = {
  kind: { group: '', version: 'v1', kind: 'Secret' },
  namespaced: true,
  name: subdomainName,
  hasStatus: false,
  defaults: (draft: Secret) => {
    if ((draft.type ?? '') === '') draft.type = 'Opaque';
    if (draft.stringData === undefined) return;
    const encoded = Object.entries(draft.stringData).map(([key, text]) => [key, toBase64(text)]);
    draft.data = { ...draft.data, ...Object.fromEntries(encoded) };
    delete draft.stringData;
  },
  validate: validateSecret,
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateImmutable(object['type'], old['type'], 'type'),
    ...validateImmutableData(object, old, ['data']),
    ...validateObjectMeta(object.metadata, { namespaced: true, name: subdomainName }),
    ...validateSecret(object),
  ],
  warnings: ({ type, data }: Readonly<Secret>) => {
    if (type !== 'kubernetes.io/tls') return [];
    const problem = keyPairProblem(toText(data?.['tls.crt']), toText(data?.['tls.key']));
    return problem === undefined ? [] : [problem];
  },
  selectableFields: ({ type = '' }: Readonly<Secret>) => ({ type }),
};

function validateSecret({ metadata, type = '', data = {} }: Readonly<Secret>): StatusCause[] {
  const size = Object.values(data).reduce((sum, value) => sum + decodedBytes(value), 0);
  return [
    ...Object.keys(data).flatMap((key) => malformed(`data[${key}]`, key, configKey(key))),
    ...(size > MAX_DATA_BYTES ? [tooLong('data', MAX_DATA_BYTES)] : []),
    ...validateSecretType(type, data, metadata.annotations ?? {}),
  ];
}

function toBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

function toText(base64 = ''): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
