import type { KubeObject } from '@banyan/api';
import { isPatchError, type JsonObject, type JsonValue } from '@banyan/patch';
import type { Member } from '../words/member.ts';
import type { Override, OverrideChange, OverrideFailure } from '../words/override.ts';
import { changedPaths } from './changed-paths.ts';
import { checkMetadata } from './check-metadata.ts';
import { withFacts } from './cluster-facts.ts';
import { OverrideProblem } from './override-problem.ts';
import { patchObject } from './patch-object.ts';

export interface OverrideRequest {
  /** Never changed. The answer shares with it what no override touches. */
  readonly object: KubeObject;
  readonly member: Member;
  /** In the order in which they apply: the later wins. */
  readonly overrides: readonly Override[];
  /** Whether to find out which override changed what. */
  readonly withChanges?: boolean;
}

/** All overrides, or none: one that does not fit makes the whole answer a failure, and the caller keeps what it has. */
export type OverrideResult =
  | { readonly object: KubeObject; readonly changes: readonly OverrideChange[] }
  | { readonly failure: OverrideFailure };

export function applyOverrides(request: OverrideRequest): OverrideResult {
  const { member, overrides, withChanges = false } = request;
  const changes: OverrideChange[] = [];
  // A KubeObject is JSON; its type only does not say so for unknown fields.
  let object = request.object as unknown as JsonValue;
  for (const override of overrides) {
    const before = object;
    try {
      object = applied(object as JsonObject, override, member);
    } catch (error) {
      return { failure: failureOf(override, error) };
    }
    if (!withChanges) continue;
    const paths = changedPaths(before, object);
    if (paths.length > 0) changes.push({ source: override.source, paths });
  }
  return { object: object as unknown as KubeObject, changes };
}

/**
 * The last object that an override was applied to, and what became of it. A template goes to many members one after the
 * other: they share the answer, its memory too, as long as no fact of theirs is in it.
 */
const LAST = new WeakMap<Override, { readonly object: JsonObject; readonly result: JsonValue }>();

function applied(object: JsonObject, override: Override, member: Member): JsonValue {
  if (override.problem !== undefined) throw new OverrideProblem(override.problem);
  if (override.isTemplate === true) return patched(object, override, withFacts(override.patch, member));
  const last = LAST.get(override);
  if (last?.object === object) return last.result;
  const result = patched(object, override, override.patch);
  LAST.set(override, { object, result });
  return result;
}

function patched(object: JsonObject, override: Override, patch: JsonValue): JsonValue {
  const result = patchObject(object, override, patch);
  checkMetadata(result);
  return result;
}

function failureOf({ source, field }: Override, error: unknown): OverrideFailure {
  if (error instanceof OverrideProblem) return { source, path: error.path, message: error.message };
  if (!isPatchError(error)) throw error;
  const where = field === undefined ? '' : `in the text at ${field.path}: `;
  return { source, path: error.path, message: `${where}${error.message}` };
}
