import assert from 'node:assert/strict';
import type { JsonObject } from '../../json-value.ts';
import type { Schema } from '../../schema.ts';
import { isApplyError, type ApplyError } from '../ownership/apply-error.ts';
import { managedFieldsOf, withManagedFields } from '../ownership/object-metadata.ts';
import { customResourceSchema } from '../typed/object-meta-schema.ts';
import type { RecordedKind, RecordedRun, RecordedStep } from './recorded-runs.ts';
import { replayStep, type ReplayKind } from './replay-step.ts';

/** For tests: makes every write of a run by our own functions and compares the outcome with the server's. */
export function checkRun(kind: ReplayKind, { steps }: RecordedRun): void {
  let live: JsonObject | undefined;
  for (const [index, step] of steps.entries()) {
    const subresource = step.subresource === undefined ? '' : ` of ${step.subresource}`;
    checkStep(kind, step, live, `step ${index}, ${step.verb}${subresource} by ${step.manager}`);
    live = step.object ?? live;
  }
}

export function replayKind(recorded: RecordedKind, schemas: ReadonlyMap<string, Schema>): ReplayKind {
  const { apiVersion, kind } = recorded;
  const version = recorded.definition?.spec.versions[0];
  const scaleSchema = schemas.get('autoscaling/v1 Scale');
  if (version === undefined) {
    const schema = schemas.get(`${apiVersion} ${kind}`);
    assert.ok(schema, `no schema of ${kind}`);
    return { apiVersion, kind, schema, scaleSchema };
  }
  const custom = {
    hasStatus: version.subresources?.status !== undefined,
    replicasPath: version.subresources?.scale?.specReplicasPath ?? '',
  };
  return {
    apiVersion,
    kind,
    schema: customResourceSchema(version.schema.openAPIV3Schema),
    custom,
    scaleSchema,
  };
}

function checkStep(kind: ReplayKind, step: RecordedStep, live: JsonObject | undefined, what: string): void {
  let object: JsonObject;
  try {
    object = replayStep(kind, step, live);
  } catch (error) {
    if (!isApplyError(error)) throw error;
    checkRefusal(error, step, what);
    return;
  }
  assert.equal(undefined, step.refusal?.message, `${what}: refused by the server`);
  const expected = step.object ?? live ?? {};
  const entries = managedFieldsOf(object) ?? [];
  const expectedEntries = managedFieldsOf(expected) ?? [];
  assert.deepEqual(entries, expectedEntries, `${what}: managedFields`);
  // Stored custom resources lose the order of their keys, built-in kinds keep it.
  if (kind.custom === undefined) {
    assert.equal(JSON.stringify(entries), JSON.stringify(expectedEntries), `${what}: order of managedFields`);
  }
  assert.deepEqual(withManagedFields(object, []), withManagedFields(expected, []), `${what}: object`);
}

/** The server's managers come in no particular order, so causes are compared in the order of their texts. */
function checkRefusal({ status }: ApplyError, { code, refusal }: RecordedStep, what: string): void {
  const { causes = [], reason = '', message } = refusal ?? {};
  const ours = { code: status.code, reason: status.reason, message: status.message };
  assert.deepEqual(ours, { code, reason, message }, what);
  assert.deepEqual((status.causes ?? []).toSorted(byMessage), causes, what);
}

function byMessage(left: { message: string }, right: { message: string }): number {
  if (left.message === right.message) return 0;
  return left.message < right.message ? -1 : 1;
}
