import { contractCases } from '../contract-case.ts';
import { configMap, deployment, service, STRATEGIC_PATCH, type Stored } from './sample-objects.ts';

const patch = (path: string, body: object | string) => ({
  method: 'PATCH',
  path,
  headers: STRATEGIC_PATCH,
  body,
});

const TWO_CONTAINERS = {
  template: {
    metadata: { labels: { app: 'd' } },
    spec: {
      containers: [
        {
          name: 'one',
          image: 'example.test/one:1',
          args: ['a', 'b'],
          env: [
            { name: 'A', value: '1' },
            { name: 'B', value: '2' },
          ],
        },
        { name: 'two', image: 'example.test/two:1', ports: [{ containerPort: 80 }, { containerPort: 81 }] },
      ],
    },
  },
};

const inPod = (spec: object) => ({ spec: { template: { spec } } });

export const patchStrategicCases = contractCases('patch', [
  {
    id: 'strategic-merge-keys',
    name: 'a strategic patch merges lists by their keys and replaces lists that have none',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.setup({
        method: 'POST',
        path: c.at('deployments.apps/v1'),
        body: deployment('d', TWO_CONTAINERS),
      });
      const containers = [
        {
          name: 'one',
          args: ['c'],
          env: [
            { name: 'B', value: '9' },
            { name: 'C', value: '3' },
          ],
        },
        { name: 'three', image: 'example.test/three:1' },
        { name: 'two', ports: [{ containerPort: 81, name: 'web' }] },
      ];
      await c.request(patch(path, inPod({ containers })));
    },
  },
  {
    id: 'strategic-delete',
    name: 'a strategic patch removes by $patch: delete, by null and by $deleteFromPrimitiveList',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      const body = deployment('d', TWO_CONTAINERS);
      const metadata = { ...body.metadata, finalizers: ['x.test/1', 'x.test/2'], labels: { a: '1', b: '2' } };
      await c.setup({ method: 'POST', path: c.at('deployments.apps/v1'), body: { ...body, metadata } });
      const containers = [
        { name: 'two', $patch: 'delete' },
        { name: 'one', env: [{ name: 'A', $patch: 'delete' }] },
      ];
      await c.request(patch(path, inPod({ containers })));
      const change = { labels: { a: null }, '$deleteFromPrimitiveList/finalizers': ['x.test/1'] };
      await c.request(patch(path, { metadata: change }));
      await c.request(patch(path, { metadata: { finalizers: ['x.test/3'] } }));
    },
  },
  {
    id: 'strategic-replace',
    name: 'a strategic patch replaces a map or a list as a whole by $patch: replace',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      const body = deployment('d', TWO_CONTAINERS);
      await c.setup({
        method: 'POST',
        path: c.at('deployments.apps/v1'),
        body: { ...body, metadata: { ...body.metadata, labels: { a: '1', b: '2' } } },
      });
      const containers = [{ $patch: 'replace' }, { name: 'only', image: 'example.test/only:1' }];
      await c.request(patch(path, inPod({ containers })));
      await c.request(patch(path, { metadata: { labels: { $patch: 'replace', c: '3' } } }));
    },
  },
  {
    id: 'strategic-order',
    name: 'a strategic patch orders a list by $setElementOrder',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.setup({
        method: 'POST',
        path: c.at('deployments.apps/v1'),
        body: deployment('d', TWO_CONTAINERS),
      });
      const order = [{ name: 'zero' }, { name: 'two' }, { name: 'one' }];
      const containers = [{ name: 'zero', image: 'example.test/zero:1' }];
      await c.request(patch(path, inPod({ '$setElementOrder/containers': order, containers })));
      const wrong = [{ name: 'two' }];
      await c.request(patch(path, inPod({ '$setElementOrder/containers': wrong, containers })));
    },
  },
  {
    id: 'strategic-retain-keys',
    name: 'a strategic patch clears the other members of a union by $retainKeys',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.setup({ method: 'POST', path: c.at('deployments.apps/v1'), body: deployment('d') });
      await c.request(patch(path, { spec: { strategy: { type: 'Recreate' } } }));
      await c.request(patch(path, { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }));
      await c.request(patch(path, { spec: { strategy: { $retainKeys: ['other'], type: 'Recreate' } } }));
    },
  },
  {
    id: 'strategic-errors',
    name: 'a strategic patch that cannot be followed is refused; an unknown directive in a map of strings is dropped',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.setup({ method: 'POST', path: c.at('deployments.apps/v1'), body: deployment('d') });
      await c.request(patch(path, inPod({ containers: [{ image: 'example.test/no-key:1' }] })));
      await c.request(patch(path, inPod({ containers: [{ name: 'main', $patch: 'explode' }] })));
      await c.request(patch(path, { metadata: { labels: { $patch: 'explode' } } }));
      await c.request(patch(path, inPod({ containers: 'many' })));
      await c.request(patch(path, { metadata: 'text' }));
      await c.request(patch(path, '{"spec":'));
      await c.request(patch(path, '[]'));
    },
  },
  {
    id: 'strategic-service-ports',
    name: 'a strategic patch merges a Service’s ports by port number',
    run: async (c) => {
      const path = c.at('services', 's');
      const ports = [
        { name: 'http', port: 80, targetPort: 8080 },
        { name: 'https', port: 443 },
      ];
      await c.setup({ method: 'POST', path: c.at('services'), body: service('s', { ports }) });
      await c.request(patch(path, { spec: { ports: [{ port: 443, targetPort: 8443 }] } }));
      await c.request(patch(path, { spec: { ports: [{ port: 80, $patch: 'delete' }] } }));
      await c.request(patch(path, { spec: { selector: { app: null, tier: 'x' } } }));
    },
  },
  {
    id: 'strategic-precondition',
    name: 'a strategic patch with an outdated resourceVersion is a conflict',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const { metadata } = await c.setup<Stored>({
        method: 'POST',
        path: c.at('configmaps'),
        body: configMap('a', { k: '1' }),
      });
      const { resourceVersion } = metadata;
      await c.request(patch(path, { metadata: { resourceVersion }, data: { k: '2' } }));
      await c.request(patch(path, { metadata: { resourceVersion }, data: { k: '3' } }));
    },
  },
]);
