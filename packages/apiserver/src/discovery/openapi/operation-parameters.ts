import type { Verb } from '../../registry/served-resource.ts';

type ParameterType = 'string' | 'integer' | 'boolean';

const LIST: Readonly<Record<string, ParameterType>> = {
  allowWatchBookmarks: 'boolean',
  continue: 'string',
  fieldSelector: 'string',
  labelSelector: 'string',
  limit: 'integer',
  resourceVersion: 'string',
  resourceVersionMatch: 'string',
  sendInitialEvents: 'boolean',
  timeoutSeconds: 'integer',
  watch: 'boolean',
};
const DELETE: Readonly<Record<string, ParameterType>> = {
  dryRun: 'string',
  gracePeriodSeconds: 'integer',
  orphanDependents: 'boolean',
  propagationPolicy: 'string',
};
/** Clients look here to see whether the server tells of unknown fields, and whether it can be asked to only try. */
const WRITE: Readonly<Record<string, ParameterType>> = {
  dryRun: 'string',
  fieldManager: 'string',
  fieldValidation: 'string',
};

const BY_VERB: Readonly<Record<Verb, Readonly<Record<string, ParameterType>>>> = {
  get: {},
  list: LIST,
  watch: LIST,
  create: WRITE,
  update: WRITE,
  patch: { ...WRITE, force: 'boolean' },
  delete: DELETE,
  deletecollection: { ...LIST, ...DELETE },
};

/** The query parameters of a verb. */
export function queryParameters(verb: Verb): object[] {
  return Object.entries(BY_VERB[verb]).map(([name, type]) => ({
    name,
    in: 'query',
    schema: { type, uniqueItems: true },
  }));
}

/** The parameters that are in a path, `{name}` and `{namespace}`. */
export function pathParameters(path: string): object[] {
  const inPath = ['name', 'namespace'].filter((name) => path.includes(`{${name}}`));
  const schema = { type: 'string', uniqueItems: true };
  const pretty = { name: 'pretty', in: 'query', schema };
  return [...inPath.map((name) => ({ name, in: 'path', required: true, schema })), pretty];
}
