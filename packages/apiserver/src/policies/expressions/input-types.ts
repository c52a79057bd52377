import type { DeclType, ObjectDecl } from '../../custom/schema/rules/decl-type.ts';

/** Nothing here is estimated by its size: what an expression costs is counted when it runs. */
const UNSIZED = { maxElements: 0, minSize: 0 };

const scalar = (name: 'string' | 'int' | 'bool' | 'timestamp' | 'dyn'): DeclType => ({
  kind: 'scalar',
  name,
  ...UNSIZED,
});
const [TEXT, INT, BOOL, TIME, DYN] = [
  scalar('string'),
  scalar('int'),
  scalar('bool'),
  scalar('timestamp'),
  scalar('dyn'),
];
const listOf = (element: DeclType): DeclType => ({
  kind: 'list',
  element,
  listType: 'atomic',
  keys: [],
  ...UNSIZED,
});
const mapOf = (element: DeclType): DeclType => ({ kind: 'map', element, ...UNSIZED });
const object = (fields: Readonly<Record<string, DeclType>>): ObjectDecl => ({
  kind: 'object',
  fields: new Map(Object.entries(fields).map(([name, type]) => [name, { name, type }])),
  ...UNSIZED,
});

const GROUP_VERSION_KIND = object({ group: TEXT, version: TEXT, kind: TEXT });
const GROUP_VERSION_RESOURCE = object({ group: TEXT, version: TEXT, resource: TEXT });

/** What expressions see as `request`. */
export const REQUEST_TYPE: ObjectDecl = object({
  kind: GROUP_VERSION_KIND,
  resource: GROUP_VERSION_RESOURCE,
  subResource: TEXT,
  requestKind: GROUP_VERSION_KIND,
  requestResource: GROUP_VERSION_RESOURCE,
  requestSubResource: TEXT,
  name: TEXT,
  namespace: TEXT,
  operation: TEXT,
  userInfo: object({ username: TEXT, uid: TEXT, groups: listOf(TEXT), extra: mapOf(listOf(TEXT)) }),
  dryRun: BOOL,
  options: DYN,
});

/** What expressions see as `namespaceObject`. */
export const NAMESPACE_TYPE: ObjectDecl = object({
  metadata: object({
    name: TEXT,
    generateName: TEXT,
    namespace: TEXT,
    labels: mapOf(TEXT),
    annotations: mapOf(TEXT),
    UID: TEXT,
    creationTimestamp: TIME,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIME,
    generation: INT,
    resourceVersion: TEXT,
    finalizers: listOf(TEXT),
  }),
  spec: object({ finalizers: listOf(TEXT) }),
  status: object({
    conditions: listOf(
      object({ status: TEXT, type: TEXT, lastTransitionTime: TIME, message: TEXT, reason: TEXT }),
    ),
    phase: TEXT,
  }),
});
