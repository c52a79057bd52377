import type {
  DeleteOptions,
  ListOptions,
  RequestHeaders,
  RequestOptions,
  WriteOptions,
} from './request-options.ts';
import type { QueryParameters } from './request-path.ts';

export const PATCH_CONTENT_TYPE = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  // JSON is YAML: the body is JSON all the same.
  apply: 'application/apply-patch+yaml',
} as const;

/** What of the options is about sending, apart from what is about the object. */
export function requestOf({ signal, timeoutMs, impersonate }: RequestOptions): RequestOptions {
  return {
    ...(signal !== undefined && { signal }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(impersonate !== undefined && { impersonate }),
  };
}

/** The metadata form first; a server without it answers with plain objects, which have metadata, too. */
export function acceptHeaders(
  form: 'PartialObjectMetadata' | 'PartialObjectMetadataList',
  metadataOnly: boolean | undefined,
): RequestHeaders {
  if (metadataOnly !== true) return { accept: 'application/json' };
  return { accept: `application/json;as=${form};g=meta.k8s.io;v=v1,application/json` };
}

export function writeHeaders(contentType: string, { metadataOnly }: WriteOptions): RequestHeaders {
  return { ...acceptHeaders('PartialObjectMetadata', metadataOnly), 'content-type': contentType };
}

export function listQuery(options: ListOptions): QueryParameters {
  return {
    labelSelector: options.labelSelector,
    fieldSelector: options.fieldSelector,
    limit: options.limit,
    continue: options.continue,
    resourceVersion: options.resourceVersion,
    resourceVersionMatch: options.resourceVersionMatch,
  };
}

export function writeQuery(options: WriteOptions): QueryParameters {
  return {
    dryRun: options.dryRun === true ? 'All' : undefined,
    fieldManager: options.fieldManager,
    fieldValidation: options.fieldValidation,
  };
}

/** DeleteOptions as JSON, or nothing where the server's defaults are meant. */
export function deleteBody(options: DeleteOptions): string | undefined {
  const { propagationPolicy, gracePeriodSeconds, preconditions } = options;
  const dryRun = options.dryRun === true ? ['All'] : undefined;
  const fields = { propagationPolicy, gracePeriodSeconds, preconditions, dryRun };
  if (Object.values(fields).every((value) => value === undefined)) return undefined;
  return JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', ...fields });
}
