import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import { groupOf, serveThings, thing } from './crd-things.ts';

const text = { type: 'string' };
const spec = {
  type: 'object',
  properties: {
    a: text,
    b: text,
    set: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    atomic: { type: 'array', items: text },
    whole: { type: 'object', properties: { x: text, y: text }, 'x-kubernetes-map-type': 'atomic' },
    ends: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['host', 'port'],
      items: {
        type: 'object',
        properties: { host: text, port: { type: 'integer', default: 80 }, note: text },
        required: ['host'],
      },
    },
  },
};

interface Applied {
  readonly manager: string;
  readonly spec: object;
  readonly force?: boolean;
}

/** Server-side apply to the thing `one`. */
async function apply(c: CaseContext, path: string, { manager, spec, force }: Applied): Promise<void> {
  await c.request({
    method: 'PATCH',
    path: `${path}/one`,
    query: { fieldManager: manager, ...(force && { force: 'true' }) },
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: JSON.stringify(thing(c, 'one', { spec })),
  });
}

export const crdApplyCases = contractCases('crd', [
  {
    id: 'apply',
    name: 'applying creates a thing, changes it, and takes away what is no longer applied',
    run: async (c) => {
      const path = await serveThings(c, { spec });
      await apply(c, path, { manager: 'one', spec: { a: '1', b: '2' } });
      await apply(c, path, { manager: 'one', spec: { a: '1' } });
      await apply(c, path, { manager: 'one', spec: { a: '1', unknown: 'x' } });
    },
  },
  {
    id: 'apply-conflict',
    name: 'a field of another manager is a conflict unless it is equal or forced',
    run: async (c) => {
      const path = await serveThings(c, { spec });
      await apply(c, path, { manager: 'one', spec: { a: '1', b: '2' } });
      await apply(c, path, { manager: 'two', spec: { a: '1' } });
      await apply(c, path, { manager: 'two', spec: { a: 'other', b: 'other' } });
      await apply(c, path, { manager: 'two', spec: { a: 'other' }, force: true });
      await apply(c, path, { manager: 'one', spec: { b: '2' } });
    },
  },
  {
    id: 'apply-list-map',
    name: 'two managers own items of one list map by both its keys, defaults included',
    run: async (c) => {
      const path = await serveThings(c, { spec });
      await apply(c, path, { manager: 'one', spec: { ends: [{ host: 'h', note: 'one' }] } });
      await apply(c, path, { manager: 'two', spec: { ends: [{ host: 'h', port: 81, note: 'two' }] } });
      await apply(c, path, { manager: 'two', spec: { ends: [{ host: 'h', port: 80, note: 'two' }] } });
      await apply(c, path, { manager: 'two', spec: { ends: [{ host: 'h', port: 80 }, { host: 'h' }] } });
      await apply(c, path, { manager: 'one', spec: {} });
    },
  },
  {
    id: 'apply-sets-and-atomics',
    name: 'sets merge item by item, atomic lists and maps are owned as a whole',
    run: async (c) => {
      const path = await serveThings(c, { spec });
      await apply(c, path, { manager: 'one', spec: { set: ['a', 'b'], atomic: ['a'], whole: { x: '1' } } });
      await apply(c, path, { manager: 'two', spec: { set: ['b', 'c'] } });
      await apply(c, path, { manager: 'two', spec: { atomic: ['b'] } });
      await apply(c, path, { manager: 'two', spec: { whole: { y: '1' } } });
      await apply(c, path, { manager: 'one', spec: { set: ['a'] } });
      await apply(c, path, { manager: 'one', spec: { set: ['a', 'a'] } });
    },
  },
  {
    id: 'apply-status',
    name: 'applying to the status subresource owns only the status',
    run: async (c) => {
      const schema = {
        type: 'object',
        properties: { spec, status: { type: 'object', properties: { a: text } } },
      };
      const path = await serveThings(c, { schema, version: { subresources: { status: {} } } });
      await apply(c, path, { manager: 'one', spec: { a: '1' } });
      await c.request({
        method: 'PATCH',
        path: `${path}/one/status`,
        query: { fieldManager: 'status-writer' },
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: `apiVersion: ${groupOf(c)}/v1\nkind: Thing\nmetadata: {name: one}\nspec: {b: x}\nstatus: {a: up}\n`,
      });
    },
  },
  {
    id: 'patch-types',
    name: 'things take JSON and merge patches, and no strategic ones',
    run: async (c) => {
      const path = await serveThings(c, { spec });
      await c.setup({ method: 'POST', path, body: thing(c, 'one', { spec: { a: '1', atomic: ['x'] } }) });
      const patch = (type: string, body: object) =>
        c.request({ method: 'PATCH', path: `${path}/one`, headers: { 'content-type': type }, body });
      await patch('application/json-patch+json', [
        { op: 'test', path: '/spec/a', value: '1' },
        { op: 'add', path: '/spec/atomic/-', value: 'y' },
      ]);
      await patch('application/json-patch+json', [{ op: 'test', path: '/spec/a', value: 'wrong' }]);
      await patch('application/merge-patch+json', { spec: { atomic: ['z'], a: null } });
      await patch('application/strategic-merge-patch+json', { spec: { a: '2' } });
    },
  },
]);
