import { contractCases } from '../contract-case.ts';
import { createSampleCrd } from './sample-crd.ts';
import { configMap, deployment, pod, service } from './sample-objects.ts';

const as = (form: string, version = 'v1') => ({
  accept: `application/json;as=${form};v=${version};g=meta.k8s.io`,
});
const TABLE = as('Table');
const ONE = as('PartialObjectMetadata');
const LIST = as('PartialObjectMetadataList');

export const representationFormCases = contractCases('representation', [
  {
    id: 'table',
    name: 'a list and a single object are given as Table, rows with their metadata',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1', l: '2' }) });
      await c.advanceHistory();
      await c.request({ path: c.at('configmaps'), headers: TABLE });
      await c.request({ path: c.at('configmaps', 'a'), headers: TABLE });
      await c.request({ path: c.at('configmaps', 'missing'), headers: TABLE });
    },
  },
  {
    id: 'table-include-object',
    name: 'includeObject chooses what of the object a row carries',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }) });
      const path = c.at('configmaps', 'a');
      for (const includeObject of ['None', 'Metadata', 'Object', 'Everything'])
        await c.request({ path, headers: TABLE, query: { includeObject } });
    },
  },
  {
    id: 'table-of-pods',
    name: 'a Table of pods has the columns that kubectl shows',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('pods'), body: pod('a') });
      await c.request({ path: c.at('pods'), headers: TABLE, query: { includeObject: 'None' } });
    },
  },
  {
    id: 'table-of-workloads',
    name: 'Deployments, Services, Jobs and Namespaces have columns of their own',
    run: async (c) => {
      const query = { includeObject: 'None' };
      await c.setup({ method: 'POST', path: c.at('deployments.apps/v1'), body: deployment('d') });
      await c.request({ path: c.at('deployments.apps/v1'), headers: TABLE, query });
      await c.setup({
        method: 'POST',
        path: c.at('services'),
        body: service('s', { clusterIP: '10.96.98.1' }),
      });
      await c.request({ path: c.at('services'), headers: TABLE, query });
      const { template } = deployment('j').spec;
      const spec = { template: { spec: { ...template.spec, restartPolicy: 'Never' } } };
      await c.setup({ method: 'POST', path: c.at('jobs.batch/v1'), body: { metadata: { name: 'j' }, spec } });
      await c.request({ path: c.at('jobs.batch/v1'), headers: TABLE, query });
      const fieldSelector = `metadata.name=${c.namespace}`;
      await c.request({ path: '/api/v1/namespaces', headers: TABLE, query: { ...query, fieldSelector } });
    },
  },
  {
    id: 'table-of-custom-resource',
    name: 'a custom resource without printer columns is shown by name and age',
    run: async (c) => {
      const widgets = await createSampleCrd(c);
      await c.setup({ method: 'POST', path: widgets.path(), body: widgets.object('a') });
      await c.request({ path: widgets.path(), headers: TABLE });
    },
  },
  {
    id: 'table-paging',
    name: 'a limited Table carries the continue token and what remains',
    run: async (c) => {
      for (const name of ['a', 'b', 'c'])
        await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap(name) });
      await c.advanceHistory();
      const query = { limit: '2', includeObject: 'None' };
      await c.request({ path: c.at('configmaps'), headers: TABLE, query });
    },
  },
  {
    id: 'metadata',
    name: 'an object and a list are given as metadata alone',
    run: async (c) => {
      const metadata = { labels: { l: '1' }, annotations: { a: '2' } };
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }, metadata) });
      await c.advanceHistory();
      await c.request({ path: c.at('configmaps', 'a'), headers: ONE });
      await c.request({ path: c.at('configmaps'), headers: LIST });
    },
  },
  {
    id: 'metadata-of-custom-resource',
    name: 'custom resources are given as metadata alone too',
    run: async (c) => {
      const widgets = await createSampleCrd(c);
      await c.setup({
        method: 'POST',
        path: widgets.path(),
        body: widgets.object('a', { spec: { size: 1 } }),
      });
      await c.advanceHistory();
      await c.request({ path: widgets.path('a'), headers: ONE });
      await c.request({ path: widgets.path(), headers: LIST });
    },
  },
  {
    id: 'metadata-mismatch',
    name: 'a list cannot be one PartialObjectMetadata, nor an object a list of them',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await c.request({ path: c.at('configmaps'), headers: ONE });
      await c.request({ path: c.at('configmaps', 'a'), headers: LIST });
    },
  },
  {
    id: 'forms-of-writes',
    name: 'creates, updates and deletes are answered in the form asked for',
    run: async (c) => {
      const path = c.at('configmaps');
      await c.request({ method: 'POST', path, headers: ONE, body: configMap('a') });
      await c.request({ method: 'PUT', path: `${path}/a`, headers: TABLE, body: configMap('a', { k: '1' }) });
      await c.request({ method: 'DELETE', path: `${path}/a`, headers: TABLE });
    },
  },
  {
    id: 'fallback',
    name: 'the first form of Accept that can be met is used',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      const path = c.at('configmaps', 'a');
      await c.request({
        path,
        headers: { accept: `application/json;as=Chart;v=v1;g=meta.k8s.io,${TABLE.accept}` },
      });
      await c.request({ path, headers: { accept: `${as('Table', 'v1beta1').accept},application/json` } });
      await c.request({ path, headers: { accept: 'text/csv, application/json;q=0.5' } });
    },
  },
  {
    id: 'unmet-form',
    name: 'a form that is not known is 406 and tells what can be had',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      const path = c.at('configmaps', 'a');
      await c.request({ path, headers: as('Chart') });
      await c.request({ path, headers: as('Table', 'v9') });
      await c.request({ path, headers: { accept: 'application/json;as=Table;v=v1;g=other.group' } });
    },
  },
]);
