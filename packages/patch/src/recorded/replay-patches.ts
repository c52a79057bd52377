import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../json-value.ts';
import { PatchError } from '../patch-error.ts';
import { deepFreeze } from './deep-freeze.ts';
import { readGenerated, withoutEmpty, type RecordedPatch, type RecordedPatches } from './recorded-patches.ts';

export type Apply = (original: JsonObject, patch: JsonValue, name: string) => JsonValue;

/** For tests: every recorded patch of one type must come out of `apply` as it did out of the real API server. */
export function replayPatches(file: string, apply: Apply): void {
  const { originals, cases } = deepFreeze(readGenerated<RecordedPatches>(file));
  for (const recorded of cases) {
    test(`${recorded.original} ${JSON.stringify(recorded.patch).slice(0, 120)}: ${recorded.outcome}`, () => {
      const original = originals[recorded.original];
      assert.ok(original);
      checkAnswer(recorded, () => apply(original, recorded.patch, recorded.original));
    });
  }
  for (const outcome of ['patched', 'refused', 'invalid object'] as const) {
    test(`${file} has cases that end: ${outcome}`, () => {
      assert.ok(cases.some((recorded) => recorded.outcome === outcome));
    });
  }
}

/** Throws if our answer is not the recorded one. Of an object that came out invalid, only that it did come out. */
export function checkAnswer(recorded: RecordedPatch, apply: () => JsonValue): void {
  if (recorded.outcome === 'refused') {
    const error = refusal(apply);
    const { code, reason, message } = recorded;
    assert.deepEqual(error.status, { code, reason, message });
    return;
  }
  const result = apply();
  if (recorded.outcome !== 'patched') return;
  const isExact = recorded.original === 'free';
  assert.deepEqual(
    isExact ? result : withoutEmpty(result),
    isExact ? recorded.result : withoutEmpty(recorded.result ?? null),
  );
}

function refusal(apply: () => JsonValue): PatchError {
  try {
    apply();
  } catch (error) {
    if (error instanceof PatchError) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: 'the API server refused this patch, we did not' });
}
