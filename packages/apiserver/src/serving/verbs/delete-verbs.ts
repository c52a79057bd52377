import type { Status } from '@banyan/api';
import { decodeDeleteOptions } from '../../decoding/decode-delete-options.ts';
import { deleteObject, type DeleteOutcome } from '../../registry/delete-object.ts';
import { writeRulesOf } from '../../registry/write-rules.ts';
import {
  parseDeleteOptions,
  type ParsedDeleteOptions,
  type RawDeleteOptions,
} from '../options/delete-options.ts';
import { parseListOptions } from '../options/list-options.ts';
import { readBody } from '../read-body.ts';
import type { ResourceScope } from '../request-scope.ts';
import { sendList, sendObject, sendValue } from './answer.ts';
import { operationOf } from './operation-of.ts';
import { bodyMediaType } from './read-object.ts';
import { nameOf, selectionOf } from './read-verbs.ts';

export async function handleDelete(scope: ResourceScope): Promise<void> {
  const { resource, context } = scope;
  const name = nameOf(scope);
  const options = await readOptions(scope);
  const operation = operationOf(scope, options);
  await context.admission.delete(operation, name);
  const outcome = await deleteObject(operation, name, options);
  const { showsDeleted } = writeRulesOf(resource, resource.custom !== undefined);
  if (!outcome.gone || showsDeleted) await sendObject(scope, 200, outcome.kept);
  else await sendValue(scope, 200, successOf(scope, outcome));
}

export async function handleDeleteCollection(scope: ResourceScope): Promise<void> {
  const { resource, query, context } = scope;
  const options = await readOptions(scope);
  const selection = selectionOf(scope, parseListOptions(query, 'list'));
  const list = await resource.storage.list(selection);
  const operation = operationOf(scope, options);
  for (const { object } of list.items) {
    const { name = '', namespace } = object.metadata;
    await context.admission.delete(operation, name);
    await deleteObject({ ...operation, namespace, isOfCollection: true }, name, options).catch(ignoreGone);
  }
  await sendList(scope, list);
}

/** Someone else may delete at the same time. */
function ignoreGone(error: { readonly code?: number }): void {
  if (error.code !== 404) throw error;
}

async function readOptions(scope: ResourceScope): Promise<ParsedDeleteOptions> {
  const { request, query } = scope;
  const body = await readBody(scope);
  if (body.length === 0) return parseDeleteOptions(undefined, query);
  const mediaType = bodyMediaType(request.headers['content-type']);
  return parseDeleteOptions(decodeDeleteOptions(body, mediaType) as RawDeleteOptions, query);
}

function successOf({ resource }: ResourceScope, { kept }: DeleteOutcome): Status {
  const { name = '', uid = '' } = kept.object.metadata;
  const { group, resource: kind } = resource;
  const details = { name, ...(group !== '' && { group }), kind, uid };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}
