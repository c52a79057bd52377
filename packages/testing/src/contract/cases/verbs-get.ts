import { contractCases } from '../contract-case.ts';
import { configMap, type Stored } from './sample-objects.ts';

export const verbsGetCases = contractCases('verbs', [
  {
    id: 'get',
    name: 'a created object is read back as it was answered, and a missing one is 404 with its name',
    run: async (c) => {
      await c.request({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: 'v' }) });
      await c.request({ path: c.at('configmaps', 'a') });
      await c.request({ path: c.at('configmaps', 'missing') });
    },
  },
  {
    id: 'get-at-version',
    name: 'a get may ask for any version or for one not older than a given one',
    run: async (c) => {
      const { metadata } = await c.setup<Stored>({
        method: 'POST',
        path: c.at('configmaps'),
        body: configMap('a'),
      });
      const path = c.at('configmaps', 'a');
      await c.until({ path, query: { resourceVersion: '0' } }, ({ status }) => status === 200);
      await c.request({ path, query: { resourceVersion: '0' } });
      await c.request({ path, query: { resourceVersion: metadata.resourceVersion } });
      await c.request({ path, query: { resourceVersion: 'yesterday' } });
    },
  },
  {
    id: 'get-future-version',
    name: 'a get for a version that the server has not reached is a time-out that says when to come back',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      const query = { resourceVersion: '999999999' };
      await c.request({ path: c.at('configmaps', 'a'), query });
    },
  },
  {
    id: 'get-other-version-of-group',
    name: 'the same stored object is served in every version of its group, with one uid and one version',
    run: async (c) => {
      const body = {
        apiVersion: 'autoscaling/v1',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'a' },
        spec: {
          maxReplicas: 3,
          targetCPUUtilizationPercentage: 50,
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' },
        },
      };
      await c.request({ method: 'POST', path: c.at('horizontalpodautoscalers.autoscaling/v1'), body });
      await c.request({ path: c.at('horizontalpodautoscalers.autoscaling/v2', 'a') });
    },
  },
]);
