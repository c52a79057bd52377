import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import { createSampleCrd } from './sample-crd.ts';
import { configMap, deployment } from './sample-objects.ts';

const JSON_BODY = { 'content-type': 'application/json' };

async function post(c: CaseContext, body: object | string | Buffer, resource = 'configmaps'): Promise<void> {
  await c.request({ method: 'POST', path: c.at(resource), headers: JSON_BODY, body });
}

export const errorBodyCases = contractCases('errors', [
  {
    id: 'bad-json',
    name: 'a body that is no JSON object is 400, saying what was seen',
    run: async (c) => {
      await post(c, '');
      await post(c, '{"metadata":');
      await post(c, 'null');
      await post(c, '[]');
      await post(c, '"text"');
      await post(c, '5');
      await post(c, '{"metadata":{"name":"a"}} {"metadata":{"name":"b"}}');
      await post(c, "{'metadata': {}}");
      await post(c, '{"metadata":{"name":"a"},}');
      await post(c, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]));
      await post(c, '\uFEFF{"metadata":{"name":"bom"}}');
    },
  },
  {
    id: 'wrong-kind',
    name: 'a body of another kind or version than the path’s is 400',
    run: async (c) => {
      await post(c, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } });
      await post(c, { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'a' } });
      await post(c, { apiVersion: 'apps/v1', kind: 'ConfigMap', metadata: { name: 'a' } });
      await post(c, { apiVersion: 'v1', kind: 'Nonsense', metadata: { name: 'a' } });
      await post(c, { apiVersion: 'a/b/c', kind: 'ConfigMap', metadata: { name: 'a' } });
      await post(c, { apiVersion: 'v1', kind: 'ConfigMapList', items: [] });
      await post(c, { kind: 'ConfigMap', metadata: { name: 'only-kind' } });
      await post(c, { apiVersion: 'v1', metadata: { name: 'only-version' } });
    },
  },
  {
    id: 'wrong-types',
    name: 'fields of the wrong type are 400 with Go’s words for it',
    run: async (c) => {
      await post(c, { metadata: { name: 'a' }, data: 5 });
      await post(c, { metadata: { name: 'a' }, data: { k: 5 } });
      await post(c, { metadata: { name: 'a' }, data: { k: null } });
      await post(c, { metadata: 'text' });
      await post(c, { metadata: { name: 5 } });
      await post(c, { metadata: { name: 'a', labels: [] } });
      await post(c, { metadata: { name: 'a', creationTimestamp: 'yesterday' } });
      await post(c, deployment('d', { replicas: 1.5 }), 'deployments.apps/v1');
      await post(c, deployment('d', { replicas: 99_999_999_999 }), 'deployments.apps/v1');
      await post(c, deployment('d', { replicas: '3' }), 'deployments.apps/v1');
    },
  },
  {
    id: 'invalid-causes',
    name: 'an invalid object is 422 with a cause for every field',
    run: async (c) => {
      const containers = [
        { name: 'Upper', image: '', imagePullPolicy: 'Sometimes', ports: [{ containerPort: 99_999 }] },
        { name: 'two', resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } },
      ];
      const template = {
        metadata: { labels: { app: 'bad value!' } },
        spec: { containers, restartPolicy: 'Never' },
      };
      await post(c, deployment('d', { replicas: -1, minReadySeconds: -1, template }), 'deployments.apps/v1');
      await post(c, { metadata: { name: 'd' } }, 'deployments.apps/v1');
    },
  },
  {
    id: 'names',
    name: 'names are checked: letters, length, dots and slashes',
    run: async (c) => {
      for (const name of [
        'Upper',
        'under_score',
        '-a',
        'a-',
        'a/b',
        '..',
        'a..b',
        'ü',
        'a b',
        'x'.repeat(254),
      ])
        await post(c, configMap(name));
      await post(c, configMap(`${'x'.repeat(249)}.yes`));
      await post(c, { metadata: { name: '1-digit-first' }, spec: { ports: [{ port: 80 }] } }, 'services');
    },
  },
  {
    id: 'labels',
    name: 'labels and annotations are checked: keys, values and the total size',
    run: async (c) => {
      const labelled = (labels: Record<string, string>) => configMap('a', {}, { labels });
      await post(c, labelled({ 'bad key': '1' }));
      await post(c, labelled({ '/no-prefix': '1' }));
      await post(c, labelled({ 'a/b/c': '1' }));
      await post(c, labelled({ 'Upper.prefix/ok': '1' }));
      await post(c, labelled({ ['k'.repeat(64)]: '1' }));
      await post(c, labelled({ k: 'v'.repeat(64) }));
      await post(c, labelled({ k: 'with space' }));
      await post(c, configMap('a', {}, { annotations: { 'bad key': 'any value: ok' } }));
      await post(c, configMap('a', {}, { annotations: { big: 'x'.repeat(256 * 1024) } }));
      await post(c, labelled({ ['k'.repeat(63)]: 'v'.repeat(63), 'example.test/ok': '' }));
    },
  },
  {
    id: 'config-map-size',
    name: 'a ConfigMap over 1 MiB is refused, and so are keys that make no file name',
    run: async (c) => {
      await post(c, configMap('a', { k: 'x'.repeat(1024 * 1024 + 1) }));
      await post(c, configMap('a', { 'bad key': '1', ok: '3' }));
      await post(c, configMap('a', { '..': '2' }));
    },
  },
  {
    id: 'prototype-keys',
    name: 'keys that mean something to JavaScript are data like any other',
    run: async (c) => {
      await post(c, '{"metadata":{"name":"a"},"data":{"__proto__":"1","constructor":"2","toString":"3"}}');
      await c.request({ path: c.at('configmaps', 'a') });
      await post(c, '{"metadata":{"name":"b","labels":{"__proto__":"1"}},"__proto__":{"data":{"k":"v"}}}');
      const widgets = await createSampleCrd(c);
      const spec = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
      const body = `{"apiVersion":"${widgets.apiVersion}","kind":"Widget","metadata":{"name":"w"},"spec":${spec}}`;
      await c.request({ method: 'POST', path: widgets.path(), headers: JSON_BODY, body });
    },
  },
  {
    id: 'deep-json',
    name: 'JSON nested too deeply is refused, and the server goes on',
    run: async (c) => {
      const nested = (depth: number) =>
        `{"metadata":{"name":"a"},"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      await post(c, nested(9_000));
      await post(c, nested(20_000));
      await post(c, nested(1_000_000));
      await c.request({ path: c.at('configmaps', 'a'), facts: () => 'as created' });
    },
  },
  {
    id: 'body-on-get',
    name: 'a body on a get is ignored',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await c.request({ path: c.at('configmaps', 'a'), body: { nonsense: true } });
    },
  },
]);
