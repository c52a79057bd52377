import { contractCases } from '../contract-case.ts';
import { groupOf, serveThings, thing } from './crd-things.ts';

/** Things that are refused for what they say about themselves. */
const REFUSED: Readonly<Record<string, (group: string) => object>> = {
  'a name with capitals': () => ({ metadata: { name: 'Not_Valid' } }),
  'no name': () => ({ metadata: {} }),
  'no metadata': () => ({ metadata: null }),
  'a name too long': () => ({ metadata: { name: 'a'.repeat(254) } }),
  'another namespace': () => ({ metadata: { name: 'a', namespace: 'elsewhere' } }),
  'a label that is none': () => ({ metadata: { name: 'a', labels: { 'a b': 'c' } } }),
  'a label that is no text': () => ({ metadata: { name: 'a', labels: { a: 1 } } }),
  'an annotation that is none': () => ({ metadata: { name: 'a', annotations: { 'a/b/c': 'd' } } }),
  'a finalizer that is none': () => ({ metadata: { name: 'a', finalizers: ['not valid'] } }),
  'an owner without a kind': () => ({
    metadata: { name: 'a', ownerReferences: [{ apiVersion: 'v1', name: 'x', uid: 'y', kind: '' }] },
  }),
  'two controllers': () => ({
    metadata: {
      name: 'a',
      ownerReferences: ['x', 'y'].map((name) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        name,
        uid: name,
        controller: true,
      })),
    },
  }),
  'another kind': () => ({ kind: 'Other' }),
  'no kind': () => ({ kind: undefined }),
  'another group': () => ({ apiVersion: 'other.example/v1' }),
  'another version': (group) => ({ apiVersion: `${group}/v2` }),
  'no version': () => ({ apiVersion: undefined }),
};

export const crdMetadataCases = contractCases('crd', [
  {
    id: 'metadata-refused',
    name: `a thing is refused for: ${Object.keys(REFUSED).join('; ')}`,
    run: async (c) => {
      const path = await serveThings(c);
      for (const [note, change] of Object.entries(REFUSED))
        await c.request({ note, method: 'POST', path, body: thing(c, 'a', change(groupOf(c))) });
    },
  },
  {
    id: 'metadata-kept',
    name: 'what only the server writes is not taken from a client',
    run: async (c) => {
      const path = await serveThings(c);
      const metadata = {
        name: 'one',
        uid: '11111111-2222-3333-4444-555555555555',
        creationTimestamp: '2020-01-01T00:00:00Z',
        generation: 7,
        selfLink: '/x',
        deletionTimestamp: '2020-01-01T00:00:00Z',
        deletionGracePeriodSeconds: 5,
      };
      await c.request({ method: 'POST', path, body: thing(c, 'one', { metadata }) });
      await c.request({
        method: 'POST',
        path,
        body: thing(c, 'two', { metadata: { name: 'two', resourceVersion: '5' } }),
      });
    },
  },
  {
    id: 'finalizers',
    name: 'a thing with finalizers is deleted when the last one goes',
    run: async (c) => {
      const path = await serveThings(c);
      const headers = { 'content-type': 'application/merge-patch+json' };
      const metadata = { name: 'one', finalizers: ['example.com/a'] };
      await c.setup({ method: 'POST', path, body: thing(c, 'one', { metadata, spec: { a: 1 } }) });
      await c.request({ method: 'DELETE', path: `${path}/one` });
      const added = { metadata: { finalizers: ['example.com/a', 'example.com/b'] } };
      await c.request({ method: 'PATCH', path: `${path}/one`, headers, body: added });
      await c.request({
        method: 'PATCH',
        path: `${path}/one`,
        headers,
        body: { metadata: { finalizers: [] } },
      });
      await c.request({ path: `${path}/one` });
    },
  },
]);
