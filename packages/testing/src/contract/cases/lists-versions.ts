import { contractCases } from '../contract-case.ts';
import { configMap, type Stored, type StoredList } from './sample-objects.ts';

const namesOf = (bytes: Buffer) =>
  (JSON.parse(bytes.toString()) as StoredList).items.map(({ metadata }) => metadata.name);

export const listsVersionCases = contractCases('lists', [
  {
    id: 'exact-version',
    name: 'a list at an exact version shows the past',
    run: async (c) => {
      const path = c.at('configmaps');
      const first = await c.setup<Stored>({ method: 'POST', path, body: configMap('a', { k: '1' }) });
      await c.setup({ method: 'PUT', path: `${path}/a`, body: configMap('a', { k: '2' }) });
      await c.setup({ method: 'POST', path, body: configMap('b') });
      const { resourceVersion } = first.metadata;
      await c.request({ path, query: { resourceVersion, resourceVersionMatch: 'Exact' } });
      await c.request({ path, query: { resourceVersion, resourceVersionMatch: 'Exact', limit: '1' } });
    },
  },
  {
    id: 'not-older-than',
    name: 'a list not older than a version has at least what was written by then',
    run: async (c) => {
      const path = c.at('configmaps');
      const { metadata } = await c.setup<Stored>({ method: 'POST', path, body: configMap('a') });
      const { resourceVersion } = metadata;
      const facts = namesOf;
      await c.request({ path, query: { resourceVersion, resourceVersionMatch: 'NotOlderThan' }, facts });
      await c.request({ path, query: { resourceVersion }, facts });
      await c.request({ path, query: { resourceVersion: '0', resourceVersionMatch: 'NotOlderThan' }, facts });
      await c.request({ path, query: { resourceVersion: '0' }, facts });
      await c.request({ path, query: { resourceVersion: '0', limit: '1' }, facts });
    },
  },
  {
    id: 'match-rules',
    name: 'resourceVersionMatch is refused where it makes no sense',
    run: async (c) => {
      const path = c.at('configmaps');
      await c.request({ path, query: { resourceVersionMatch: 'Exact' } });
      await c.request({ path, query: { resourceVersion: '0', resourceVersionMatch: 'Exact' } });
      await c.request({ path, query: { resourceVersion: '5', resourceVersionMatch: 'Newest' } });
      await c.request({ path, query: { resourceVersion: 'x', resourceVersionMatch: 'Exact' } });
      await c.request({ path, query: { resourceVersion: 'x' } });
      await c.request({ path, query: { resourceVersion: '-1' } });
      await c.request({ path, query: { sendInitialEvents: 'true' } });
    },
  },
  {
    id: 'future-version',
    name: 'a list for a version not reached yet is a time-out with its cause',
    run: async (c) => {
      await c.request({ path: c.at('configmaps'), query: { resourceVersion: '999999999' } });
    },
  },
  {
    id: 'future-exact-version',
    name: 'a list at an exact version not reached yet is refused',
    run: async (c) => {
      const query = { resourceVersion: '999999999', resourceVersionMatch: 'Exact' };
      await c.request({ path: c.at('configmaps'), query });
    },
  },
]);
