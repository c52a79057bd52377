import type { KubeObject } from '@banyan/api';
import { fieldPath, type FieldPath } from '@banyan/patch';
import { badRequest, failure, internalError } from '../../errors/api-error.ts';
import type { ScaleMapping, ScaleView } from '../../subresources/scale/scale-mapping.ts';
import type { ScalePaths } from '../definitions/definition.ts';
import type { CompiledVersion } from './compiled-version.ts';
import { nestedInteger, nestedText, pathParts, type Nested } from './nested-field.ts';

/** Stands for replicas that are not set while a Scale is being written: no client means it. */
const UNSET = -2_147_483_648;

/** The Scale of a version that has one: read from and written to the paths that its definition names. */
export function customScale(paths: ScalePaths, versions: ReadonlyMap<string, CompiledVersion>): ScaleMapping {
  const { specReplicasPath } = paths;
  const field = `the spec replicas field ${JSON.stringify(specReplicasPath)}`;
  return {
    read: (object) => {
      const view = viewOf(paths, object);
      if (view.replicas === UNSET) throw internalError(`${field} does not exist`);
      return view;
    },
    readForWrite: (object) => viewOf(paths, object),
    isJudgedByObject: true,
    setReplicas: (draft, replicas) => {
      if (replicas === UNSET) throw badRequest(`${field} cannot be empty`);
      setNested(draft, pathParts(specReplicasPath), replicas);
    },
    replicasPath: (apiVersion) => replicasPathOf(versions.get(apiVersion)),
  };
}

function viewOf(paths: ScalePaths, object: Readonly<KubeObject>): ScaleView {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = '' } = paths;
  return {
    replicas: valueOf(nestedInteger(object, specReplicasPath)) ?? UNSET,
    currentReplicas: valueOf(nestedInteger(object, statusReplicasPath)) ?? 0,
    selector: labelSelectorPath === '' ? '' : (valueOf(nestedText(object, labelSelectorPath)) ?? ''),
  };
}

function valueOf<T>(found: Nested<T>): T | undefined {
  if ('problem' in found) throw failure(found.problem);
  return found.value;
}

function setNested(draft: KubeObject, parts: readonly string[], value: number): void {
  let at: Record<string, unknown> = draft;
  for (const [i, part] of parts.slice(0, -1).entries()) {
    const next = (Object.hasOwn(at, part) ? at[part] : undefined) ?? {};
    if (typeof next !== 'object' || Array.isArray(next)) {
      const path = parts.slice(0, i + 1).join('.');
      throw failure(`value cannot be set because .${path} is not a map[string]interface{}`);
    }
    // Not by assignment, which for some names would mean something else.
    Object.defineProperty(at, part, { value: next, enumerable: true, configurable: true, writable: true });
    at = next as Record<string, unknown>;
  }
  const last = parts.at(-1) ?? '';
  Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true });
}

/** For managedFields: of a version that is gone nothing is known, one without a scale has none. */
function replicasPathOf(version: CompiledVersion | undefined): FieldPath | null | undefined {
  if (version === undefined) return undefined;
  const path = version.definition.subresources?.scale?.specReplicasPath;
  return path === undefined ? null : fieldPath(...pathParts(path));
}
