import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import type { Json } from '../transcript.ts';
import {
  API_SERVICES,
  apiService,
  availability,
  groupOf,
  isAvailable,
  withBackend,
} from './aggregation-services.ts';

const MERGE = { 'content-type': 'application/merge-patch+json' };

/** Parts of an APIService's spec that it is refused for. */
const REFUSED: Readonly<Record<string, (c: CaseContext) => object>> = {
  'no version': () => ({ version: '' }),
  'a group that is no name': () => ({ group: 'A B' }),
  'another name than its group': () => ({ group: 'other.example' }),
  'no priority': () => ({ groupPriorityMinimum: 0, versionPriority: 0 }),
  'a priority too high': () => ({ groupPriorityMinimum: 20001, versionPriority: 1001 }),
  'a service without a name': () => ({ service: { namespace: 'x', name: '' }, caBundle: 'eA==' }),
  'a service with a port out of range': (c) => ({
    service: { namespace: c.namespace, name: 'x', port: 70000 },
    insecureSkipTLSVerify: true,
  }),
  'trust without a service': () => ({ insecureSkipTLSVerify: true, caBundle: 'eA==' }),
  'blind trust beside a bundle': (c) => ({
    service: { namespace: c.namespace, name: 'x' },
    insecureSkipTLSVerify: true,
    caBundle: 'eA==',
  }),
};

const path = (c: CaseContext) => `${API_SERVICES}/v1.${groupOf(c)}`;

export const aggregationRegistrationCases = contractCases('aggregation', [
  {
    id: 'local',
    name: 'an APIService without a service is served here, and is available at once',
    run: async (c) => {
      await c.request({ method: 'POST', path: API_SERVICES, body: apiService(c, {}) });
      await c.eventually({ path: path(c) }, isAvailable('True', 'Local'));
      await c.request({ path: `/apis/${groupOf(c)}/v1` });
    },
  },
  {
    id: 'refused',
    name: `an APIService is refused with its causes for: ${Object.keys(REFUSED).join('; ')}`,
    run: async (c) => {
      for (const [note, change] of Object.entries(REFUSED))
        await c.request({ note, method: 'POST', path: API_SERVICES, body: apiService(c, change(c)) });
    },
  },
  {
    id: 'built-in',
    name: 'the groups of the server itself are listed as local APIServices, in order of priority',
    alone: true,
    run: async (c) => {
      const query = { labelSelector: 'kube-aggregator.kubernetes.io/automanaged=onstart' };
      const facts = (bytes: Buffer) => {
        const { items } = JSON.parse(bytes.toString()) as {
          items: {
            metadata: { name: string; labels: Json };
            spec: Json;
            status: { conditions: { reason: string }[] };
          }[];
        };
        return items.map(({ metadata: { name, labels }, spec, status }) => ({
          name,
          labels,
          spec,
          reasons: status.conditions.map(({ reason }) => reason),
        }));
      };
      await c.request({ path: API_SERVICES, query, facts });
      await c.request({ path: `${API_SERVICES}/v1.apps` });
    },
  },
  {
    id: 'service-not-found',
    name: 'an APIService whose service is not there is unavailable, and its group answers 503',
    run: async (c) => {
      const service = { name: 'missing', namespace: c.namespace };
      const body = apiService(c, { service, insecureSkipTLSVerify: true });
      await c.request({ method: 'POST', path: API_SERVICES, body });
      await c.eventually({ path: path(c) }, isAvailable('False', 'ServiceNotFound'));
      await c.eventually({ path: `/apis/${groupOf(c)}/v1/echoes` }, ({ status }) => status === 503);
      await c.request({ path: `/apis/${groupOf(c)}/v1` });
      await c.request({ path: `/apis/${groupOf(c)}/v1/echoes`, as: { user: 'jane' } });
    },
  },
  {
    id: 'service-port',
    name: 'an APIService must name a port that its service has, and a service with endpoints needs some',
    run: async (c) => {
      const backend = { metadata: { name: 'backend' }, spec: { ports: [{ port: 80 }] } };
      await c.setup({ method: 'POST', path: c.at('services'), body: backend });
      const service = { name: 'backend', namespace: c.namespace, port: 443 };
      await c.setup({
        method: 'POST',
        path: API_SERVICES,
        body: apiService(c, { service, insecureSkipTLSVerify: true }),
      });
      await c.eventually({ path: path(c) }, isAvailable('False', 'ServicePortError'));
      const change = { spec: { service: { port: 80 } } };
      await c.setup({ method: 'PATCH', path: path(c), headers: MERGE, body: change });
      await c.until({ path: path(c) }, (response) => !isAvailable('False', 'ServicePortError')(response));
      await c.request({ path: path(c), facts: availability });
    },
  },
  {
    id: 'discovery-fails',
    name: 'a backend that does not answer discovery is unavailable, and available again when it does',
    run: async (c) => {
      await withBackend(
        c,
        async (backend) => {
          const service = { name: 'backend', namespace: c.namespace, port: backend.port };
          // No bundle of ours: the backend's certificate is one of an unknown authority.
          await c.setup({ method: 'POST', path: API_SERVICES, body: apiService(c, { service }) });
          const read = { path: path(c), facts: availability };
          await c.eventually(read, isAvailable('False', 'FailedDiscoveryCheck'));
          const caBundle = Buffer.from(backend.ca).toString('base64');
          await c.setup({ method: 'PATCH', path: path(c), headers: MERGE, body: { spec: { caBundle } } });
          await c.eventually(read, isAvailable('True'));
        },
        { register: false },
      );
    },
  },
  {
    id: 'skip-verify',
    name: 'with insecureSkipTLSVerify any certificate will do',
    run: async (c) => {
      await withBackend(
        c,
        async (backend) => {
          const service = { name: 'backend', namespace: c.namespace, port: backend.port };
          const body = apiService(c, { service, insecureSkipTLSVerify: true });
          await c.setup({ method: 'POST', path: API_SERVICES, body });
          await c.eventually({ path: path(c), facts: availability }, isAvailable('True'));
        },
        { register: false },
      );
    },
  },
  {
    id: 'delete',
    name: 'when its APIService is deleted, a group is gone',
    run: async (c) => {
      await withBackend(c, async () => {
        await c.request({ method: 'DELETE', path: path(c) });
        await c.eventually({ path: `/apis/${groupOf(c)}/v1/echoes` }, ({ status }) => status === 404);
        await c.request({ path: path(c) });
      });
    },
  },
  {
    id: 'status',
    name: 'an APIService’s spec may change; its status is written apart',
    run: async (c) => {
      await c.setup({ method: 'POST', path: API_SERVICES, body: apiService(c, {}) });
      await c.until({ path: path(c) }, isAvailable('True', 'Local'));
      const spec = { versionPriority: 20 };
      await c.request({
        method: 'PATCH',
        path: path(c),
        headers: MERGE,
        body: { spec, status: { conditions: [] } },
      });
      await c.request({ path: `${path(c)}/status` });
    },
  },
]);
