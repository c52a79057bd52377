import { contractCases } from '../contract-case.ts';
import { MERGE_PATCH, groupOf, serveThings, thing } from './crd-things.ts';

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { replicas: { type: 'integer', minimum: 0 }, a: { type: 'string' } },
    },
    status: {
      type: 'object',
      properties: { replicas: { type: 'integer' }, selector: { type: 'string' }, phase: { type: 'string' } },
    },
  },
};
const scale = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
};
const both = { schema, version: { subresources: { status: {}, scale } } };

export const crdSubresourceCases = contractCases('crd', [
  {
    id: 'status',
    name: 'spec and status are written apart, and only the spec moves the generation',
    run: async (c) => {
      const path = await serveThings(c, both);
      const one = `${path}/one`;
      const body = thing(c, 'one', { spec: { a: 'x' }, status: { phase: 'dropped' } });
      await c.request({ method: 'POST', path, body });
      const patch = (target: string, change: object) =>
        c.request({ method: 'PATCH', path: target, headers: MERGE_PATCH, body: change });
      await patch(one, { spec: { a: 'y' }, status: { phase: 'ignored' } });
      await patch(`${one}/status`, { spec: { a: 'ignored' }, status: { phase: 'up' } });
      await patch(`${one}/status`, { metadata: { labels: { from: 'status' }, annotations: { a: 'b' } } });
      await patch(one, { metadata: { labels: { from: 'main' } } });
      await patch(`${one}/status`, { status: { phase: 1 } });
      await c.request({ path: `${one}/status` });
      const current = await c.setup<object>({ path: one });
      await c.request({
        method: 'PUT',
        path: `${one}/status`,
        body: { ...current, status: { phase: 'put' } },
      });
      await c.request({ method: 'POST', path: `${one}/status`, body });
      await c.request({ method: 'DELETE', path: `${one}/status` });
    },
  },
  {
    id: 'status-none',
    name: 'without the subresource status is a field like any other, and its path is not found',
    run: async (c) => {
      const path = await serveThings(c, { schema });
      await c.request({ method: 'POST', path, body: thing(c, 'one', { status: { phase: 'kept' } }) });
      const body = { status: { phase: 'moves the generation' } };
      await c.request({ method: 'PATCH', path: `${path}/one`, headers: MERGE_PATCH, body });
      await c.request({ path: `${path}/one/status` });
      await c.request({ path: `${path}/one/scale` });
    },
  },
  {
    id: 'scale',
    name: 'the scale of a thing is read from and written to the paths that the definition names',
    run: async (c) => {
      const path = await serveThings(c, both);
      const target = `${path}/one/scale`;
      await c.setup({ method: 'POST', path, body: thing(c, 'one', { spec: { replicas: 3 } }) });
      const status = { replicas: 2, selector: 'app=one' };
      await c.setup({ method: 'PATCH', path: `${path}/one/status`, headers: MERGE_PATCH, body: { status } });
      const read = await c.request<{ spec: object }>({ path: target });
      await c.request({ method: 'PUT', path: target, body: { ...read.body, spec: { replicas: 5 } } });
      await c.request({ method: 'PUT', path: target, body: { ...read.body, spec: { replicas: 6 } } });
      await c.request({
        method: 'PATCH',
        path: target,
        headers: MERGE_PATCH,
        body: { spec: { replicas: 7 } },
      });
      await c.request({
        method: 'PATCH',
        path: target,
        headers: MERGE_PATCH,
        body: { spec: { replicas: -1 } },
      });
      await c.request({ path: `${path}/one` });
      await c.request({ path: `${path}/none/scale` });
      await c.request({ path: `/apis/${groupOf(c)}/v1` });
    },
  },
  {
    id: 'scale-missing',
    name: 'a thing without replicas has no scale to read, until one is written',
    run: async (c) => {
      const path = await serveThings(c, both);
      await c.setup({ method: 'POST', path, body: thing(c, 'one', {}) });
      await c.request({ path: `${path}/one/scale` });
      const body = { spec: { replicas: 1 } };
      await c.request({ method: 'PATCH', path: `${path}/one/scale`, headers: MERGE_PATCH, body });
      await c.request({ path: `${path}/one` });
    },
  },
]);
