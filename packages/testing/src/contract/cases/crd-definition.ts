import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import type { Json } from '../transcript.ts';
import {
  CRDS,
  MERGE_PATCH,
  changeDefinition,
  groupOf,
  hasCondition,
  serveThings,
  thing,
  thingDefinition,
  thingsPath,
  versionOf,
} from './crd-things.ts';

const text = { type: 'object', properties: { text: { type: 'string' } } };

interface Discovery {
  readonly items: readonly { readonly metadata: { readonly name: string }; readonly versions: Json }[];
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/** The schemas of the case's own kinds; of the others and of the paths only what there is. */
const ownSchemas = (c: CaseContext) => (bytes: Buffer) => {
  const { paths, components } = JSON.parse(bytes.toString()) as OpenApi;
  const prefix = `dev.banyan.contract.${c.clusterName()}`;
  return {
    paths: Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods)])),
    schemas: Object.fromEntries(
      Object.entries(components.schemas).map(([name, schema]) => [
        name,
        name.startsWith(prefix) ? withoutStandardWords(schema) : '…',
      ]),
    ),
  };
};

/** What Kubernetes says about the fields of every kind is no promise. */
function withoutStandardWords(schema: Json): Json {
  const { properties, ...rest } = schema as { properties: Record<string, Record<string, Json>> };
  for (const field of ['apiVersion', 'kind', 'metadata', 'items']) delete properties[field]?.['description'];
  return { ...rest, properties };
}

export const crdDefinitionCases = contractCases('crd', [
  {
    id: 'create',
    name: 'a definition is established, shown in discovery, and serves its objects',
    run: async (c) => {
      const body = thingDefinition(c, { spec: text });
      await c.request({ method: 'POST', path: CRDS, body });
      await c.eventually({ path: `${CRDS}/things.${groupOf(c)}` }, hasCondition('Established'));
      await c.eventually({ path: `/apis/${groupOf(c)}/v1` }, ({ status }) => status === 200);
      await c.eventually({ path: `/apis/${groupOf(c)}` }, ({ status }) => status === 200);
      const path = thingsPath(c);
      await c.until({ path }, ({ status }) => status === 200);
      await c.request({ method: 'POST', path, body: thing(c, 'one', { spec: { text: 'a' } }) });
      await c.request({ path: `${path}/one` });
      await c.request({ path });
      await c.request({ path: `${path}/two` });
    },
  },
  {
    id: 'names-defaulted',
    name: 'singular and list kind follow from the kind; short names and categories are shown in discovery',
    run: async (c) => {
      const names = { plural: 'things', kind: 'Thing', shortNames: ['th'], categories: ['all', 'mine'] };
      await c.request({ method: 'POST', path: CRDS, body: thingDefinition(c, { definition: { names } }) });
      await c.eventually({ path: `/apis/${groupOf(c)}/v1` }, ({ status }) => status === 200);
    },
  },
  {
    id: 'cluster-scoped',
    name: 'cluster-scoped things have no namespace, in their path or in their metadata',
    run: async (c) => {
      const path = await serveThings(c, { scope: 'Cluster' });
      const name = c.clusterName();
      await c.request({ method: 'POST', path, body: thing(c, name, { spec: { a: 1 } }) });
      await c.request({ path: `/apis/${groupOf(c)}/v1/namespaces/${c.namespace}/things/${name}` });
      const placed = { metadata: { name: `${name}-2`, namespace: c.namespace } };
      await c.request({ method: 'POST', path, body: thing(c, '', placed) });
      await c.request({ path: `/apis/${groupOf(c)}/v1` });
    },
  },
  {
    id: 'name-conflict',
    name: 'a definition whose kind is taken in its group is not accepted, and is when the other goes',
    run: async (c) => {
      await serveThings(c);
      const names = { plural: 'items', singular: 'item', kind: 'Thing', listKind: 'ItemList' };
      const body = {
        ...thingDefinition(c, { definition: { names } }),
        metadata: { name: `items.${groupOf(c)}` },
      };
      await c.request({ method: 'POST', path: CRDS, body });
      const second = `${CRDS}/items.${groupOf(c)}`;
      await c.eventually({ path: second }, hasCondition('NamesAccepted', 'False'));
      await c.request({ path: thingsPath(c).replace(/things$/, 'items') });
      await c.setup({ method: 'DELETE', path: `${CRDS}/things.${groupOf(c)}` });
      await c.eventually({ path: second }, hasCondition('Established'));
    },
  },
  {
    id: 'delete',
    name: 'deleting a definition deletes its things; then neither is found',
    run: async (c) => {
      const path = await serveThings(c);
      await c.setup({ method: 'POST', path, body: thing(c, 'one') });
      const definition = `${CRDS}/things.${groupOf(c)}`;
      await c.request({ method: 'DELETE', path: definition });
      await c.eventually({ path: definition }, ({ status }) => status === 404);
      await c.eventually({ path: `${path}/one` }, ({ status }) => status === 404);
      await c.eventually({ path: `/apis/${groupOf(c)}/v1` }, ({ status }) => status === 404);
      await serveThings(c);
      await c.request({ path: `${path}/one` });
    },
  },
  {
    id: 'delete-held',
    name: 'a thing with a finalizer holds its definition, and no new thing can be created meanwhile',
    run: async (c) => {
      const path = await serveThings(c);
      const held = { metadata: { name: 'one', finalizers: ['contract.banyan.dev/hold'] } };
      await c.setup({ method: 'POST', path, body: thing(c, 'one', held) });
      const definition = `${CRDS}/things.${groupOf(c)}`;
      await c.setup({ method: 'DELETE', path: definition });
      await c.eventually({ path: definition }, hasCondition('Terminating'));
      await c.until({ method: 'POST', path, body: thing(c, 'two') }, ({ status }) => status === 403);
      await c.request({ method: 'POST', path, body: thing(c, 'three') });
      await c.setup({
        method: 'PATCH',
        path: `${path}/one`,
        headers: MERGE_PATCH,
        body: { metadata: { finalizers: null } },
      });
      await c.eventually({ path: definition }, ({ status }) => status === 404);
    },
  },
  {
    id: 'update-schema',
    name: 'a field is dropped until the schema has it, and kept from then on',
    run: async (c) => {
      const path = await serveThings(c, { spec: text });
      const body = thing(c, 'one', { spec: { text: 'a', more: 'b' } });
      await c.request({ method: 'POST', path, body });
      const spec = { type: 'object', properties: { ...text.properties, more: { type: 'string' } } };
      await changeDefinition(c, { spec: { versions: [versionOf('v1', { spec })] } });
      const probe = {
        method: 'POST',
        path,
        query: { dryRun: 'All' },
        body: thing(c, 'probe', { spec: { more: 'b' } }),
      };
      await c.until<{ spec: object }>(probe, ({ body }) => 'more' in body.spec);
      await c.request({ path: `${path}/one` });
      await c.request({
        method: 'PATCH',
        path: `${path}/one`,
        headers: MERGE_PATCH,
        body: { spec: { more: 'c' } },
      });
      await c.request({ path: `${CRDS}/things.${groupOf(c)}` });
    },
  },
  {
    id: 'update-refused',
    name: 'group, scope and kind of an established definition cannot change, nor may a stored version go',
    run: async (c) => {
      await serveThings(c);
      const path = `${CRDS}/things.${groupOf(c)}`;
      await c.until({ path }, hasCondition('Established'));
      const patch = (spec: object) =>
        c.request({ method: 'PATCH', path, headers: MERGE_PATCH, body: { spec } });
      await patch({ group: 'other.example' });
      await patch({ scope: 'Cluster' });
      await patch({ names: { kind: 'Other' } });
      await patch({ names: { plural: 'others' } });
      await patch({ versions: [versionOf('v2')] });
      await patch({ versions: [] });
    },
  },
  {
    id: 'deprecated',
    name: 'a deprecated version warns on every answer, in its own words if it has some',
    run: async (c) => {
      const path = await serveThings(c, {
        versions: [
          versionOf('v1'),
          { ...versionOf('v1beta1'), storage: false, deprecated: true },
          { ...versionOf('v1alpha1'), storage: false, deprecated: true, deprecationWarning: 'please use v1' },
        ],
      });
      await c.request({ path });
      await c.request({ path: thingsPath(c, {}, 'v1beta1') });
      await c.request({ path: thingsPath(c, {}, 'v1alpha1') });
      await c.request({ path: `${thingsPath(c, {}, 'v1alpha1')}/none` });
    },
  },
  {
    id: 'openapi',
    name: 'a definition’s schema is published in OpenAPI v3, with its descriptions and the parts of every kind',
    run: async (c) => {
      const described = {
        type: 'object',
        description: 'What is wanted.',
        required: ['text'],
        properties: { text: { type: 'string', description: 'Any text.', maxLength: 5 } },
      };
      await serveThings(c, { spec: described });
      await c.eventually(
        { path: `/openapi/v3/apis/${groupOf(c)}/v1`, facts: ownSchemas(c) },
        ({ status }) => status === 200,
      );
    },
  },
  {
    id: 'discovery-aggregated',
    name: 'a definition is in aggregated discovery, with its subresources, short names and categories',
    alone: true,
    run: async (c) => {
      const names = { plural: 'things', kind: 'Thing', shortNames: ['th'], categories: ['mine'] };
      await serveThings(c, { definition: { names }, version: { subresources: { status: {} } } });
      const headers = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };
      const own = ({ items }: Discovery) => items.filter(({ metadata }) => metadata.name === groupOf(c));
      const facts = (bytes: Buffer) =>
        own(JSON.parse(bytes.toString()) as Discovery).map(({ versions }) => versions);
      await c.eventually<Discovery>({ path: '/apis', headers, facts }, ({ body }) => own(body).length === 1);
    },
  },
  {
    id: 'verbs',
    name: 'things are created with generated names, updated with conflicts, and deleted as a collection',
    run: async (c) => {
      const path = await serveThings(c);
      const generated = thing(c, '', { metadata: { generateName: 'some-', labels: { group: 'a' } } });
      await c.request({ method: 'POST', path, body: generated });
      const one = await c.setup<object>({ method: 'POST', path, body: thing(c, 'one', { spec: { a: 1 } }) });
      await c.request({ method: 'POST', path, body: thing(c, 'one') });
      await c.request({ method: 'PUT', path: `${path}/one`, body: { ...one, spec: { a: 2 } } });
      await c.request({ method: 'PUT', path: `${path}/one`, body: { ...one, spec: { a: 3 } } });
      await c.request({ method: 'PUT', path: `${path}/one`, body: thing(c, 'one', { spec: { a: 4 } }) });
      await c.request({ method: 'DELETE', path, query: { labelSelector: 'group=a' } });
      await c.request({ method: 'DELETE', path: `${path}/one` });
      await c.request({ path });
    },
  },
  {
    id: 'watch',
    name: 'a watch of things shows each change as it is, without a wait for the cache of definitions',
    run: async (c) => {
      const path = await serveThings(c, { spec: text });
      const list = await c.setup<{ metadata: { resourceVersion: string } }>({ path });
      const { resourceVersion } = list.metadata;
      const watch = await c.watch({ path, query: { resourceVersion } });
      await c.request({ method: 'POST', path, body: thing(c, 'one', { spec: { text: 'a', gone: 1 } }) });
      await c.request({
        method: 'PATCH',
        path: `${path}/one`,
        headers: MERGE_PATCH,
        body: { spec: { text: 'b' } },
      });
      await c.request({ method: 'DELETE', path: `${path}/one` });
      await watch.next(3);
    },
  },
]);
