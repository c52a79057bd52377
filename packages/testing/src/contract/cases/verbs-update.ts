import { contractCases } from '../contract-case.ts';
import { configMap, deployment, lease, service, type Stored } from './sample-objects.ts';

const put = (path: string, body: object) => ({ method: 'PUT', path, body });

export const verbsUpdateCases = contractCases('verbs', [
  {
    id: 'update-unconditional',
    name: 'an update without a resourceVersion replaces whatever is there',
    run: async (c) => {
      await c.request({
        method: 'POST',
        path: c.at('configmaps'),
        body: configMap('a', { k: '1', old: 'x' }),
      });
      await c.request(put(c.at('configmaps', 'a'), configMap('a', { k: '2' })));
    },
  },
  {
    id: 'update-conflict',
    name: 'an update with an outdated resourceVersion is a conflict and changes nothing',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const first = await c.setup<Stored>({
        method: 'POST',
        path: c.at('configmaps'),
        body: configMap('a', { k: '1' }),
      });
      const { resourceVersion } = first.metadata;
      await c.request(put(path, configMap('a', { k: '2' }, { resourceVersion })));
      await c.request(put(path, configMap('a', { k: '3' }, { resourceVersion })));
      await c.request({ path });
    },
  },
  {
    id: 'update-bad-version',
    name: 'an update with a resourceVersion that is no number is refused',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      const metadata = { resourceVersion: 'yesterday' };
      await c.request(put(c.at('configmaps', 'a'), configMap('a', {}, metadata)));
    },
  },
  {
    id: 'update-no-op',
    name: 'an update that changes nothing keeps the resourceVersion, whoever makes it',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.request({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }) });
      await c.request(put(path, configMap('a', { k: '1' })));
      await c.request({ ...put(path, configMap('a', { k: '1' })), query: { fieldManager: 'someone-else' } });
    },
  },
  {
    id: 'update-missing',
    name: 'an update of a missing object is 404, but creates it for the kinds that allow that',
    run: async (c) => {
      await c.request(put(c.at('configmaps', 'a'), configMap('a')));
      await c.request(put(c.at('leases.coordination.k8s.io/v1', 'a'), lease('a', { holderIdentity: 'x' })));
      const metadata = { name: 'b', resourceVersion: '1' };
      await c.request(put(c.at('leases.coordination.k8s.io/v1', 'b'), { ...lease('b'), metadata }));
    },
  },
  {
    id: 'update-wrong-identity',
    name: 'an update cannot change the name, the namespace or the uid',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await c.request(put(path, configMap('b')));
      await c.request(put(path, configMap('a', {}, { namespace: 'elsewhere' })));
      await c.request(put(path, configMap('a', {}, { uid: '11111111-2222-3333-4444-555555555555' })));
      await c.request(put(path, { apiVersion: 'v1', kind: 'ConfigMap', data: {} }));
    },
  },
  {
    id: 'update-immutable',
    name: 'immutable fields are refused with their paths',
    run: async (c) => {
      await c.setup({
        method: 'POST',
        path: c.at('configmaps'),
        body: { ...configMap('a', { k: '1' }), immutable: true },
      });
      await c.request(put(c.at('configmaps', 'a'), configMap('a', { k: '2' })));
      await c.setup({ method: 'POST', path: c.at('deployments.apps/v1'), body: deployment('d') });
      const changed = deployment('d', {
        selector: { matchLabels: { app: 'other' } },
        template: { ...deployment('other').spec.template },
      });
      await c.request(put(c.at('deployments.apps/v1', 'd'), changed));
      await c.setup({
        method: 'POST',
        path: c.at('services'),
        body: service('s', { clusterIP: '10.96.77.1' }),
      });
      await c.request(put(c.at('services', 's'), service('s', { clusterIP: '10.96.77.2' })));
    },
  },
  {
    id: 'update-generation',
    name: 'generation grows with the spec and with nothing else',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      const body = deployment('d');
      await c.request({ method: 'POST', path: c.at('deployments.apps/v1'), body });
      await c.request(put(path, deployment('d', { replicas: 2 })));
      const labelled = {
        ...deployment('d', { replicas: 2 }),
        metadata: { name: 'd', labels: { l: '1' }, generation: 9 },
      };
      await c.request(put(path, labelled));
      await c.request(put(`${path}/status`, { ...labelled, status: { observedGeneration: 2, replicas: 2 } }));
    },
  },
  {
    id: 'update-status-apart',
    name: 'an update of the object leaves its status, and an update of the status leaves the rest',
    run: async (c) => {
      const path = c.at('deployments.apps/v1', 'd');
      await c.setup({ method: 'POST', path: c.at('deployments.apps/v1'), body: deployment('d') });
      const status = { replicas: 3, updatedReplicas: 3 };
      await c.request(put(`${path}/status`, { ...deployment('d', { replicas: 8 }), status }));
      await c.request(put(path, { ...deployment('d', { paused: true }), status: { replicas: 1 } }));
      await c.request({ path: `${path}/status` });
    },
  },
  {
    id: 'update-metadata',
    name: 'labels, annotations, finalizers and owners are replaced as given; a finalizer must be qualified',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      const metadata = {
        labels: { a: '1', b: '2' },
        annotations: { x: 'y' },
        finalizers: ['example.test/hold'],
      };
      await c.request({ method: 'POST', path: c.at('configmaps'), body: configMap('a', {}, metadata) });
      await c.request(put(path, configMap('a', {}, { labels: { b: '3' } })));
      await c.request(put(path, configMap('a', {}, { finalizers: ['unqualified'] })));
      await c.request(put(path, configMap('a', {}, { finalizers: ['bad finalizer/with space'] })));
    },
  },
  {
    id: 'lease',
    name: 'a lease is taken and renewed by updates that must carry the version they saw',
    run: async (c) => {
      const path = c.at('leases.coordination.k8s.io/v1');
      const held = (holderIdentity: string, second: number, metadata: object = {}) => ({
        ...lease('l', {
          holderIdentity,
          leaseDurationSeconds: 15,
          renewTime: `2001-02-03T04:05:0${second}.123456Z`,
          leaseTransitions: 1,
        }),
        metadata: { name: 'l', ...metadata },
      });
      const { body } = await c.request<Stored>({ method: 'POST', path, body: held('a', 1) });
      const { resourceVersion } = body.metadata;
      await c.request(put(`${path}/l`, held('a', 2, { resourceVersion })));
      await c.request(put(`${path}/l`, held('b', 3, { resourceVersion })));
      await c.request(put(`${path}/l`, held('b', 3)));
    },
  },
  {
    id: 'lease-times',
    name: 'the times of a lease have exactly six digits after the second',
    run: async (c) => {
      const path = c.at('leases.coordination.k8s.io/v1');
      const times = [
        '04:05:06.123456Z',
        '04:05:06.5Z',
        '04:05:06Z',
        '04:05:06.123456+01:00',
        '04:05:06.123456789Z',
        '',
      ];
      for (const [i, time] of times.entries())
        await c.request({ method: 'POST', path, body: lease(`l${i}`, { renewTime: `2001-02-03T${time}` }) });
      await c.request({
        method: 'POST',
        path,
        body: lease('l', { renewTime: null, leaseDurationSeconds: 0 }),
      });
    },
  },
  {
    id: 'owner-references',
    name: 'owner references need kind, name and uid, only one may be the controller, and duplicates warn',
    run: async (c) => {
      const owner = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: 'o',
        uid: '11111111-2222-3333-4444-555555555555',
      };
      const create = async (name: string, ...ownerReferences: object[]) => {
        const body = configMap(name, {}, { ownerReferences });
        await c.request({ method: 'POST', path: c.at('configmaps'), body });
      };
      await create('a', owner);
      await create(
        'b',
        { ...owner, controller: true },
        { ...owner, uid: '66666666-2222-3333-4444-555555555555', controller: true },
      );
      await create('c', owner, owner);
      await create('d', { apiVersion: '', kind: '', name: '', uid: '' });
      await create('e', { ...owner, apiVersion: 'v1', kind: 'Event' });
    },
  },
]);
