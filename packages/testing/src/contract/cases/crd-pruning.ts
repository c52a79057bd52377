import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import { MERGE_PATCH, changeDefinition, serveThings, thing, versionOf } from './crd-things.ts';

const text = { type: 'string' };
const keeps = { 'x-kubernetes-preserve-unknown-fields': true };

const pruned = {
  type: 'object',
  properties: {
    known: text,
    open: { type: 'object', ...keeps, properties: { closed: { type: 'object', properties: { a: text } } } },
    list: { type: 'array', items: { type: 'object', properties: { a: text } } },
    map: { type: 'object', additionalProperties: { type: 'object', properties: { a: text } } },
  },
};

const withUnknown = {
  known: 'a',
  unknown: 'b',
  open: { any: { thing: 1 }, closed: { a: 'x', b: 'y' } },
  list: [{ a: 'x', b: 'y' }],
  map: { k: { a: 'x', b: 'y' } },
};

const defaults = {
  type: 'object',
  properties: {
    plain: { type: 'string', default: 'p' },
    nested: { type: 'object', properties: { a: { type: 'integer', default: 1 } } },
    made: { type: 'object', default: {}, properties: { a: { type: 'integer', default: 2 } } },
    list: { type: 'array', items: { type: 'object', properties: { a: { type: 'boolean', default: true } } } },
    map: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { a: { type: 'string', default: 'm' } } },
    },
  },
};

const post = (c: CaseContext, path: string, body: object, query: Record<string, string> = {}) =>
  c.request({ method: 'POST', path, body, query });

export const crdPruningCases = contractCases('crd', [
  {
    id: 'prune',
    name: 'fields that the schema does not know are dropped at every level, except where it keeps them',
    run: async (c) => {
      const path = await serveThings(c, { spec: pruned });
      await post(c, path, thing(c, 'one', { spec: withUnknown, top: 1 }));
      await c.request({ path: `${path}/one` });
      const body = { spec: { other: 1, known: 'z' } };
      await c.request({ method: 'PATCH', path: `${path}/one`, headers: MERGE_PATCH, body });
    },
  },
  {
    id: 'prune-field-validation',
    name: 'unknown fields are refused, warned of or passed over as fieldValidation says',
    run: async (c) => {
      const path = await serveThings(c, { spec: pruned });
      for (const fieldValidation of ['Strict', 'Warn', 'Ignore', 'Loud'])
        await post(c, path, thing(c, `a-${fieldValidation.toLowerCase()}`, { spec: { unknown: 1 } }), {
          fieldValidation,
        });
      const twice = JSON.stringify(thing(c, 'twice', { spec: { known: 'a' } })).replace(
        '"known":"a"',
        '"known":"a","known":"b"',
      );
      const headers = { 'content-type': 'application/json' };
      for (const fieldValidation of ['Strict', 'Warn'])
        await c.request({ method: 'POST', path, headers, body: twice, query: { fieldValidation } });
    },
  },
  {
    id: 'prune-metadata',
    name: 'metadata keeps only what metadata has, whatever the schema says',
    run: async (c) => {
      const path = await serveThings(c, { schema: { type: 'object', ...keeps } });
      const metadata = { name: 'one', labels: { a: 'b' }, annotations: { c: 'd' }, colour: 'red' };
      await post(c, path, thing(c, 'one', { metadata, any: { thing: [1] } }));
    },
  },
  {
    id: 'embedded',
    name: 'an embedded resource must have its kind, and its metadata is checked and pruned',
    run: async (c) => {
      const embedded = { type: 'object', ...keeps, 'x-kubernetes-embedded-resource': true };
      const path = await serveThings(c, { spec: { type: 'object', properties: { embedded } } });
      const config = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'x', colour: 'red' },
        data: { a: 'b' },
      };
      await post(c, path, thing(c, 'one', { spec: { embedded: config } }));
      await post(c, path, thing(c, 'two', { spec: { embedded: { data: {} } } }));
      const badName = { ...config, metadata: { name: 'Not_Valid' } };
      await post(c, path, thing(c, 'three', { spec: { embedded: badName } }));
      const badLabels = { ...config, metadata: { labels: { 'a b': 'c' } } };
      await post(c, path, thing(c, 'four', { spec: { embedded: badLabels } }));
      await post(c, path, thing(c, 'five', { spec: { embedded: { ...config, kind: 1 } } }));
    },
  },
  {
    id: 'defaults',
    name: 'defaults fill what is missing at every level, and make objects only where one is the default',
    run: async (c) => {
      const path = await serveThings(c, { spec: defaults });
      await post(c, path, thing(c, 'none'));
      await post(c, path, thing(c, 'empty', { spec: {} }));
      await post(
        c,
        path,
        thing(c, 'parts', { spec: { nested: {}, list: [{}, { a: false }], map: { k: {} } } }),
      );
      await post(c, path, thing(c, 'given', { spec: { plain: 'mine', made: { a: 9 } } }));
      const body = { spec: { plain: null } };
      await c.request({ method: 'PATCH', path: `${path}/given`, headers: MERGE_PATCH, body });
    },
  },
  {
    id: 'defaults-top',
    name: 'a default of spec itself makes the spec',
    run: async (c) => {
      const path = await serveThings(c, { spec: { ...defaults, default: {} } });
      await post(c, path, thing(c, 'none'));
    },
  },
  {
    id: 'defaults-on-read',
    name: 'a default that came later is shown on objects that are older than it, in every kind of read',
    run: async (c) => {
      const path = await serveThings(c, { spec: { type: 'object', properties: { a: text } } });
      await post(c, path, thing(c, 'old', { spec: { a: 'x' } }));
      const spec = { type: 'object', properties: { a: text, b: { type: 'string', default: 'later' } } };
      await changeDefinition(c, { spec: { versions: [versionOf('v1', { spec })] } });
      const old = { path: `${path}/old` };
      await c.until<{ spec: object }>(old, ({ body }) => 'b' in body.spec);
      await c.request(old);
      await c.request({ path });
      await c.request({
        method: 'PATCH',
        ...old,
        headers: MERGE_PATCH,
        body: { metadata: { labels: { x: 'y' } } },
      });
    },
  },
  {
    id: 'ratchet',
    name: 'what a schema that came later refuses is let through as long as it does not change',
    run: async (c) => {
      const number = { type: 'integer' };
      const path = await serveThings(c, { spec: { type: 'object', properties: { a: number, b: number } } });
      await c.setup({ method: 'POST', path, body: thing(c, 'old', { spec: { a: 5, b: 5 } }) });
      const rule = { rule: 'self < 3', message: 'b must be below 3' };
      const properties = {
        a: { ...number, maximum: 3 },
        b: { ...number, 'x-kubernetes-validations': [rule] },
      };
      await changeDefinition(c, {
        spec: { versions: [versionOf('v1', { spec: { type: 'object', properties } })] },
      });
      const probe = {
        method: 'POST',
        path,
        query: { dryRun: 'All' },
        body: thing(c, 'new', { spec: { a: 5 } }),
      };
      await c.until(probe, ({ status }) => status === 422);
      const patch = (body: object) =>
        c.request({ method: 'PATCH', path: `${path}/old`, headers: MERGE_PATCH, body });
      await patch({ metadata: { labels: { x: 'y' } } });
      await patch({ spec: { a: 6 } });
      await patch({ spec: { b: 6 } });
      await patch({ spec: { a: 2 } });
      await patch({ spec: { b: 1 } });
    },
  },
]);
