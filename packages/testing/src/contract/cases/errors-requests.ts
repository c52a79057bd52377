import { contractCases } from '../contract-case.ts';
import { configMap } from './sample-objects.ts';

export const errorRequestCases = contractCases('errors', [
  {
    id: 'unknown-paths',
    name: 'a path, a group, a resource and an object that are not there are 404, each in its way',
    run: async (c) => {
      await c.request({ path: '/no-such-path' });
      await c.request({ path: '/apis/no-such-group.example.test/v1/things' });
      await c.request({ path: '/apis/apps/v9/deployments' });
      await c.request({ path: c.at('nonsense') });
      await c.request({ path: '/api/v1/nonsense' });
      await c.request({ path: c.at('configmaps', 'a', 'nonsense') });
      await c.request({ path: c.at('configmaps', 'a', 'status') });
      await c.request({ path: c.at('deployments.apps/v1', 'missing') });
      await c.request({ path: '/api/v1/namespaces/missing' });
    },
  },
  {
    id: 'wrong-scope',
    name: 'a cluster-scoped kind under a namespace, or a namespaced object without one, is not found',
    run: async (c) => {
      await c.request({ path: c.at('nodes') });
      await c.request({ path: '/api/v1/configmaps/a' });
      await c.request({ path: `/api/v1/namespaces/${c.namespace}/namespaces` });
    },
  },
  {
    id: 'slashes',
    name: 'trailing and double slashes and dots in paths are treated as recorded',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await c.request({ path: `${c.at('configmaps', 'a')}/` });
      await c.request({ path: c.at('configmaps', 'a').replace('/api/', '//api//') });
      await c.request({ path: c.at('configmaps', 'a').replace('/configmaps/', '/configmaps//') });
      await c.request({ path: c.at('configmaps', '..', 'configmaps', 'a') });
      await c.request({ path: c.at('configmaps', '.', 'a') });
      await c.request({ path: c.at('configmaps', '%2e%2e') });
      await c.request({ path: c.at('configmaps', 'a%2Fb') });
      await c.request({ path: c.at('configmaps', '%00') });
      await c.request({ path: c.at('configmaps', '%61') });
    },
  },
  {
    id: 'methods',
    name: 'a method that a path does not have is 405, except that /apis takes any',
    run: async (c) => {
      await c.request({ method: 'PUT', path: c.at('configmaps'), body: configMap('a') });
      await c.request({ method: 'PATCH', path: c.at('configmaps'), body: {} });
      await c.request({ method: 'POST', path: c.at('configmaps', 'a'), body: configMap('a') });
      await c.request({ method: 'GET', path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews' });
      await c.request({ method: 'DELETE', path: '/api' });
      const facts = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { kind: string }).kind;
      await c.request({ method: 'POST', path: '/apis', body: {}, facts });
      await c.request({ method: 'POST', path: c.at('pods', 'a', 'status'), body: {} });
    },
  },
  {
    id: 'odd-methods',
    name: 'HEAD, OPTIONS, TRACE and PROPFIND are answered as recorded',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      const path = c.at('configmaps', 'a');
      for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']) await c.request({ method, path });
      await c.request({ method: 'HEAD', path: c.at('configmaps') });
      await c.request({ method: 'HEAD', path: c.at('configmaps', 'missing') });
    },
  },
  {
    id: 'bad-queries',
    name: 'query parameters of the wrong type are 400, unknown ones are ignored',
    run: async (c) => {
      const path = c.at('configmaps');
      await c.request({ path, query: { limit: 'many' } });
      await c.request({ path, query: { limit: '99999999999999999999' } });
      await c.request({ path, query: { timeoutSeconds: 'long' } });
      await c.request({ path, query: { allowWatchBookmarks: 'perhaps' } });
      await c.request({ path, query: { nonsense: '1' } });
      await c.request({ path: `${path}?limit=1&limit=2` });
      await c.request({ path: `${path}?labelSelector=%zz` });
      await c.request({ path: `${path}?a;b` });
      await c.request({ path: `${path}?&&=` });
    },
  },
  {
    id: 'too-large',
    name: 'a body over 3 MiB is 413; one just below is read',
    run: async (c) => {
      const limit = 3 * 1024 * 1024;
      const headers = { 'content-type': 'application/json' };
      const sized = (bytes: number) => {
        const [start, end] = ['{"metadata":{"name":"a"},"data":{"k":"', '"}}'];
        return `${start}${'x'.repeat(bytes - start.length - end.length)}${end}`;
      };
      await c.request({ method: 'POST', path: c.at('configmaps'), headers, body: sized(limit + 1) });
      await c.request({ method: 'POST', path: c.at('configmaps'), headers, body: sized(limit) });
    },
  },
]);
