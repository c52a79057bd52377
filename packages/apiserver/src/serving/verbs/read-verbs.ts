import { badRequest, failure, notFound } from '../../errors/api-error.ts';
import { pathSegmentName } from '../../kinds/fields/name-format.ts';
import { quoted } from '../../kinds/fields/go-text.ts';
import type { KubeObject } from '@banyan/api';
import type { KeptObject, ListRequest } from '../../registry/resource-storage.ts';
import { parseListOptions, versionProblem, type ListOptions } from '../options/list-options.ts';
import type { ResourceScope } from '../request-scope.ts';
import { parseFieldSelector } from '../selectors/field-selector.ts';
import { parseLabelSelector } from '../selectors/label-selector.ts';
import { sendList, sendObject } from './answer.ts';

export async function handleGet(scope: ResourceScope): Promise<void> {
  await sendObject(scope, 200, await keptObject(scope));
}

/** The object that a request names, at least as new as it asks for; throws 404. */
export async function keptObject(scope: ResourceScope): Promise<KeptObject> {
  const { resource, query } = scope;
  const name = nameOf(scope);
  const resourceVersion = query.get('resourceVersion') ?? '';
  const problem = resourceVersion === '' ? undefined : versionProblem(resourceVersion);
  if (problem !== undefined) throw failure(problem);
  const kept = await resource.storage.get({ namespace: namespaceOf(scope), name }, { resourceVersion });
  if (kept === undefined) throw notFound(resource, name);
  return kept;
}

export async function handleList(scope: ResourceScope): Promise<void> {
  const options = parseListOptions(scope.query, 'list');
  const request = { ...selectionOf(scope, options), ...pagingOf(options) };
  await sendList(scope, await scope.resource.storage.list(request));
}

/** Which objects a list, a watch or a deletecollection is about. */
export function selectionOf(
  scope: ResourceScope,
  { labelSelector, fieldSelector }: ListOptions,
): Pick<ListRequest, 'namespace' | 'name' | 'matches'> {
  const labels = parseLabelSelector(labelSelector);
  const fields = parseFieldSelector(fieldSelector, scope.resource);
  const matches = (object: Readonly<KubeObject>): boolean =>
    (labels === undefined || labels(object.metadata.labels)) &&
    (fields === undefined || fields.matches(object));
  return {
    namespace: namespaceOf(scope),
    ...(fields?.name !== undefined && fields.name !== '' && { name: fields.name }),
    ...((labels !== undefined || fields !== undefined) && { matches }),
  };
}

function pagingOf({ limit, continue: token, resourceVersion, resourceVersionMatch }: ListOptions) {
  return {
    limit,
    continue: token,
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(resourceVersionMatch !== undefined && { resourceVersionMatch }),
  };
}

/** Undefined for what has no namespace, and for all of them. */
export function namespaceOf({
  resource,
  info,
}: Pick<ResourceScope, 'resource' | 'info'>): string | undefined {
  return resource.namespaced ? info.namespace : undefined;
}

/** The name in the path, which must be one that a path can have. */
export function nameOf({ info }: ResourceScope): string {
  const name = info.name ?? '';
  const reasons = pathSegmentName(name, false);
  if (reasons.length > 0) throw badRequest(`Name parameter invalid: ${quoted(name)}: ${reasons.join(';')}`);
  return name;
}
