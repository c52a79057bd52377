import type { KubeObject } from '@banyan/api';
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  isPatchError,
  unknownJsonPatchFields,
} from '@banyan/patch';
import type { JsonObject, JsonValue } from '@banyan/patch';
import { DecodeError } from '../../decoding/decode-error.ts';
import type { FieldValidation } from '../../decoding/decode-object.ts';
import { normaliseObject } from '../../decoding/normalise-object.ts';
import { converterProblem } from '../../decoding/typed/converter-problem.ts';
import { structOfKind } from '../../decoding/typed/go-objects.ts';
import { ApiError, invalid, unsupportedMediaType } from '../../errors/api-error.ts';
import { invalidValue } from '../../kinds/fields/field-error.ts';
import { apiVersionOf } from '../../registry/api-version.ts';
import { updateManagedFields } from '../../registry/managed-fields.ts';
import { updateObject } from '../../registry/update-object.ts';
import { parseWriteOptions, type WriteOptions } from '../options/write-options.ts';
import { readBody } from '../read-body.ts';
import type { ResourceScope } from '../request-scope.ts';
import { sendObject } from './answer.ts';
import { handleApply } from './apply-verb.ts';
import { goMapText } from './go-map-text.ts';
import { operationOf } from './operation-of.ts';
import { readJsonPatchDocument, type PatchDocument } from './patch-document.ts';
import { patchedJson } from './patched-json.ts';
import { readAgain } from './read-again.ts';
import { requireSamePlace } from './read-object.ts';
import { nameOf } from './read-verbs.ts';

type PatchType = 'json' | 'merge' | 'strategic';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

const PATCH_TYPES: Readonly<Record<string, PatchType | 'apply'>> = {
  [JSON_PATCH]: 'json',
  [MERGE_PATCH]: 'merge',
  [STRATEGIC_PATCH]: 'strategic',
  [APPLY_PATCH]: 'apply',
};

export async function handlePatch(scope: ResourceScope): Promise<void> {
  const name = nameOf(scope);
  const { type, options, bytes } = await readPatch(scope);
  if (type === 'apply') return handleApply(scope, { name, options, bytes });
  const next = patchedBy(scope, { type, options, bytes });
  const { kept } = await updateObject(operationOf(scope, options), { name }, next);
  return sendObject(scope, 200, kept);
}

/** A patch as it came. */
export interface SentPatch<Type = PatchType | 'apply'> {
  readonly type: Type;
  readonly options: WriteOptions;
  readonly bytes: Buffer;
}

/** The patch in a request; throws for one that the endpoint does not take. */
export async function readPatch(scope: ResourceScope): Promise<SentPatch> {
  const type = patchTypeOf(scope);
  const options = parseWriteOptions(scope.query, 'PatchOptions', type === 'apply');
  return { type, options, bytes: await readBody(scope) };
}

/** What a patch makes of an object of the scope's resource, managedFields included. */
export function patchedBy(
  scope: ResourceScope,
  { type, options, bytes }: SentPatch<PatchType>,
): (live: Readonly<KubeObject> | undefined) => KubeObject {
  const patch = readJsonPatchDocument(bytes, type === 'strategic' ? '' : 'error decoding patch: ');
  const operation = operationOf(scope, options);
  return (live) => {
    if (live === undefined) throw new Error('a patch of nothing');
    const patched = patchedObject(scope, { type, patch, options }, live);
    requireSamePlace(scope, patched);
    return updateManagedFields(operation, live, patched);
  };
}

function patchTypeOf({ request, resource }: ResourceScope): PatchType | 'apply' {
  const contentType = (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
  const isCustom = resource.custom !== undefined;
  const taken = [JSON_PATCH, MERGE_PATCH, ...(isCustom ? [] : [STRATEGIC_PATCH]), APPLY_PATCH];
  const type = PATCH_TYPES[contentType];
  if (type === undefined) throw unknownPatchType();
  if (!taken.includes(contentType)) throw unsupportedMediaType(taken);
  return type;
}

function unknownPatchType(): ApiError {
  const message = '415: Unsupported Media Type';
  return new ApiError({ code: 415, reason: 'UnsupportedMediaType', message, details: {} });
}

interface Patching {
  readonly type: PatchType;
  readonly patch: PatchDocument;
  readonly options: WriteOptions;
}

function patchedObject(scope: ResourceScope, patching: Patching, live: Readonly<KubeObject>): KubeObject {
  const { resource } = scope;
  const { type, patch } = patching;
  const result = applied(resource.schema, patching, live as unknown as JsonObject) as JsonObject;
  const shown = () => (type === 'strategic' ? goMapText(patch.value) : shownResult(resource, patching, live));
  const { group, version, kind } = resource;
  try {
    if (resource.custom === undefined) requireIdentity(result, scope);
    const { object, findings } =
      resource.custom === undefined
        ? normaliseObject(result, { group, version, kind })
        : readAgain(result, resource);
    report(scope, patching.options.fieldValidation, [...duplicatesOf(patching), ...findings]);
    resource.strategy.applyDefaults(object);
    keepClearedManagers(object, result);
    return object;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const struct = type === 'strategic' ? structOfKind({ group, version, kind }) : undefined;
    const why = (struct && converterProblem(result, struct)) ?? error.message;
    throw invalid({ group: '', kind: '' }, '', [invalidValue('patch', shown(), why)]);
  }
}

/** What the patch made, as messages show it. */
function shownResult(
  resource: ResourceScope['resource'],
  patching: Patching,
  live: Readonly<KubeObject>,
): string {
  const { group, version, kind, custom } = resource;
  // Members come in the order of the kind's fields, in which objects are not kept.
  const inOrder = custom === undefined ? normaliseObject(live, { group, version, kind }).object : live;
  return patchedJson(applied(resource.schema, patching, inOrder as unknown as JsonObject), inOrder);
}

/** An empty list is left out where objects are written, but here it asks for something. */
function keepClearedManagers(object: KubeObject, { metadata }: JsonObject): void {
  const entries = (metadata as { managedFields?: unknown[] } | undefined)?.managedFields;
  const isCleared = Array.isArray(entries) && entries.every((entry) => Object.keys(entry ?? {}).length === 0);
  if (isCleared) object.metadata.managedFields = [];
}

function duplicatesOf({ type, patch }: Patching): string[] {
  return [...patch.duplicates, ...(type === 'json' ? unknownJsonPatchFields(patch.value) : [])];
}

function applied(
  schema: ResourceScope['resource']['schema'],
  { type, patch }: Patching,
  live: JsonObject,
): JsonValue {
  try {
    switch (type) {
      case 'json':
        return applyJsonPatch(live, patch.value);
      case 'merge':
        return applyMergePatch(live, patch.value);
      case 'strategic':
        return applyStrategicMergePatch(live, patch.value, schema ?? {});
    }
  } catch (error) {
    if (!isPatchError(error)) throw error;
    const { code, reason, message } = error.status;
    throw new ApiError({ code, reason, message, ...(reason === 'Invalid' && { details: {} }) });
  }
}

/** A patch cannot make another kind of an object: what it made is read as if it had been sent, and refused in those words. */
function requireIdentity(result: JsonObject, { resource }: ResourceScope): void {
  const { kind } = resource;
  if (result['kind'] === kind && result['apiVersion'] === apiVersionOf(resource)) return;
  readAgain(inOrder(result), resource);
}

function report(scope: ResourceScope, validation: FieldValidation, findings: readonly string[]): void {
  if (findings.length === 0 || validation === 'Ignore') return;
  if (validation === 'Strict') throw new DecodeError(`strict decoding error: ${findings.join(', ')}`);
  scope.warnings.push(...findings);
}

/** Members in order, as the real server's patch library writes them. */
function inOrder(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
