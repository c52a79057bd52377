import type { GroupVersionKind, KubeObject } from '@banyan/api';
import { withIdentity } from './read-built-in.ts';
import { DecodeError } from './decode-error.ts';
import { nodeOf } from './json/node-of.ts';
import { DOES_NOT_FIT } from './typed/custom-type.ts';
import { readExactly } from './typed/exact-reader.ts';
import { structOfKind } from './typed/go-objects.ts';
import { StrictFindings } from './typed/strict-findings.ts';
import { failureText } from './typed/type-mismatch.ts';
import { typeWriter } from './typed/type-writer.ts';

export interface NormalisedObject {
  /** New, the caller's to change. */
  readonly object: KubeObject;
  /** Fields that the kind does not have, and which are gone: `unknown field "spec.colour"`. */
  readonly findings: readonly string[];
}

/**
 * An object of a built-in kind in the form in which the real server writes it, whatever made it: a patch, defaults.
 * Throws a DecodeError that says in the real server's words what does not fit its type. Does not change the object.
 */
export function normaliseObject(
  object: Readonly<Record<string, unknown>>,
  kind: GroupVersionKind,
): NormalisedObject {
  const struct = structOfKind(kind);
  if (struct === undefined) throw new DecodeError(`no kind "${kind.kind}" is built in`, kind);
  const writer = typeWriter(struct);
  const written = (value: unknown): KubeObject =>
    withIdentity(writer.write(value, { members: 0 }) as KubeObject, kind);
  try {
    return { object: written(object), findings: [] };
  } catch (error) {
    if (error !== DOES_NOT_FIT) throw error;
  }
  const findings = new StrictFindings();
  const result = readExactly(struct, nodeOf(object), findings);
  if ('failure' in result) throw new DecodeError(failureText(result.failure), kind);
  return { object: written(result.value), findings: findings.texts };
}
