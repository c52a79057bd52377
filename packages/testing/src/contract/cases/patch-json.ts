import { contractCases } from '../contract-case.ts';
import { configMap, deployment, JSON_PATCH, type Stored } from './sample-objects.ts';

const patch = (path: string, body: object | string) => ({ method: 'PATCH', path, headers: JSON_PATCH, body });

export const patchJsonCases = contractCases('patch', [
  {
    id: 'json',
    name: 'a JSON patch adds, replaces, removes, moves, copies and tests',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const body = configMap('a', { one: '1', two: '2' }, { annotations: { 'example.test/slash': 'x' } });
      await c.setup({ method: 'POST', path: c.at('configmaps'), body });
      await c.request(
        patch(path, [
          { op: 'test', path: '/data/one', value: '1' },
          { op: 'add', path: '/data/three', value: '3' },
          { op: 'replace', path: '/data/two', value: 'zwei' },
          { op: 'remove', path: '/data/one' },
          { op: 'move', from: '/metadata/annotations/example.test~1slash', path: '/data/moved' },
          { op: 'copy', from: '/data/three', path: '/data/copied' },
          { op: 'add', path: '/metadata/labels', value: { l: '1' } },
        ]),
      );
    },
  },
  {
    id: 'json-lists',
    name: 'a JSON patch works on list places: before one, at the end, and none beyond it',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const finalizers = ['x.test/1', 'x.test/2'];
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', {}, { finalizers }) });
      await c.request(patch(path, [{ op: 'add', path: '/metadata/finalizers/1', value: 'x.test/middle' }]));
      await c.request(patch(path, [{ op: 'add', path: '/metadata/finalizers/-', value: 'x.test/end' }]));
      await c.request(patch(path, [{ op: 'remove', path: '/metadata/finalizers/0' }]));
      await c.request(patch(path, [{ op: 'replace', path: '/metadata/finalizers/9', value: 'x.test/9' }]));
      await c.request(patch(path, [{ op: 'add', path: '/metadata/finalizers/9', value: 'x.test/9' }]));
      await c.request(patch(path, [{ op: 'add', path: '/metadata/finalizers/-1', value: 'x.test/9' }]));
    },
  },
  {
    id: 'json-test-fails',
    name: 'a JSON patch whose test fails is refused and changes nothing',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }) });
      await c.request(
        patch(path, [
          { op: 'replace', path: '/data/k', value: '2' },
          { op: 'test', path: '/data/k', value: 'no' },
        ]),
      );
      await c.request({ path });
    },
  },
  {
    id: 'json-missing-paths',
    name: 'a JSON patch on a path that is not there: replace adds, copy copies nothing, the others are refused',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }) });
      await c.request(patch(path, [{ op: 'remove', path: '/data/missing' }]));
      await c.request(patch(path, [{ op: 'replace', path: '/data/missing-1', value: 'x' }]));
      await c.request(patch(path, [{ op: 'test', path: '/data/missing-2', value: 'x' }]));
      await c.request(patch(path, [{ op: 'move', from: '/data/missing-3', path: '/data/x' }]));
      await c.request(patch(path, [{ op: 'copy', from: '/data/missing-4', path: '/data/x' }]));
      await c.request(patch(path, [{ op: 'add', path: '/metadata/labels/deep/er', value: 'x' }]));
      await c.request(patch(path, [{ op: 'add', path: '/metadata/labels/x', value: 'x' }]));
    },
  },
  {
    id: 'json-bad-documents',
    name: 'what is no JSON patch is refused',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }) });
      await c.request(patch(path, { op: 'add' }));
      await c.request(patch(path, '[{"op":"add",'));
      await c.request(patch(path, [{ op: 'invent', path: '/data/k', value: '1' }]));
      await c.request(patch(path, [{ op: 'add', value: '1' }]));
      await c.request(patch(path, [{ op: 'add', path: 'data/k', value: '1' }]));
      await c.request(patch(path, [{ op: 'remove', path: '' }]));
      await c.request(patch(path, []));
      await c.request(patch(path, ''));
    },
  },
  {
    id: 'json-too-many',
    name: 'a JSON patch of more than 10,000 operations is too large',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }) });
      const operation = { op: 'test', path: '/data/k', value: '1' };
      const body = JSON.stringify(Array.from({ length: 10_001 }, () => operation));
      await c.request(patch(path, body));
    },
  },
  {
    id: 'json-invalid-result',
    name: 'a JSON patch that makes an invalid object is refused with the causes',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.setup({ method: 'POST', path: c.at('deployments.apps/v1'), body: deployment('d') });
      await c.request(patch(path, [{ op: 'replace', path: '/spec/replicas', value: -1 }]));
      await c.request(patch(path, [{ op: 'replace', path: '/spec/replicas', value: 'three' }]));
      await c.request(patch(path, [{ op: 'remove', path: '/spec/template/spec/containers/0' }]));
      await c.request(patch(path, [{ op: 'replace', path: '/metadata/name', value: 'e' }]));
    },
  },
  {
    id: 'json-precondition',
    name: 'a JSON patch may test or set the resourceVersion it is meant for',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const body = configMap('a', { k: '1' });
      const { metadata } = await c.setup<Stored>({ method: 'POST', path: c.at('configmaps'), body });
      const change = { op: 'replace', path: '/data/k', value: '2' };
      const version = '/metadata/resourceVersion';
      await c.request(patch(path, [{ op: 'test', path: version, value: metadata.resourceVersion }, change]));
      const stale = { op: 'replace', path: version, value: metadata.resourceVersion };
      await c.request(patch(path, [stale, { ...change, value: '3' }]));
    },
  },
]);
