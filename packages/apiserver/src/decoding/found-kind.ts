import type { GroupVersionKind } from '@banyan/api';
import { DecodeError } from './decode-error.ts';
import type { JsonNode } from './json/json-node.ts';
import { failureText, type TypeMismatch } from './typed/type-mismatch.ts';

/** What a body says that it is; empty for what it does not say. */
export interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
}

const IDENTITY_TYPE = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;
const IDENTITY_FIELDS = ['apiVersion', 'kind'] as const;

/**
 * Looks for apiVersion and kind alone, before anything else. Unlike all reading after it this takes them in capital
 * letters too. Of several the last counts.
 */
export function identityOf(node: JsonNode): Identity {
  const found = { apiVersion: '', kind: '' };
  let mismatch: TypeMismatch | undefined;
  if (node.kind !== 'object' && node.kind !== 'null')
    mismatch = { value: node.kind, type: IDENTITY_TYPE, struct: '', field: '' };
  for (const { key, value } of node.kind === 'object' ? node.members : []) {
    const field = identityField(key);
    if (field === undefined || value.kind === 'null') continue;
    if (value.kind === 'string') found[field] = value.value;
    else mismatch ??= { value: value.kind, type: 'string', struct: '', field };
  }
  if (mismatch !== undefined) throw unrecognised(failureText(mismatch));
  return found;
}

export function unrecognised(why: string): DecodeError {
  return new DecodeError(`couldn't get version/kind; json parse error: ${why}`);
}

/** Which of the two a member counts as. */
export function identityField(key: string): keyof Identity | undefined {
  if (key.length !== 4 && key.length !== 10) return undefined;
  return IDENTITY_FIELDS.find((field) => field === key || field.toLowerCase() === key.toLowerCase());
}

/** The kind that the body is of, with what it does not say taken from what the endpoint expects. */
export function foundKind({ apiVersion, kind }: Identity, expected: GroupVersionKind): GroupVersionKind {
  const parts = apiVersion === '/' ? [''] : apiVersion.split('/');
  if (parts.length > 2) throw new DecodeError(`unexpected GroupVersion string: ${apiVersion}`);
  const [group, version] = parts.length === 2 ? [parts[0] ?? '', parts[1] ?? ''] : ['', parts[0] ?? ''];
  const found = { group, version, kind: kind === '' ? expected.kind : kind };
  if (version !== '') return found;
  if (group !== '' && group !== expected.group) return found;
  return { ...found, group: expected.group, version: expected.version };
}
