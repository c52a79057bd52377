import { contractCases } from '../contract-case.ts';
import { configMap, MERGE_PATCH } from './sample-objects.ts';

const path = '/api/v1/namespaces';

export const namespaceCases = contractCases('namespaces', [
  {
    id: 'create',
    name: 'a new namespace is Active, has the finalizer kubernetes and a label with its name',
    run: async (c) => {
      const name = c.clusterName('new');
      await c.request({ method: 'POST', path, body: { metadata: { name } } });
      await c.request({ method: 'POST', path, body: { metadata: { name } } });
    },
  },
  {
    id: 'label',
    name: 'the label with the namespace’s name cannot be changed or removed',
    run: async (c) => {
      const name = c.clusterName('new');
      const label = (value: string | null) => ({
        metadata: { labels: { 'kubernetes.io/metadata.name': value } },
      });
      await c.setup({ method: 'POST', path, body: { metadata: { name, labels: { l: '1' } } } });
      await c.request({ method: 'PATCH', path: `${path}/${name}`, headers: MERGE_PATCH, body: label(null) });
      await c.request({
        method: 'PATCH',
        path: `${path}/${name}`,
        headers: MERGE_PATCH,
        body: label('other'),
      });
    },
  },
  {
    id: 'bad-names',
    name: 'a namespace’s name is a DNS label',
    run: async (c) => {
      for (const name of ['Upper', 'dots.in.it', 'under_score', '-first', 'x'.repeat(64)])
        await c.request({ method: 'POST', path, body: { metadata: { name } } });
    },
  },
  {
    id: 'terminating',
    name: 'a deleted namespace is Terminating and refuses new objects, but lets the others be read, changed and deleted',
    run: async (c) => {
      const name = c.clusterName('gone');
      await c.setup({ method: 'POST', path, body: { metadata: { name } } });
      const configMaps = `${path}/${name}/configmaps`;
      await c.setup({ method: 'POST', path: configMaps, body: configMap('before') });
      await c.request({ method: 'DELETE', path: `${path}/${name}` });
      await c.request({ method: 'POST', path: configMaps, body: configMap('after') });
      await c.request({ method: 'PUT', path: `${configMaps}/before`, body: configMap('before', { k: '1' }) });
      await c.request({ path: configMaps });
      await c.request({ method: 'DELETE', path: `${configMaps}/before` });
      await c.request({ method: 'DELETE', path: `${path}/${name}` });
      await c.request({ method: 'POST', path, body: { metadata: { name } } });
    },
  },
  {
    id: 'finalize',
    name: 'a terminating namespace is gone when its last spec finalizer is removed through finalize',
    run: async (c) => {
      const name = c.clusterName('gone');
      const namespace = (finalizers: string[]) => ({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
        spec: { finalizers },
      });
      await c.setup({ method: 'POST', path, body: { metadata: { name } } });
      const one = `${path}/${name}`;
      await c.request({
        method: 'PUT',
        path: `${one}/finalize`,
        body: namespace(['kubernetes', 'x.test/hold']),
      });
      await c.request({ method: 'PUT', path: one, body: namespace([]) });
      await c.setup({ method: 'DELETE', path: one });
      await c.request({ method: 'PUT', path: `${one}/finalize`, body: namespace(['x.test/hold']) });
      await c.request({ method: 'PUT', path: `${one}/finalize`, body: namespace([]) });
      await c.request({ path: one });
    },
  },
  {
    id: 'finalizer-in-metadata',
    name: 'a finalizer in metadata holds a namespace as well',
    run: async (c) => {
      const name = c.clusterName('held');
      await c.setup({ method: 'POST', path, body: { metadata: { name, finalizers: ['x.test/hold'] } } });
      const one = `${path}/${name}`;
      await c.request({ method: 'DELETE', path: one });
      const metadata = { name, finalizers: ['x.test/hold'] };
      const body = { apiVersion: 'v1', kind: 'Namespace', metadata, spec: { finalizers: [] } };
      await c.request({ method: 'PUT', path: `${one}/finalize`, body });
      await c.request({ path: one });
      await c.request({
        method: 'PATCH',
        path: one,
        headers: MERGE_PATCH,
        body: { metadata: { finalizers: null } },
      });
      await c.request({ path: one });
    },
  },
  {
    id: 'status',
    name: 'the phase is changed through the status subresource alone',
    run: async (c) => {
      const name = c.clusterName('new');
      await c.setup({ method: 'POST', path, body: { metadata: { name } } });
      const body = {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
        status: { phase: 'Terminating' },
      };
      await c.request({ method: 'PUT', path: `${path}/${name}`, body });
      await c.request({ path: `${path}/${name}/status` });
      const condition = {
        type: 'NamespaceDeletionContentFailure',
        status: 'True',
        reason: 'Why',
        message: 'because',
        lastTransitionTime: '2001-02-03T04:05:06Z',
      };
      const status = { phase: 'Active', conditions: [condition] };
      await c.request({ method: 'PUT', path: `${path}/${name}/status`, body: { ...body, status } });
    },
  },
  {
    id: 'protected',
    name: 'default, kube-system and kube-public cannot be deleted',
    run: async (c) => {
      for (const name of ['default', 'kube-system', 'kube-public'])
        await c.request({ method: 'DELETE', path: `${path}/${name}` });
    },
  },
  {
    id: 'controller',
    name: 'with controllers, a deleted namespace empties itself and goes',
    needs: ['controllers'],
    run: async (c) => {
      const name = c.clusterName('gone');
      await c.setup({ method: 'POST', path, body: { metadata: { name } } });
      await c.setup({ method: 'POST', path: `${path}/${name}/configmaps`, body: configMap('a') });
      await c.request({ method: 'DELETE', path: `${path}/${name}` });
      await c.eventually({ path: `${path}/${name}` }, ({ status }) => status === 404);
      await c.request({ path: `${path}/${name}/configmaps/a` });
    },
  },
]);
