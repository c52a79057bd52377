import type { GroupVersion, GroupVersionResource } from '@banyan/api';
import { KubeError } from '../errors/kube-error.ts';

export type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>;

export interface ResourcePath {
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
  readonly query?: QueryParameters;
}

/** `/api/v1`, `/apis/apps/v1`. */
export function groupVersionPath({ group, version }: GroupVersion): string {
  return group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`;
}

/**
 * The one place where paths are made. A namespace makes it namespaced; a name, if given at all, must be one:
 * an empty name would turn a delete into the delete of a collection.
 */
export function resourcePath(resource: GroupVersionResource, target: ResourcePath = {}): string {
  let path = groupVersionPath(resource);
  if (target.namespace !== undefined) path += `/namespaces/${segment(target.namespace)}`;
  path += `/${segment(resource.resource)}`;
  if (target.name !== undefined) path += `/${segment(target.name)}`;
  if (target.subresource !== undefined) path += `/${segment(target.subresource)}`;
  return path + queryString(target.query ?? {});
}

/** With its `?`, or empty. What is undefined is left out. */
export function queryString(query: QueryParameters): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(key, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** Kubernetes' rule for what may stand in a path, plus: never empty. */
function segment(value: string): string {
  if (value === '' || value === '.' || value === '..' || value.includes('/') || value.includes('%')) {
    throw new KubeError(
      'BadRequest',
      `${JSON.stringify(value)} cannot be a name: it is empty, "." or "..", or contains "/" or "%"`,
    );
  }
  return encodeURIComponent(value);
}
