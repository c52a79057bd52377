/**
 * What the suite covers, by row. A row is a heading of the table in the package's README and one file of
 * transcripts, `generated/contract/<row>.json`.
 */
export const CONTRACT_ROWS = {
  verbs: 'get, create, generateName, update, conflicts, no-op updates, generation, status',
  lists: 'paging, continue tokens, label and field selectors, resourceVersion and its match rules',
  watch: 'from a version, initial events, bookmarks, selectors, time-outs, 410, metadata and Table events',
  patch: 'JSON, merge and strategic merge patches, preconditions, error answers',
  apply: 'server-side apply: ownership, conflicts, force, removal, list maps and sets, subresources, upgrade',
  delete: 'preconditions, grace, finalizers, propagation, deletecollection',
  validation: 'dry run, field validation, warnings',
  representation: 'Table and PartialObjectMetadata, content types in and out, pretty',
  discovery: '/api, /apis, aggregated discovery with ETag, /version, health, OpenAPI',
  errors: 'wrong paths, methods, bodies, names, sizes and queries',
  namespaces: 'creation, termination, finalize',
  crd: 'custom resources: schemas, pruning, defaults, rules, versions, columns, selectable fields',
  rbac: 'roles, bindings, aggregation, escalation, access reviews',
  auth: 'certificates, tokens, front proxy, impersonation, anonymous',
  aggregation: 'APIService, availability, proxying, merged discovery',
  subresources: 'status, scale, binding, eviction, ephemeral containers, resize, token, proxy, log, exec',
  policies:
    'policies that refuse and change what is written: matching, inputs, parameters, messages, failures',
  kinds: 'defaults and validation of the kinds people use',
} as const;

export type ContractRow = keyof typeof CONTRACT_ROWS;

export const CONTRACT_ROW_NAMES = Object.keys(CONTRACT_ROWS) as readonly ContractRow[];
