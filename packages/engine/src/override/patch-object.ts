import { kubernetesSchema, parseApiVersion } from '@banyan/api';
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  type JsonObject,
  type JsonValue,
} from '@banyan/patch';
import type { Override } from '../words/override.ts';
import { pointerKeys, pointerTo, valueAt } from '../pointer/json-pointer.ts';
import { OverrideProblem } from './override-problem.ts';
import { patchField } from './patch-field.ts';

/** Applies one override. `patch` is the override's own with the facts in it. Throws PatchError or OverrideProblem. */
export function patchObject(object: JsonObject, override: Override, patch: JsonValue): JsonValue {
  switch (override.type) {
    case 'json-patch':
      return jsonPatch(object, override, patch);
    case 'merge-patch':
      return applyMergePatch(object, patch);
    case 'strategic-merge-patch':
      return strategicMergePatch(object, patch);
    case 'field-json-patch':
      return patchField(object, {
        ...fieldOf(override),
        patch: (content) => jsonPatch(content, override, patch),
      });
    case 'field-merge-patch':
      return patchField(object, {
        ...fieldOf(override),
        patch: (content) => applyMergePatch(content, patch),
      });
  }
}

function fieldOf({ field, type }: Override): NonNullable<Override['field']> {
  if (field === undefined) throw new OverrideProblem(`a ${type} needs the path and the format of a field`);
  return field;
}

function strategicMergePatch(object: JsonObject, patch: JsonValue): JsonValue {
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
    throw new OverrideProblem('the object has no apiVersion and kind');
  }
  const schema = kubernetesSchema({ ...parseApiVersion(apiVersion), kind });
  if (schema === undefined) {
    throw new OverrideProblem(
      `a strategic merge patch needs a kind of Kubernetes itself, and ${apiVersion} ${kind} is none: use a merge patch`,
    );
  }
  return applyStrategicMergePatch(object, patch, schema);
}

function jsonPatch(document: JsonValue, { createsParents }: Override, patch: JsonValue): JsonValue {
  if (createsParents !== true || !Array.isArray(patch)) return applyJsonPatch(document, patch);
  let patched = document;
  for (const operation of patch as readonly JsonValue[]) {
    patched = applyJsonPatch(patched, [...parentsFor(patched, operation), operation]);
  }
  return patched;
}

/** What must be added before the operation, so that there is something to add to. */
function parentsFor(document: JsonValue, operation: JsonValue): JsonValue[] {
  const op = valueAt(operation, ['op']);
  const path = valueAt(operation, ['path']);
  if (op !== 'add' || typeof path !== 'string') return [];
  const missing: JsonValue[] = [];
  let keys: readonly string[] = [];
  for (const key of pointerKeys(path).slice(0, -1)) {
    keys = [...keys, key];
    if (valueAt(document, keys) !== undefined) continue;
    missing.push({ op: 'add', path: keys.reduce<string>(pointerTo, ''), value: {} });
  }
  return missing;
}
