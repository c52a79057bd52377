import type { StatusCause } from '@banyan/api';
import { plainValue } from '../../decoding/json/json-node.ts';
import { parseJsonNodes } from '../../decoding/json/parse-json-nodes.ts';
import { invalidValue, required } from '../fields/field-error.ts';

type Data = Readonly<Record<string, string>>;

const ACCOUNT_ANNOTATION = 'kubernetes.io/service-account.name';

/** What a Secret must have to be of its type. A type that nobody knows asks for nothing. */
export function validateSecretType(type: string, data: Data, annotations: Data): StatusCause[] {
  const has = (key: string) => Object.hasOwn(data, key);
  switch (type) {
    case 'kubernetes.io/service-account-token':
      return (annotations[ACCOUNT_ANNOTATION] ?? '') === ''
        ? [required(`metadata.annotations[${ACCOUNT_ANNOTATION}]`)]
        : [];
    case 'kubernetes.io/dockercfg':
      return validateJson(data, '.dockercfg');
    case 'kubernetes.io/dockerconfigjson':
      return validateJson(data, '.dockerconfigjson');
    case 'kubernetes.io/basic-auth':
      return has('username') || has('password') ? [] : [missing('username'), missing('password')];
    case 'kubernetes.io/ssh-auth':
      return (data['ssh-privatekey'] ?? '') === '' ? [missing('ssh-privatekey')] : [];
    case 'kubernetes.io/tls':
      return ['tls.crt', 'tls.key'].filter((key) => !has(key)).map(missing);
    default:
      return [];
  }
}

function missing(key: string): StatusCause {
  return required(`data[${key}]`);
}

/** Must be there and hold a JSON object. What it holds is secret, in messages too. */
function validateJson(data: Data, key: string): StatusCause[] {
  const encoded = data[key];
  if (encoded === undefined) return [missing(key)];
  const why = jsonObjectProblem(Buffer.from(encoded, 'base64'));
  return why === undefined ? [] : [invalidValue(`data[${key}]`, '<secret contents redacted>', why)];
}

function jsonObjectProblem(bytes: Uint8Array): string | undefined {
  try {
    const value = plainValue(parseJsonNodes(bytes));
    const isObject = value === null || (typeof value === 'object' && !Array.isArray(value));
    if (isObject) return undefined;
    return `json: cannot unmarshal ${goTypeName(value)} into Go value of type map[string]interface {}`;
  } catch (error) {
    return (error as Error).message;
  }
}

function goTypeName(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
