import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  PatchError,
  type JsonObject,
  type JsonValue,
} from '@banyan/patch';
import { kubernetesSchema, parseApiVersion } from '@banyan/api';
import type { Cluster } from '@banyan/testing';
import { isDeepStrictEqual } from 'node:util';
import type { PatchAnswer, PatchMaterial, PatchType } from './patch-case.ts';
import { recordPatches } from './record-patches.ts';
import { withoutEmpty } from './without-server-fields.ts';

export interface Comparison {
  readonly tried: number;
  /** A line each; empty if all answers are the same. */
  readonly differences: readonly string[];
}

/** Tries the patches of one seed on a real API server and on packages/patch. */
export async function comparePatches(
  cluster: Cluster,
  material: PatchMaterial,
  choice: { type: PatchType; seed: number },
): Promise<Comparison> {
  const answers = await recordPatches(cluster, material, choice);
  const differences = answers.flatMap(({ original, patch, answer }) => {
    const ours = ourAnswer(choice.type, material.originals.get(original) as JsonObject, patch as JsonValue);
    if (isSame(ours, answer, original)) return [];
    const lines = { original, patch, real: answer, ours };
    return [JSON.stringify(lines)];
  });
  return { tried: answers.length, differences };
}

/** What packages/patch makes of it. */
export function ourAnswer(type: PatchType, object: JsonObject, patch: JsonValue): PatchAnswer {
  try {
    return { outcome: 'patched', result: apply(type, object, patch) };
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    return { outcome: 'refused', ...error.status };
  }
}

function apply(type: PatchType, object: JsonObject, patch: JsonValue): JsonValue {
  if (type === 'json-patch') return applyJsonPatch(object, patch);
  if (type === 'merge-patch') return applyMergePatch(object, patch);
  const { apiVersion, kind } = object as { apiVersion: string; kind: string } & JsonObject;
  const schema = kubernetesSchema({ ...parseApiVersion(apiVersion), kind });
  if (schema === undefined) throw new Error(`no schema for ${kind}`);
  return applyStrategicMergePatch(object, patch, schema);
}

/** Custom resources must be the same to the letter; of built-in kinds, empty fields are as good as absent. */
function isSame(ours: PatchAnswer, real: PatchAnswer, original: string): boolean {
  if (real.outcome === 'invalid object') return ours.outcome === 'patched';
  if (ours.outcome !== 'patched' || real.outcome !== 'patched') return isDeepStrictEqual(ours, real);
  if (original === 'free') return isDeepStrictEqual(ours.result, real.result);
  return isDeepStrictEqual(withoutEmpty(ours.result), withoutEmpty(real.result));
}
