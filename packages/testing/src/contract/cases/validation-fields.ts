import { contractCases } from '../contract-case.ts';
import { createSampleCrd } from './sample-crd.ts';
import { configMap, deployment, JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH } from './sample-objects.ts';

const JSON_BODY = { 'content-type': 'application/json' };
const YAML_BODY = { 'content-type': 'application/yaml' };

const UNKNOWN = {
  ...configMap('a', { k: '1' }),
  unknown: 1,
  metadata: { name: 'a', also: { unknown: true } },
};
const DUPLICATE =
  '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"1","k":"2"},"data":{"l":"3"}}';

export const validationFieldCases = contractCases('validation', [
  {
    id: 'unknown-fields',
    name: 'unknown fields are dropped: with a warning each by default and on Warn, silently on Ignore, refused on Strict',
    run: async (c) => {
      const path = c.at('configmaps');
      const create = (fieldValidation?: string) =>
        c.request({
          method: 'POST',
          path,
          query: { dryRun: 'All', ...(fieldValidation !== undefined && { fieldValidation }) },
          body: UNKNOWN,
        });
      await create();
      await create('Warn');
      await create('Ignore');
      await create('Strict');
      await create('Sometimes');
      await create('');
    },
  },
  {
    id: 'duplicate-fields',
    name: 'of duplicate fields the last counts: with a warning each by default, silently on Ignore, refused on Strict',
    run: async (c) => {
      const path = c.at('configmaps');
      const create = (fieldValidation: string) =>
        c.request({
          method: 'POST',
          path,
          query: { dryRun: 'All', fieldValidation },
          headers: JSON_BODY,
          body: DUPLICATE,
        });
      for (const validation of ['Warn', 'Ignore', 'Strict']) await create(validation);
    },
  },
  {
    id: 'unknown-and-duplicate',
    name: 'Strict names all unknown and duplicate fields at once, in YAML too',
    run: async (c) => {
      const yaml =
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nstray: 1\ndata: {k: "1"}\ndata: {k: "2"}\n';
      const path = c.at('configmaps');
      for (const fieldValidation of ['Strict', 'Warn', 'Ignore'])
        await c.request({
          method: 'POST',
          path,
          query: { dryRun: 'All', fieldValidation },
          headers: YAML_BODY,
          body: yaml,
        });
    },
  },
  {
    id: 'case-of-fields',
    name: 'field names count by their letters’ case',
    run: async (c) => {
      const body = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        Metadata: { name: 'wrong' },
        metadata: { name: 'a', Labels: { l: '1' } },
      };
      const path = c.at('configmaps');
      await c.request({ method: 'POST', path, body, query: { dryRun: 'All' } });
      await c.request({ method: 'POST', path, body, query: { dryRun: 'All', fieldValidation: 'Strict' } });
    },
  },
  {
    id: 'nested-fields',
    name: 'unknown fields are named by their paths, lists by place',
    run: async (c) => {
      const containers = [
        { name: 'main', image: 'example.test/main:1', imagePolicy: 'Always', resources: { limit: {} } },
      ];
      const template = { metadata: { labels: { app: 'd' } }, spec: { containers } };
      const path = c.at('deployments.apps/v1');
      const body = deployment('d', { replica: 3, template });
      await c.request({ method: 'POST', path, body, query: { dryRun: 'All', fieldValidation: 'Strict' } });
      await c.request({ method: 'POST', path, body, query: { dryRun: 'All' } });
    },
  },
  {
    id: 'update-and-patches',
    name: 'fieldValidation holds for updates and for JSON, merge and strategic patches',
    run: async (c) => {
      const path = c.at('configmaps', 'a');
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }) });
      for (const fieldValidation of ['Strict', 'Warn']) {
        const query = { dryRun: 'All', fieldValidation };
        await c.request({ method: 'PUT', path, query, body: UNKNOWN });
        await c.request({ method: 'PATCH', path, query, headers: MERGE_PATCH, body: { unknown: 1 } });
        await c.request({ method: 'PATCH', path, query, headers: STRATEGIC_PATCH, body: { unknown: 1 } });
        const operations = [{ op: 'add', path: '/unknown', value: 1 }];
        await c.request({ method: 'PATCH', path, query, headers: JSON_PATCH, body: operations });
        const twice = '{"data":{"k":"2"},"data":{"k":"3"}}';
        await c.request({ method: 'PATCH', path, query, headers: MERGE_PATCH, body: twice });
      }
    },
  },
  {
    id: 'custom-resource',
    name: 'unknown fields of a custom resource are pruned with the same choice of warning or refusal',
    run: async (c) => {
      const widgets = await createSampleCrd(c, { type: 'object', properties: { size: { type: 'integer' } } });
      const body = widgets.object('a', { spec: { size: 1, colour: 'red' }, stray: true });
      for (const fieldValidation of ['Strict', 'Warn', 'Ignore'])
        await c.request({
          method: 'POST',
          path: widgets.path(),
          query: { dryRun: 'All', fieldValidation },
          body,
        });
    },
  },
  {
    id: 'deprecated-api',
    name: 'a deprecated API warns on every request',
    run: async (c) => {
      await c.request({ path: '/api/v1/componentstatuses', facts: () => 'depends on the machine' });
      const body = {
        metadata: { name: 'e' },
        subsets: [{ addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 80 }] }],
      };
      await c.request({ method: 'POST', path: c.at('endpoints'), body });
      await c.request({ path: c.at('endpoints', 'e') });
    },
  },
  {
    id: 'warnings-of-content',
    name: 'deprecated or doubtful content warns though it is accepted',
    run: async (c) => {
      const spec = {
        automountServiceAccountToken: false,
        containers: [
          {
            name: 'main',
            image: 'example.test/main:1',
            ports: [{ containerPort: 80 }, { containerPort: 80 }],
          },
        ],
        nodeSelector: { 'beta.kubernetes.io/os': 'linux' },
      };
      const metadata = {
        name: 'p',
        annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default' },
      };
      const body = { apiVersion: 'v1', kind: 'Pod', metadata, spec };
      await c.request({ method: 'POST', path: c.at('pods'), body });
    },
  },
]);
