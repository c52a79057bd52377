import type { KubeObject } from '@banyan/api';
import { notFound, notServed } from '../../errors/api-error.ts';
import { withoutPolicies, type Operation } from '../../registry/operation.ts';
import type { Verb } from '../../registry/served-resource.ts';
import { parseWriteOptions } from '../options/write-options.ts';
import type { ResourceScope } from '../request-scope.ts';
import { sendValue } from './answer.ts';
import { operationOf } from './operation-of.ts';
import { readObject, requireSameNamespace } from './read-object.ts';
import { nameOf, namespaceOf } from './read-verbs.ts';

/** What is not there is said first: only on an object does it matter what cannot be done. */
async function refuse(scope: ResourceScope): Promise<never> {
  const { resource, info } = scope;
  const name = nameOf(scope);
  const kept = await resource.storage.get({ namespace: namespaceOf(scope), name });
  if (kept === undefined) throw notFound(resource, name);
  throw notServed(`${resource.resource}/${info.subresource}`);
}

/** What is sent to an endpoint below an object, as policies leave it. */
function judgedBody(operation: Operation, name: string, body: KubeObject): KubeObject {
  const { policies } = operation;
  if (policies === undefined) return body;
  // A request for a token is named after its account before it is judged.
  const own = operation.subresource === 'token' ? { metadata: { ...body.metadata, name } } : {};
  const object = policies.mutate(operation, { object: { ...body, ...own }, old: undefined, name });
  policies.validate(operation, { object, old: undefined, name });
  return object;
}

/** Endpoints below an object that answer by themselves. */
export async function handleSubresource(scope: ResourceScope, verb: Verb): Promise<void> {
  const { resource, subresource, info, query } = scope;
  if (subresource?.handler === undefined) return refuse(scope);
  const options = parseWriteOptions(query, verb === 'create' ? 'CreateOptions' : 'UpdateOptions');
  const isWrite = verb === 'create' || verb === 'update';
  const body = isWrite ? await readObject(scope, options.fieldValidation) : undefined;
  const operation = operationOf(scope, options);
  if (body !== undefined) requireSameNamespace(scope, body);
  if (body !== undefined && verb === 'create') await scope.context.admission.create(operation, body);
  const judged = body && judgedBody(operation, nameOf(scope), body);
  const answer = await subresource.handler({
    verb,
    resource,
    namespace: namespaceOf(scope),
    name: nameOf(scope),
    rest: info.rest,
    query,
    body: judged,
    // What it brings about was judged with it.
    context: withoutPolicies(operation),
  });
  scope.warnings.push(...(answer.warnings ?? []));
  await sendValue(scope, answer.status, answer.body);
}
