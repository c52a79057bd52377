import type { ObjectMeta } from '@banyan/api';
import { DecodeError } from '../../decoding/decode-error.ts';
import { normaliseObject } from '../../decoding/normalise-object.ts';

type ReadMetadata =
  | { readonly metadata: ObjectMeta; readonly unknown: readonly string[] }
  | { readonly problem: string };

/** Any kind that has nothing but metadata to be read. */
const CARRIER = { group: '', version: 'v1', kind: 'ConfigMap' };

/** The metadata of an embedded resource as Go reads it: what has another type is a problem, what is unknown goes. */
export function readObjectMeta(value: unknown): ReadMetadata {
  try {
    const { object, findings } = normaliseObject({ metadata: value }, CARRIER);
    const unknown = findings.map((finding) => finding.replace(/^unknown field "metadata\.(.*)"$/s, '$1'));
    const { creationTimestamp, ...metadata } = object.metadata;
    const hasTime = creationTimestamp !== undefined && creationTimestamp !== null;
    return { metadata: hasTime ? { ...metadata, creationTimestamp } : metadata, unknown };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return {
      problem: error.message.replace('struct field ObjectMeta.metadata.', 'struct field ObjectMeta.'),
    };
  }
}
