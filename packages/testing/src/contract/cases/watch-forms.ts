import { contractCases } from '../contract-case.ts';
import { createSampleCrd } from './sample-crd.ts';
import { configMap, type Stored } from './sample-objects.ts';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const METADATA = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';

export const watchFormCases = contractCases('watch', [
  {
    id: 'metadata-only',
    name: 'a watch for metadata shows every event as PartialObjectMetadata',
    run: async (c) => {
      const path = c.at('configmaps');
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body: configMap('a', { k: '1' }) });
      const { resourceVersion } = metadata;
      const watch = await c.watch({ path, query: { resourceVersion }, headers: { accept: METADATA } });
      await c.setup({ method: 'PUT', path: `${path}/a`, body: configMap('a', { k: '2' }) });
      await c.setup({ method: 'DELETE', path: `${path}/a` });
      await watch.next(2);
      await c.watch({ path, query: { resourceVersion }, headers: { accept: METADATA_LIST } });
    },
  },
  {
    id: 'metadata-initial-events',
    name: 'initial events and their bookmark come as metadata too',
    run: async (c) => {
      const path = c.at('configmaps');
      await c.setup({ method: 'POST', path, body: configMap('a', { k: '1' }) });
      const query = {
        sendInitialEvents: 'true',
        resourceVersionMatch: 'NotOlderThan',
        allowWatchBookmarks: 'true',
      };
      const watch = await c.watch({ path, query, headers: { accept: METADATA } });
      await watch.next(2);
    },
  },
  {
    id: 'table',
    name: 'a watch for Tables has the columns in its first event only, and one row an event',
    run: async (c) => {
      const path = c.at('configmaps');
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body: configMap('a', { k: '1' }) });
      const { resourceVersion } = metadata;
      const watch = await c.watch({ path, query: { resourceVersion }, headers: { accept: TABLE } });
      await c.setup({ method: 'PUT', path: `${path}/a`, body: configMap('a', { k: '2', l: '3' }) });
      await c.setup({ method: 'DELETE', path: `${path}/a` });
      await watch.next(2);
    },
  },
  {
    id: 'custom-resource',
    name: 'custom resources are watched like any other',
    run: async (c) => {
      const widgets = await createSampleCrd(c);
      const path = widgets.path();
      const body = widgets.object('a', { spec: { size: 1 } });
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body });
      const watch = await c.watch({ path, query: { resourceVersion: metadata.resourceVersion } });
      await c.setup({
        method: 'PUT',
        path: `${path}/a`,
        body: { ...body, metadata: { ...metadata }, spec: { size: 2 } },
      });
      await c.setup({ method: 'DELETE', path: `${path}/a` });
      await watch.next(2);
    },
  },
  {
    id: 'too-old',
    name: 'a watch from before what the server remembers is 410 in the stream, and 410 from a list',
    needs: ['compaction'],
    alone: true,
    run: async (c) => {
      const widgets = await createSampleCrd(c);
      await c.setup({ method: 'POST', path: widgets.path(), body: widgets.object('a') });
      await c.compactHistory();
      const watch = await c.watch({ path: widgets.path(), query: { resourceVersion: '1' } });
      await watch.end();
      const query = { resourceVersion: '1', resourceVersionMatch: 'Exact' };
      await c.eventually({ path: widgets.path(), query }, ({ status }) => status === 410);
    },
  },
  {
    id: 'future-version',
    name: 'a watch from a version not reached yet is silent until its time is over',
    run: async (c) => {
      const query = { resourceVersion: '999999999', timeoutSeconds: '2' };
      const watch = await c.watch({ path: c.at('configmaps'), query });
      if (watch.isStream) await watch.end();
    },
  },
  {
    id: 'bad-version',
    name: 'a watch from a version that is no number is refused',
    run: async (c) => {
      await c.watch({ path: c.at('configmaps'), query: { resourceVersion: 'yesterday' } });
    },
  },
  {
    id: 'not-watchable',
    name: 'what has no watch verb refuses one',
    run: async (c) => {
      await c.watch({ path: '/api/v1/componentstatuses' });
      await c.watch({ path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews' });
    },
  },
]);
