import { formatApiVersion, type KubeObject } from '@banyan/api';
import { updateManagedFields } from '../../registry/managed-fields.ts';
import { createObject, prepareForCreate } from '../../registry/create-object.ts';
import { requireUid } from '../../registry/operation.ts';
import { updateObject } from '../../registry/update-object.ts';
import { writeRulesOf } from '../../registry/write-rules.ts';
import { invalidValue } from '../../kinds/fields/field-error.ts';
import { ApiError, invalid, notServed, qualified } from '../../errors/api-error.ts';
import { parseWriteOptions, type WriteOptions } from '../options/write-options.ts';
import type { ResourceScope } from '../request-scope.ts';
import { sendObject, sendValue } from './answer.ts';
import { createdIfMissing } from './created-if-missing.ts';
import { operationOf } from './operation-of.ts';
import { readObject, requireName, requireSamePlace } from './read-object.ts';
import { nameOf } from './read-verbs.ts';

export async function handleCreate(scope: ResourceScope): Promise<void> {
  const { context, query } = scope;
  const options = parseWriteOptions(query, 'CreateOptions');
  if (!scope.resource.verbs.includes('list')) return answerCreate(scope, options);
  const draft = await readObject(scope, options.fieldValidation);
  requireSamePlace(scope, draft);
  const operation = operationOf(scope, options);
  await context.admission.create(operation, draft);
  await sendObject(scope, 201, await createObject(operation, draft));
}

/** What is never kept has an answer of its own. */
async function answerCreate(scope: ResourceScope, options: WriteOptions): Promise<void> {
  const { resource, info, query } = scope;
  if (resource.answersCreate === undefined) throw notServed(qualified(resource));
  const body = await readObject(scope, options.fieldValidation);
  const { group, version, kind } = resource;
  const { status, body: answer } = await resource.answersCreate({
    verb: 'create',
    resource,
    namespace: info.namespace,
    name: body.metadata.name ?? '',
    rest: '',
    query,
    body,
    context: operationOf(scope, options),
  });
  await sendValue(scope, status, { kind, apiVersion: formatApiVersion({ group, version }), ...answer });
}

export async function handleUpdate(scope: ResourceScope): Promise<void> {
  const { context, query, resource } = scope;
  const name = nameOf(scope);
  const options = parseWriteOptions(query, 'UpdateOptions');
  const draft = await readObject(scope, options.fieldValidation);
  requireName(draft, name);
  requireSamePlace(scope, draft);
  const operation = operationOf(scope, options);
  const rules = writeRulesOf(resource, resource.custom !== undefined);
  const mayCreate = rules.createsOnUpdate && scope.subresource === undefined;
  const next = (live: Readonly<KubeObject> | undefined): KubeObject => {
    if (live === undefined) return withoutVersion(draft);
    requireUid(operation, live, draft.metadata.uid);
    if (rules.needsVersion && (draft.metadata.resourceVersion ?? '') === '') throw versionNeeded(scope, name);
    return updateManagedFields(operation, live, draft);
  };
  const outcome = mayCreate
    ? createdIfMissing({
        isMissing: async () =>
          (await resource.storage.get({ namespace: operation.namespace, name })) === undefined,
        admit: async () => {
          await scope.requireVerb('create');
          await context.admission.create(operation, draft);
        },
        create: (made) => prepareForCreate(operation, made),
        write: (create) => updateObject(operation, { name, create }, next),
      })
    : updateObject(operation, { name }, next);
  const { kept, created } = await outcome;
  await sendObject(scope, created ? 201 : 200, kept);
}

/** An update that creates may have been made from a version that is gone. */
function withoutVersion({ metadata, ...rest }: KubeObject): KubeObject {
  const { resourceVersion: _, ...kept } = metadata;
  return { ...rest, metadata: kept };
}

function versionNeeded({ resource }: ResourceScope, name: string): ApiError {
  const cause = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
  const error = invalid({ group: '', kind: qualified(resource) }, name, [cause]);
  const { group, resource: kind } = resource;
  const details = { name, ...(group !== '' && { group }), kind, causes: [cause] };
  return new ApiError({ code: 422, reason: 'Invalid', message: error.message, details });
}
