import { contractCases } from '../contract-case.ts';
import { serveThings, thing, type ThingOptions } from './crd-things.ts';

const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' };

const column = (name: string, type: string, jsonPath: string, rest: object = {}) => ({
  name,
  type,
  jsonPath,
  ...rest,
});

const columns: ThingOptions = {
  version: {
    additionalPrinterColumns: [
      column('Text', 'string', '.spec.text', { description: 'what it says' }),
      column('Count', 'integer', '.spec.count', { format: 'int32' }),
      column('Share', 'number', '.spec.share'),
      column('Open', 'boolean', '.spec.open'),
      column('Since', 'date', '.spec.since'),
      column('Ready', 'string', '.status.conditions[?(@.type=="Ready")].status'),
      column('All', 'string', '.spec.list[*]', { priority: 1 }),
      column('Annotated', 'string', '.metadata.annotations.example\\.com/key', { priority: 1 }),
      column('Age', 'date', '.metadata.creationTimestamp'),
    ],
  },
  schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
};

const fields: ThingOptions = {
  spec: {
    type: 'object',
    properties: { colour: { type: 'string' }, size: { type: 'integer' }, open: { type: 'boolean' } },
  },
  version: {
    selectableFields: [{ jsonPath: '.spec.colour' }, { jsonPath: '.spec.size' }, { jsonPath: '.spec.open' }],
  },
};

export const crdViewCases = contractCases('crd', [
  {
    id: 'columns',
    name: 'a Table has the columns of the definition, each value by its type, missing ones empty',
    run: async (c) => {
      const path = await serveThings(c, columns);
      const full = {
        metadata: { name: 'full', annotations: { 'example.com/key': 'v' } },
        spec: {
          text: 'hello',
          count: 3,
          share: 0.5,
          open: true,
          since: '2020-01-01T00:00:00Z',
          list: ['a', 'b'],
        },
        status: {
          conditions: [
            { type: 'Other', status: 'No' },
            { type: 'Ready', status: 'Yes' },
          ],
        },
      };
      await c.setup({ method: 'POST', path, body: thing(c, 'full', full) });
      await c.setup({ method: 'POST', path, body: thing(c, 'empty') });
      const wrong = { text: 5, count: 'x', share: 'x', open: 'x', since: 'x' };
      await c.setup({ method: 'POST', path, body: thing(c, 'wrong', { spec: wrong }) });
      await c.request({ path, headers: TABLE });
      await c.request({ path: `${path}/full`, headers: TABLE });
      await c.request({ path, headers: TABLE, query: { includeObject: 'None' } });
    },
  },
  {
    id: 'columns-none',
    name: 'a definition without columns gives name and age',
    run: async (c) => {
      const path = await serveThings(c);
      await c.setup({ method: 'POST', path, body: thing(c, 'one') });
      await c.request({ path, headers: TABLE, query: { includeObject: 'Object' } });
    },
  },
  {
    id: 'partial',
    name: 'things are given as PartialObjectMetadata, one and many',
    run: async (c) => {
      const path = await serveThings(c);
      await c.setup({ method: 'POST', path, body: thing(c, 'one', { spec: { a: 1 } }) });
      const one = { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' };
      const many = { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' };
      await c.request({ path: `${path}/one`, headers: one });
      await c.request({ path, headers: many });
    },
  },
  {
    id: 'protobuf-refused',
    name: 'things are not given as protobuf',
    run: async (c) => {
      const path = await serveThings(c);
      await c.request({ path, headers: { accept: 'application/vnd.kubernetes.protobuf' } });
    },
  },
  {
    id: 'yaml',
    name: 'a thing is taken and given as YAML',
    run: async (c) => {
      const path = await serveThings(c);
      const headers = { 'content-type': 'application/yaml', accept: 'application/yaml' };
      const { apiVersion } = thing(c, 'one') as { apiVersion: string };
      const body = `apiVersion: ${apiVersion}\nkind: Thing\nmetadata:\n  name: one\nspec:\n  a: 1\n`;
      const facts = (bytes: Buffer) =>
        bytes
          .toString()
          .split('\n')
          .filter((line) => !/uid|resourceVersion|[tT]ime/.test(line));
      await c.setup({ method: 'POST', path, headers, body });
      await c.request({ path: `${path}/one`, headers, facts });
      await c.request({ path: `${path}/one` });
    },
  },
  {
    id: 'selectable-fields',
    name: 'things are listed by the fields that the definition names, and by no other',
    run: async (c) => {
      const path = await serveThings(c, fields);
      const things = {
        red: { colour: 'red', size: 1 },
        blue: { colour: 'blue', size: 1, open: true },
        none: {},
      };
      for (const [name, spec] of Object.entries(things))
        await c.setup({ method: 'POST', path, body: thing(c, name, { spec }) });
      const selectors = [
        'spec.colour=red',
        'spec.colour!=red',
        'spec.size=1,spec.colour=blue',
        'spec.open=true',
        'spec.colour=',
        'metadata.name=none',
        'spec.other=x',
        'spec.colour',
      ];
      for (const fieldSelector of selectors) await c.request({ path, query: { fieldSelector } });
      await c.request({ method: 'DELETE', path, query: { fieldSelector: 'spec.colour=red' } });
    },
  },
  {
    id: 'selectable-fields-watch',
    name: 'a watch by a field shows a thing come and go as the field changes',
    run: async (c) => {
      const path = await serveThings(c, fields);
      const list = await c.setup<{ metadata: { resourceVersion: string } }>({ path });
      const { resourceVersion } = list.metadata;
      const watch = await c.watch({ path, query: { resourceVersion, fieldSelector: 'spec.colour=red' } });
      const headers = { 'content-type': 'application/merge-patch+json' };
      await c.setup({ method: 'POST', path, body: thing(c, 'one', { spec: { colour: 'blue' } }) });
      for (const colour of ['red', 'green'])
        await c.setup({ method: 'PATCH', path: `${path}/one`, headers, body: { spec: { colour } } });
      await watch.next(2);
    },
  },
]);
