import { contractCases } from '../contract-case.ts';
import { configMap, deployment, MERGE_PATCH, pod, service } from './sample-objects.ts';

const DRY = { dryRun: 'All' };

export const validationDryRunCases = contractCases('validation', [
  {
    id: 'dry-run-create',
    name: 'a dry run of create answers as if, with a uid and no version, and stores nothing',
    run: async (c) => {
      const path = c.at('configmaps');
      await c.request({ method: 'POST', path, query: DRY, body: configMap('a', { k: '1' }) });
      await c.request({ path: `${path}/a` });
      await c.request({ method: 'POST', path, query: DRY, body: { metadata: { generateName: 'gen-' } } });
      await c.request({ method: 'POST', path, query: DRY, body: configMap('Not A Name') });
    },
  },
  {
    id: 'dry-run-update',
    name: 'a dry run of update, patch and delete answers as if and changes nothing',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }) });
      await c.request({ method: 'PUT', path, query: DRY, body: configMap('a', { k: '2' }) });
      await c.request({
        method: 'PATCH',
        path,
        query: DRY,
        headers: MERGE_PATCH,
        body: { data: { k: '3' } },
      });
      await c.request({ method: 'DELETE', path, query: DRY });
      await c.request({ method: 'DELETE', path, body: { dryRun: ['All'] } });
      await c.request({ path });
    },
  },
  {
    id: 'dry-run-conflicts',
    name: 'a dry run finds what would be wrong: conflicts, existing names, invalid content',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await c.request({ method: 'POST', path: c.at('configmaps'), query: DRY, body: configMap('a') });
      const stale = configMap('a', {}, { resourceVersion: '1' });
      await c.request({ method: 'PUT', path, query: DRY, body: stale });
      await c.request({
        method: 'POST',
        path: c.at('deployments.apps/v1'),
        query: DRY,
        body: deployment('d', { replicas: -1 }),
      });
    },
  },
  {
    id: 'dry-run-subresources',
    name: 'a dry run holds for status, scale, binding and eviction',
    run: async (c) => {
      const deployments = c.at('deployments.apps/v1');
      await c.setup({ method: 'POST', path: deployments, body: deployment('d') });
      const body = { status: { replicas: 5 } };
      await c.request({
        method: 'PATCH',
        path: `${deployments}/d/status`,
        query: DRY,
        headers: MERGE_PATCH,
        body,
      });
      const scale = { spec: { replicas: 5 } };
      await c.request({
        method: 'PATCH',
        path: `${deployments}/d/scale`,
        query: DRY,
        headers: MERGE_PATCH,
        body: scale,
      });
      await c.request({ path: `${deployments}/d` });
      await c.setup({ method: 'POST', path: c.at('pods'), body: pod('p') });
      const binding = { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } };
      await c.request({ method: 'POST', path: c.at('pods', 'p', 'binding'), query: DRY, body: binding });
      const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } };
      await c.request({ method: 'POST', path: c.at('pods', 'p', 'eviction'), query: DRY, body: eviction });
      await c.request({ path: c.at('pods', 'p') });
    },
  },
  {
    id: 'dry-run-allocations',
    name: 'a dry run of a Service shows the node port that it would get, and allocates nothing',
    run: async (c) => {
      const path = c.at('services');
      await c.request({
        method: 'POST',
        path,
        query: DRY,
        body: service('s', { clusterIP: '10.96.99.1', type: 'NodePort' }),
      });
      await c.request({ path: `${path}/s` });
    },
  },
  {
    id: 'dry-run-values',
    name: 'dryRun knows All and nothing else',
    run: async (c) => {
      const path = c.at('configmaps');
      for (const dryRun of ['Some', 'all', 'true', ''])
        await c.request({
          method: 'POST',
          path,
          query: { dryRun },
          body: configMap(`a${dryRun.toLowerCase()}`),
        });
      await c.request({ path, query: { dryRun: 'Some' } });
    },
  },
]);
