import { isJsonObject, type JsonObject, type JsonValue } from '../../json-value.ts';
import type { Schema } from '../../schema.ts';
import { apply } from '../apply.ts';
import { fieldPath } from '../field-set/path-element.ts';
import { withoutIdleTimestamps } from '../ownership/idle-timestamps.ts';
import { managedFieldsOf, metadataOf, withManagedFields } from '../ownership/object-metadata.ts';
import { resetFieldsOf } from '../ownership/reset-fields.ts';
import { fromScaleEntries, toScaleEntries } from '../ownership/scale-entries.ts';
import { emptyObject } from '../typed/empty-object.ts';
import { update } from '../update.ts';
import { withDefaults } from './replay-defaults.ts';
import type { RecordedStep } from './recorded-runs.ts';

/** The kind of a replay: what the real server knew when it was recorded. */
export interface ReplayKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: Schema;
  /** Undefined for a built-in kind. */
  readonly custom?: { readonly hasStatus: boolean; readonly replicasPath: string };
  readonly scaleSchema: Schema | undefined;
}

/** The object after a step by our own functions; throws as they do. `answer` is the recorded one. */
export function replayStep(kind: ReplayKind, step: RecordedStep, before: JsonObject | undefined): JsonObject {
  const live = before && { ...before, apiVersion: step.apiVersion ?? kind.apiVersion };
  if (step.subresource === 'scale' && live !== undefined) return replayScale(kind, step, live);
  const { apiVersion, kind: name, schema, custom } = kind;
  const request = {
    live,
    manager: step.manager,
    now: step.at,
    schema,
    subresource: step.subresource,
    empty: custom === undefined ? emptyObject(schema) : undefined,
    filter: resetFieldsOf({ apiVersion, kind: name, subresource: step.subresource, custom }),
    convert: (object: JsonObject, version: string) => ({
      object: { ...object, apiVersion: version },
      schema,
    }),
  };
  if (step.verb === 'apply') {
    const defaults = (merged: JsonObject) => withDefaults(kind, merged, live);
    const result = apply({ ...request, applied: step.body ?? {}, force: step.force, default: defaults });
    return live === undefined || step.subresource === undefined ? result : reset(kind, live, result);
  }
  const written = step.object ?? live ?? {};
  const cleared = { ...written, metadata: { ...metadataOf(written), managedFields: [{}] } };
  return update({ ...request, updated: step.clears ? cleared : withManagedFields(written, []) });
}

/** What the status endpoint does not write it leaves as it is; that comes after the merge and its tracking. */
function reset({ custom }: ReplayKind, live: JsonObject, written: JsonObject): JsonObject {
  const { status } = written;
  const { status: _, ...rest } = live;
  const metadata = metadataOf(custom === undefined ? written : live);
  const object = { ...rest, metadata, ...(status !== undefined && { status }) };
  return withoutIdleTimestamps(live, withManagedFields(object, managedFieldsOf(written) ?? []));
}

function replayScale(kind: ReplayKind, step: RecordedStep, live: JsonObject): JsonObject {
  const field = kind.custom?.replicasPath.split('.').at(-1) ?? 'replicas';
  const path = fieldPath('spec', field);
  const parent = managedFieldsOf(live) ?? [];
  const mapping = { parent, apiVersion: step.apiVersion ?? kind.apiVersion, replicasPath: () => path };
  const replicasOf = (object: JsonObject): JsonValue => specOf(object)[field] ?? 0;
  const scale = withManagedFields(scaleObject(live, replicasOf(live)), toScaleEntries(mapping));
  const request = {
    live: scale,
    manager: step.manager,
    now: step.at,
    schema: kind.scaleSchema,
    subresource: 'scale',
  };
  const written =
    step.verb === 'apply'
      ? apply({ ...request, applied: step.body ?? {}, force: step.force })
      : update({ ...request, updated: scaleObject(live, replicasOf(step.object ?? live)) });
  const spec = { ...specOf(live), [field]: specOf(written)['replicas'] ?? 0 };
  const object = withDefaults(kind, { ...live, spec }, live);
  return withManagedFields(object, fromScaleEntries(mapping, managedFieldsOf(written) ?? []));
}

function scaleObject(live: JsonObject, replicas: JsonValue): JsonObject {
  const { name = '', namespace = '' } = metadataOf(live);
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name, namespace },
    spec: { replicas },
    status: {},
  };
}

function specOf(object: JsonObject): JsonObject {
  const { spec } = object;
  return isJsonObject(spec) ? spec : {};
}
