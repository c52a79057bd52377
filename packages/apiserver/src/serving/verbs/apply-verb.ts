import { parseApiVersion, type KubeObject } from '@banyan/api';
import { isApplyError, type JsonObject } from '@banyan/patch';
import { DecodeError } from '../../decoding/decode-error.ts';
import { normaliseObject } from '../../decoding/normalise-object.ts';
import { ApiError, badRequest, conflict, failure, notFound } from '../../errors/api-error.ts';
import { apiVersionOf } from '../../registry/api-version.ts';
import { prepareForCreate } from '../../registry/create-object.ts';
import { applyConfiguration } from '../../registry/managed-fields.ts';
import { updateObject } from '../../registry/update-object.ts';
import type { WriteOptions } from '../options/write-options.ts';
import type { ResourceScope } from '../request-scope.ts';
import { sendObject } from './answer.ts';
import { createdIfMissing } from './created-if-missing.ts';
import { operationOf } from './operation-of.ts';
import { readAppliedDocument } from './patch-document.ts';
import { readAgain } from './read-again.ts';
import { requireName, requireSamePlace } from './read-object.ts';
import { namespaceOf } from './read-verbs.ts';

interface ApplyCall {
  readonly name: string;
  readonly options: WriteOptions;
  readonly bytes: Buffer;
}

/** Server-side apply: creates what is not there, for those who may, except through a subresource. */
export async function handleApply(scope: ResourceScope, { name, options, bytes }: ApplyCall): Promise<void> {
  const { resource, subresource, context } = scope;
  const namespace = namespaceOf(scope);
  const isMissing = async () => (await resource.storage.get({ namespace, name })) === undefined;
  if (subresource !== undefined && (await isMissing())) throw notFound(resource, name);
  const { configuration, next } = appliedBy(scope, { options, bytes });
  const operation = operationOf(scope, options);
  const outcome =
    subresource !== undefined
      ? updateObject(operation, { name }, next)
      : createdIfMissing({
          isMissing,
          admit: async () => {
            requireName({ metadata: {}, ...configuration } as unknown as KubeObject, name);
            await scope.requireVerb('create');
            await context.admission.create(operation, configuration as unknown as KubeObject);
          },
          create: (draft) => {
            requireNoUid(scope, draft);
            delete draft.metadata.resourceVersion;
            return prepareForCreate(operation, draft, { isOwned: true });
          },
          write: (create) => updateObject(operation, { name, create }, next),
        });
  const { kept, created } = await outcome;
  return sendObject(scope, created ? 201 : 200, kept);
}

/** The configuration in a request, and what applying it makes of an object of the scope's resource. */
export function appliedBy(
  scope: ResourceScope,
  { options, bytes }: Pick<ApplyCall, 'options' | 'bytes'>,
): { configuration: JsonObject; next: (live: Readonly<KubeObject> | undefined) => KubeObject } {
  const { value, warnings } = readAppliedDocument(bytes, options.fieldValidation);
  scope.warnings.push(...warnings);
  const configuration = configurationOf(scope, (value ?? {}) as JsonObject);
  const operation = operationOf(scope, options);
  const applied = { applied: configuration, force: options.force ?? false };
  const next = (live: Readonly<KubeObject> | undefined): KubeObject => {
    try {
      return asTyped(scope, applyConfiguration(operation, live, applied));
    } catch (error) {
      throw asApiError(error);
    }
  };
  return { configuration, next };
}

/** The configuration, of this endpoint's kind and place, or 400. */
function configurationOf(scope: ResourceScope, value: JsonObject): JsonObject {
  const { resource } = scope;
  const { metadata } = value;
  const [apiVersion, kind] = [textOf(value['apiVersion']), textOf(value['kind'])];
  if (kind !== resource.kind || apiVersion !== apiVersionOf(resource)) {
    const { group, version } = parseApiVersion(apiVersion);
    throw badRequest(`invalid object type: ${group}/${version}, Kind=${kind}`);
  }
  const place = { metadata: { ...(metadata as object | undefined) } } as KubeObject;
  requireSamePlace(scope, place);
  return value;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Who names a uid means an object that exists. */
function requireNoUid({ resource }: ResourceScope, { metadata }: KubeObject): void {
  const { uid = '', name = '' } = metadata;
  if (uid === '') return;
  const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
  throw conflict(resource, name, why);
}

/** What was merged, in the form in which objects are written. */
function asTyped({ resource }: ResourceScope, merged: KubeObject): KubeObject {
  // What a schema does not know is refused by the merge; what is null is for validation to see.
  if (resource.custom !== undefined) return readAgain(merged as unknown as JsonObject, resource, {}).object;
  const { group, version, kind } = resource;
  return normaliseObject(merged, { group, version, kind }).object;
}

function asApiError(error: unknown): unknown {
  if (error instanceof DecodeError) return failure(error.message);
  if (!isApplyError(error)) return error;
  const { code, reason, message, causes } = error.status;
  const details = causes === undefined ? undefined : { causes: causes.map((cause) => ({ ...cause })) };
  return new ApiError({ code, reason, message, ...(details !== undefined && { details }) });
}
