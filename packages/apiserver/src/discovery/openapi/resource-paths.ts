import { kubernetesDefinitionName, type GroupVersionKind } from '@banyan/api';
import type { ServedResource, ServedSubresource, Verb } from '../../registry/served-resource.ts';
import { referenceTo } from './component-schemas.ts';
import { schemaName } from './kind-schemas.ts';
import { pathParameters, queryParameters } from './operation-parameters.ts';

/** The verbs that have a method of their own, of a collection and of what is in it. */
const COLLECTION_VERBS = { get: 'list', post: 'create', delete: 'deletecollection' } as const;
const ITEM_VERBS = { get: 'get', put: 'update', post: 'create', delete: 'delete', patch: 'patch' } as const;

const ACTIONS: Readonly<Record<Verb, string>> = {
  get: 'get',
  list: 'list',
  watch: 'watchlist',
  create: 'post',
  update: 'put',
  patch: 'patch',
  delete: 'delete',
  deletecollection: 'deletecollection',
};

const CUSTOM_PATCH_TYPES = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
];
/** kubectl reads here whether a strategic merge patch is understood. */
const PATCH_TYPES = [...CUSTOM_PATCH_TYPES, 'application/strategic-merge-patch+json'];
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

interface PathVerbs {
  readonly methods: Readonly<Record<string, Verb>>;
  readonly verbs: readonly Verb[];
  readonly kind: GroupVersionKind;
  /** Of what is exchanged, and of a list of it. */
  readonly own: object;
  readonly list: object;
  readonly patchTypes: readonly string[];
}

/** Every path of a resource with its operations. `base` is `/apis/apps/v1`. */
export function resourcePaths(base: string, served: ServedResource): [string, object][] {
  const { group, version, resource, namespaced, verbs } = served;
  const patchTypes = served.custom === undefined ? PATCH_TYPES : CUSTOM_PATCH_TYPES;
  const collection = `${base}/${namespaced ? 'namespaces/{namespace}/' : ''}${resource}`;
  const kinds = {
    kind: kindOf(served),
    own: referenceTo(schemaName(served)),
    list: referenceTo(schemaName({ group, version, kind: served.listKind })),
    patchTypes,
  };
  const itemVerbs = verbs.filter((verb) => verb !== 'create');
  const paths = [
    pathItem(collection, { methods: COLLECTION_VERBS, verbs, ...kinds }),
    pathItem(`${collection}/{name}`, { methods: ITEM_VERBS, verbs: itemVerbs, ...kinds }),
    ...[...served.subresources.values()].map((subresource) => {
      const own = subresourceSchema(served, subresource);
      const exchanged = { kind: kindOf(subresource), own, list: own, patchTypes };
      const path = `${collection}/{name}/${subresource.name}`;
      return pathItem(path, { methods: ITEM_VERBS, verbs: subresource.verbs, ...exchanged });
    }),
  ];
  if (namespaced) paths.push(pathItem(`${base}/${resource}`, { methods: { get: 'list' }, verbs, ...kinds }));
  return paths.filter((path) => path !== undefined);
}

function kindOf({ group, version, kind }: GroupVersionKind): GroupVersionKind {
  return { group, version, kind };
}

/** Options of what is connected through (`exec`, `proxy`) have no schema: what comes back is text. */
function subresourceSchema(parent: ServedResource, subresource: ServedSubresource): object {
  const isText = parent.custom === undefined && kubernetesDefinitionName(subresource) === undefined;
  return isText ? { type: 'string' } : referenceTo(schemaName(subresource));
}

function pathItem(path: string, { methods, ...rest }: PathVerbs): [string, object] | undefined {
  const operations = Object.entries(methods)
    .filter(([, verb]) => rest.verbs.includes(verb))
    .map(([method, verb]): [string, object] => [method, operation(verb, rest)]);
  if (operations.length === 0) return undefined;
  return [path, { ...Object.fromEntries(operations), parameters: pathParameters(path) }];
}

function operation(verb: Verb, { kind, own, list, patchTypes }: Omit<PathVerbs, 'methods'>): object {
  const isDelete = verb === 'delete' || verb === 'deletecollection';
  const answer = isDelete ? referenceTo(`${META}.Status`) : verb === 'list' ? list : own;
  const body = bodyOf(verb, own, patchTypes);
  return {
    parameters: queryParameters(verb),
    ...(body !== undefined && { requestBody: { content: body } }),
    responses: {
      [verb === 'create' ? '201' : '200']: {
        description: verb === 'create' ? 'Created' : 'OK',
        content: { 'application/json': { schema: answer } },
      },
    },
    'x-kubernetes-action': ACTIONS[verb],
    'x-kubernetes-group-version-kind': kind,
  };
}

function bodyOf(verb: Verb, own: object, patchTypes: readonly string[]): Record<string, object> | undefined {
  switch (verb) {
    case 'create':
    case 'update':
      return { '*/*': { schema: own } };
    case 'patch':
      return Object.fromEntries(patchTypes.map((type) => [type, { schema: referenceTo(`${META}.Patch`) }]));
    case 'delete':
    case 'deletecollection':
      return { '*/*': { schema: referenceTo(`${META}.DeleteOptions`) } };
    case 'get':
    case 'list':
    case 'watch':
      return undefined;
  }
}
