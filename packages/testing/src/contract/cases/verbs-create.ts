import { contractCases } from '../contract-case.ts';
import { configMap, deployment, type Stored } from './sample-objects.ts';

const post = (path: string, body: object) => ({ method: 'POST', path, body });

export const verbsCreateCases = contractCases('verbs', [
  {
    id: 'create-exists',
    name: 'creating a name twice is AlreadyExists and leaves the first as it was',
    run: async (c) => {
      await c.request(post(c.at('configmaps'), configMap('a', { k: 'first' })));
      await c.request(post(c.at('configmaps'), configMap('a', { k: 'second' })));
      await c.request({ path: c.at('configmaps', 'a') });
    },
  },
  {
    id: 'create-generate-name',
    name: 'generateName gets a random suffix, and the object can be read by the whole name',
    run: async (c) => {
      const body = { metadata: { generateName: 'prefix-' } };
      const { body: created } = await c.request<Stored>(post(c.at('configmaps'), body));
      await c.request({ path: c.at('configmaps', created.metadata.name) });
      await c.request(post(c.at('configmaps'), body));
    },
  },
  {
    id: 'create-generate-and-name',
    name: 'a name wins over generateName, which is kept',
    run: async (c) => {
      const body = { metadata: { name: 'a', generateName: 'prefix-' } };
      await c.request(post(c.at('configmaps'), body));
    },
  },
  {
    id: 'create-generate-long',
    name: 'a long generateName is cut so that the suffix fits',
    run: async (c) => {
      const generateName = 'x'.repeat(70);
      const { body } = await c.request<Stored>({
        ...post(c.at('configmaps'), { metadata: { generateName } }),
        facts: (bytes) => {
          const { metadata } = JSON.parse(bytes.toString()) as Stored;
          return { length: metadata.name.length };
        },
      });
      c.mask(body.metadata.name, 'cut-name');
    },
  },
  {
    id: 'create-without-name',
    name: 'an object without a name is refused',
    run: async (c) => {
      await c.request(post(c.at('configmaps'), { metadata: {} }));
      await c.request(post(c.at('configmaps'), {}));
    },
  },
  {
    id: 'create-namespace-mismatch',
    name: 'a namespace in the body that is not the one of the path is refused; none is filled in',
    run: async (c) => {
      await c.request(post(c.at('configmaps'), configMap('a', {}, { namespace: 'elsewhere' })));
      await c.request(post(c.at('configmaps'), configMap('a', {}, { namespace: c.namespace })));
    },
  },
  {
    id: 'create-missing-namespace',
    name: 'creating in a namespace that does not exist is 404 for the namespace',
    run: async (c) => {
      await c.request(post('/api/v1/namespaces/no-such-namespace/configmaps', configMap('a')));
    },
  },
  {
    id: 'create-without-namespace-in-path',
    name: 'a namespaced kind cannot be created on the path of all namespaces',
    run: async (c) => {
      await c.request(post('/api/v1/configmaps', configMap('a', {}, { namespace: c.namespace })));
    },
  },
  {
    id: 'create-server-fields',
    name: 'uid and times given on create are replaced; generation is kept by kinds that do not count it',
    run: async (c) => {
      const metadata = {
        uid: '11111111-2222-3333-4444-555555555555',
        creationTimestamp: '2001-02-03T04:05:06Z',
        deletionTimestamp: '2001-02-03T04:05:06Z',
        deletionGracePeriodSeconds: 7,
        generation: 42,
        selfLink: '/here',
      };
      await c.request(post(c.at('configmaps'), configMap('a', {}, metadata)));
    },
  },
  {
    id: 'create-with-version',
    name: 'an object to be created must not carry a resourceVersion',
    run: async (c) => {
      await c.request(post(c.at('configmaps'), configMap('a', {}, { resourceVersion: '1' })));
    },
  },
  {
    id: 'create-status-ignored',
    name: 'status given on create is dropped where status is a subresource, and generation starts at 1',
    run: async (c) => {
      const body = { ...deployment('a'), status: { replicas: 7, readyReplicas: 7 } };
      await c.request(post(c.at('deployments.apps/v1'), body));
    },
  },
  {
    id: 'create-field-manager',
    name: 'the owner of created fields is named by fieldManager, else by the user agent',
    run: async (c) => {
      const request = post(c.at('configmaps'), configMap('a', { k: 'v' }));
      await c.request({ ...request, query: { fieldManager: 'someone' } });
      const headers = { 'user-agent': 'another-agent/v1.2 (linux/amd64) else/3' };
      await c.request({ ...post(c.at('configmaps'), configMap('b', { k: 'v' })), headers });
      const query = { fieldManager: 'x'.repeat(129) };
      await c.request({ ...post(c.at('configmaps'), configMap('c')), query });
      await c.request({ ...post(c.at('configmaps'), configMap('c')), query: { fieldManager: 'bell\u0007' } });
    },
  },
  {
    id: 'create-cluster-scoped',
    name: 'a cluster-scoped object has no namespace; one in its body is dropped',
    run: async (c) => {
      const name = c.clusterName();
      const path = '/apis/scheduling.k8s.io/v1/priorityclasses';
      await c.request(post(path, { metadata: { name, namespace: 'default' }, value: 1 }));
      await c.request(post(path, { metadata: { name }, value: 1 }));
      await c.request({ path: `${path}/${name}` });
    },
  },
]);
