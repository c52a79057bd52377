import type { CaseContext } from '../case-context.ts';
import type { CaseResponse } from '../case-exchange.ts';
import type { CaseDefinition } from '../contract-case.ts';
import { createSampleCrd } from './sample-crd.ts';
import { configMap, deployment, enforce, here, MERGE, POLICIES, rule } from './policies-setup.ts';

const apply = (expression: string) => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const jsonPatch = (expression: string) => ({ patchType: 'JSONPatch', jsonPatch: { expression } });
const isMarked = ({ body }: CaseResponse<never>) =>
  (body as { metadata?: { labels?: Record<string, string> } }).metadata?.labels?.['marked'] !== undefined;
/** What tells that a policy is known. */
const MARK = apply("Object{metadata: Object.metadata{labels: {'marked': 'yes'}}}");

const POD = (name: string) => ({
  metadata: { name },
  spec: { containers: [{ name: 'app', image: 'app:1' }] },
});

const create = (c: CaseContext, note: string, resource: string, body: object) =>
  c.request({ note, method: 'POST', path: c.at(resource), query: { dryRun: 'All' }, body });

/** Each mutation is asked for by the name of the object. */
async function mutates(
  c: CaseContext,
  resource: 'deployments' | 'configmaps',
  mutations: Readonly<Record<string, object>>,
): Promise<void> {
  const [path, group] = resource === 'configmaps' ? ['configmaps', ''] : ['deployments.apps/v1', 'apps'];
  const object = (name: string) =>
    resource === 'configmaps'
      ? configMap(name, { a: '1' }, { annotations: { 'b/c': '2' } })
      : deployment(name, 1);
  const isProbed = { path: c.at(path), body: object('probe') };
  for (const [name, mutation] of Object.entries({ ...mutations, probe: MARK })) {
    await enforce(c, 'mutating', {
      part: name,
      matchConstraints: { ...here(c), resourceRules: [rule(group, resource, { resourceNames: [name] })] },
      spec: { mutations: [mutation] },
      probe: isProbed,
      isKnown: name === 'probe' ? isMarked : () => true,
    });
  }
  for (const name of Object.keys(mutations)) await create(c, name, path, object(name));
}

const APPLIED: Readonly<Record<string, object>> = {
  replicas: apply('Object{spec: Object.spec{replicas: object.spec.replicas + 4}}'),
  annotations: apply("Object{metadata: Object.metadata{annotations: {'a/b': 'c'}}}"),
  sidecar: apply(
    "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: 'sidecar', image: 'sidecar:1'}]}}}}",
  ),
  env: apply(
    "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: object.spec.template.spec.containers.map(c, Object.spec.template.spec.containers{name: c.name, env: [Object.spec.template.spec.containers.env{name: 'FROM', value: c.image}]})}}}}",
  ),
  conditional: apply('object.spec.replicas > 5 ? Object{spec: Object.spec{replicas: 5}} : Object{}'),
  optional: apply(
    'Object{spec: Object.spec{?replicas: object.spec.?nothing, ?minReadySeconds: optional.of(3)}}',
  ),
  unknown: apply('Object{spec: Object.spec{nothing: 1}}'),
  mistyped: apply("Object{spec: Object.spec{replicas: 'many'}}"),
  misnamed: apply('Object{spec: Object.wrong{replicas: 1}}'),
  atomic: apply(
    "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{tolerations: [Object.spec.template.spec.tolerations{key: 'a'}]}}}}",
  ),
  failing: apply("Object{metadata: Object.metadata{name: object.metadata.labels['none']}}"),
  renaming: apply("Object{metadata: Object.metadata{name: 'other'}}"),
  invalid: apply('Object{spec: Object.spec{replicas: -1}}'),
};

const PATCHED: Readonly<Record<string, object>> = {
  add: jsonPatch("[JSONPatch{op: 'add', path: '/data/new', value: object.metadata.name}]"),
  replace: jsonPatch(
    "[JSONPatch{op: 'test', path: '/data/a', value: '1'}, JSONPatch{op: 'replace', path: '/data/a', value: 'x' + object.data.a}]",
  ),
  tested: jsonPatch(
    "[JSONPatch{op: 'test', path: '/data/a', value: 'no'}, JSONPatch{op: 'remove', path: '/data/a'}]",
  ),
  remove: jsonPatch("[JSONPatch{op: 'remove', path: '/metadata/annotations/' + jsonpatch.escapeKey('b/c')}]"),
  copy: jsonPatch(
    "[JSONPatch{op: 'copy', from: '/data/a', path: '/data/d'}, JSONPatch{op: 'move', from: '/data/d', path: '/data/e'}]",
  ),
  values: jsonPatch(
    "[JSONPatch{op: 'add', path: '/metadata/labels', value: {'a': 'b'}}, JSONPatch{op: 'add', path: '/metadata/finalizers', value: ['a.b/c']}]",
  ),
  struct: jsonPatch(
    "[JSONPatch{op: 'add', path: '/metadata/annotations', value: Object.metadata.annotations{some: 'thing'}}]",
  ),
  chosen: jsonPatch(
    "has(object.data.a) ? [JSONPatch{op: 'add', path: '/data/was', value: object.data.a}] : []",
  ),
  stray: jsonPatch("[JSONPatch{op: 'add', path: '/nothing', value: 'x'}]"),
  missing: jsonPatch("[JSONPatch{op: 'remove', path: '/data/none'}]"),
  wrong: jsonPatch("[JSONPatch{op: 'frobnicate', path: '/data/a'}]"),
  untyped: jsonPatch("[JSONPatch{op: 'add', path: '/data/n', value: 7}]"),
  failing: jsonPatch("[JSONPatch{op: 'add', path: '/data/n', value: object.data.none}]"),
};

const REFUSED: Readonly<Record<string, object>> = {
  'no mutations': { mutations: [] },
  'no reinvocation policy': { mutations: [MARK], reinvocationPolicy: '' },
  'another reinvocation policy': { mutations: [MARK], reinvocationPolicy: 'Always' },
  'no patch type': { mutations: [{ applyConfiguration: { expression: 'Object{}' } }] },
  'another patch type': { mutations: [{ patchType: 'Magic' }] },
  'nothing to apply': { mutations: [{ patchType: 'ApplyConfiguration' }] },
  both: { mutations: [{ ...apply('Object{}'), jsonPatch: { expression: '[]' } }] },
  'both, the other way': {
    mutations: [{ ...jsonPatch('[JSONPatch{}]'), applyConfiguration: { expression: 'Object{}' } }],
  },
  'an empty expression': { mutations: [apply(' '), jsonPatch('')] },
  'an expression of another type': {
    mutations: [
      apply('1'),
      apply('object'),
      apply('Object.spec{}'),
      jsonPatch('1'),
      jsonPatch('JSONPatch{}'),
      jsonPatch('[1]'),
      jsonPatch('[]'),
    ],
  },
  'an unreadable expression': {
    mutations: [
      apply('Object{'),
      apply('Object{spec: nothing}'),
      apply('Other{}'),
      jsonPatch('[JSONPatch{nothing: 1}]'),
    ],
  },
  'another operation': {
    mutations: [MARK],
    matchConstraints: { resourceRules: [rule('', 'configmaps', { operations: ['DELETE', '*'] })] },
  },
  'no constraints': { mutations: [MARK], matchConstraints: undefined },
  'a failure policy that is none': { mutations: [MARK], failurePolicy: 'Maybe' },
};

export const policyMutationCases: CaseDefinition[] = [
  {
    id: 'mutate-apply',
    name: 'an apply configuration is merged into the object, by the rules of its schema',
    run: (c) => mutates(c, 'deployments', APPLIED),
  },
  {
    id: 'mutate-json-patch',
    name: 'a JSON patch is applied to the object, unless one of its tests fails',
    run: (c) => mutates(c, 'configmaps', PATCHED),
  },
  {
    id: 'mutate-refused',
    name: 'a mutating policy that is none is refused; one is kept with defaults',
    run: async (c) => {
      const path = `${POLICIES}/mutatingadmissionpolicies`;
      const query = { dryRun: 'All' };
      const matchConstraints = { resourceRules: [rule('', 'configmaps')] };
      for (const [note, spec] of Object.entries(REFUSED))
        await c.request({
          note,
          method: 'POST',
          path,
          query,
          body: {
            metadata: { name: c.clusterName() },
            spec: { reinvocationPolicy: 'Never', matchConstraints, ...spec },
          },
        });
      const spec = { reinvocationPolicy: 'Never', matchConstraints, mutations: [MARK] };
      await c.request({
        note: 'accepted',
        method: 'POST',
        path,
        query,
        body: { metadata: { name: c.clusterName() }, spec },
      });
      const bindings = `${POLICIES}/mutatingadmissionpolicybindings`;
      const paramRef = { name: 'a', selector: {} };
      for (const binding of [
        { policyName: 'a' },
        {},
        { policyName: 'A_' },
        { policyName: 'a', paramRef },
        { policyName: 'a', matchResources: { resourceRules: [rule('', 'a', { operations: ['CONNECT'] })] } },
      ])
        await c.request({
          note: JSON.stringify(binding),
          method: 'POST',
          path: bindings,
          query,
          body: { metadata: { name: c.clusterName() }, spec: binding },
        });
    },
  },
  {
    id: 'mutate-writes',
    name: 'creates, updates, patches and applies are changed; who owns what does not change by it',
    run: async (c) => {
      await enforce(c, 'mutating', {
        spec: {
          variables: [
            {
              name: 'text',
              expression:
                "request.operation + (oldObject == null ? '' : ' of ' + string(oldObject.data.size()))",
            },
          ],
          matchConditions: [{ name: 'not-free', expression: "!(object.data.?free.orValue('') == 'yes')" }],
          mutations: [MARK, jsonPatch("[JSONPatch{op: 'add', path: '/data/by', value: variables.text}]")],
        },
        probe: { path: c.at('configmaps'), body: configMap('probe', { a: '1' }) },
        isKnown: isMarked,
      });
      const path = c.at('configmaps', 'a');
      await c.request({
        note: 'create',
        method: 'POST',
        path: c.at('configmaps'),
        body: configMap('a', { a: '1' }),
      });
      await c.request({ note: 'put', method: 'PUT', path, body: configMap('a', { a: '2' }) });
      await c.request({ note: 'patch', method: 'PATCH', path, headers: MERGE, body: { data: { b: '3' } } });
      await c.request({
        note: 'apply',
        method: 'PATCH',
        path: c.at('configmaps', 'b'),
        query: { fieldManager: 'm' },
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: configMap('b', { a: '1' }),
      });
      await c.request({
        note: 'exempt',
        method: 'PATCH',
        path,
        headers: MERGE,
        body: { data: { free: 'yes', by: 'hand' } },
      });
      await c.request({ note: 'as kept', path });
      await c.request({ note: 'delete', method: 'DELETE', path });
    },
  },
  {
    id: 'mutate-pods',
    name: 'a pod is changed after it got its account and its tolerations, and judged by what it became',
    run: async (c) => {
      const labels =
        "{'account': string(object.spec.?serviceAccountName.orValue('none')), 'tolerations': string(size(object.spec.?tolerations.orValue([]))), 'volumes': string(size(object.spec.?volumes.orValue([]))), 'priority': string(object.spec.?priority.orValue(-1)), 'named': string(has(object.metadata.name))}";
      await enforce(c, 'mutating', {
        matchConstraints: { ...here(c), resourceRules: [rule('', 'pods')] },
        spec: {
          mutations: [
            MARK,
            apply(`Object{metadata: Object.metadata{labels: ${labels}}}`),
            jsonPatch(
              "[JSONPatch{op: 'add', path: '/spec/containers/0/env', value: [{'name': 'A', 'value': 'b'}]}]",
            ),
          ],
        },
        probe: { path: c.at('pods'), body: POD('probe') },
        isKnown: isMarked,
      });
      await create(c, 'a pod', 'pods', POD('p'));
    },
  },
  {
    id: 'mutate-custom',
    name: 'custom resources are changed like any others, by their schema',
    run: async (c) => {
      const item = {
        type: 'object',
        properties: { name: { type: 'string' }, n: { type: 'integer' } },
        required: ['name'],
      };
      const widgets = await createSampleCrd(c, {
        type: 'object',
        properties: {
          size: { type: 'integer' },
          colour: { type: 'string', default: 'green' },
          items: {
            type: 'array',
            items: item,
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
          },
          tags: { type: 'array', items: { type: 'string' } },
        },
      });
      const mutations: Readonly<Record<string, object>> = {
        merged: apply(
          "Object{spec: Object.spec{size: object.spec.size + 1, items: [Object.spec.items{name: 'b', n: 2}]}}",
        ),
        patched: jsonPatch("[JSONPatch{op: 'add', path: '/spec/tags', value: ['x', 'y']}]"),
        undefaulted: jsonPatch("[JSONPatch{op: 'remove', path: '/spec/colour'}]"),
        unknown: apply('Object{spec: Object.spec{nothing: 1}}'),
        atomic: apply("Object{spec: Object.spec{tags: ['x']}}"),
        invalid: jsonPatch("[JSONPatch{op: 'replace', path: '/spec/size', value: 'x'}]"),
        probe: MARK,
      };
      const object = (name: string) =>
        widgets.object(name, { spec: { size: 1, items: [{ name: 'a', n: 1 }] } });
      for (const [name, mutation] of Object.entries(mutations))
        await enforce(c, 'mutating', {
          part: name,
          matchConstraints: {
            ...here(c),
            resourceRules: [rule(widgets.group, 'widgets', { resourceNames: [name] })],
          },
          spec: { mutations: [mutation] },
          probe: { path: widgets.path(), body: object('probe') },
          isKnown: name === 'probe' ? isMarked : () => true,
        });
      for (const note of Object.keys(mutations))
        await c.request({
          note,
          method: 'POST',
          path: widgets.path(),
          query: { dryRun: 'All' },
          body: object(note),
        });
    },
  },
  {
    id: 'mutate-again',
    name: 'a policy that asks for it sees what others changed after it; params and versions are as in any policy',
    run: async (c) => {
      const widgets = await createSampleCrd(c);
      await c.setup({
        method: 'POST',
        path: widgets.path(),
        body: widgets.object('settings', { spec: { value: 'from-params' } }),
      });
      const only = { ...here(c), resourceRules: [rule('', 'secrets')] };
      const probe = { path: c.at('secrets'), body: { metadata: { name: 'probe' } } };
      const labelled = (text: string) => apply(`Object{metadata: Object.metadata{labels: ${text}}}`);
      await enforce(c, 'mutating', {
        part: 'first',
        matchConstraints: only,
        spec: {
          reinvocationPolicy: 'IfNeeded',
          mutations: [labelled("{'seen': object.metadata.?labels.second.orValue('nothing')}")],
        },
        probe,
        isKnown: () => true,
      });
      await enforce(c, 'mutating', {
        part: 'second',
        matchConstraints: only,
        spec: {
          paramKind: { apiVersion: widgets.apiVersion, kind: widgets.kind },
          mutations: [labelled("{'second': string(params.spec.value), 'marked': 'yes'}")],
        },
        binding: { paramRef: { name: 'settings', parameterNotFoundAction: 'Deny' } },
        probe,
        isKnown: isMarked,
      });
      await create(c, 'both', 'secrets', { metadata: { name: 'a' } });
    },
  },
  {
    id: 'mutate-then-validate',
    name: 'a validating policy judges what the mutating ones made',
    run: async (c) => {
      await enforce(c, 'mutating', { spec: { mutations: [MARK] }, isKnown: isMarked });
      await enforce(c, 'validating', {
        spec: {
          validations: [
            {
              expression:
                "object.metadata.name == 'free' || object.metadata.?labels.marked.orValue('') == 'no'",
              messageExpression: "'marked ' + object.metadata.labels.marked",
            },
          ],
        },
      });
      await create(c, 'marked', 'configmaps', configMap('a'));
    },
  },
  {
    id: 'mutate-failures',
    name: 'a mutation that fails denies, or is passed over where failures are ignored; so does a missing parameter',
    run: async (c) => {
      const broken = jsonPatch("[JSONPatch{op: 'add', path: '/data/x', value: object.data.none}]");
      const only = (name: string) => ({
        ...here(c),
        resourceRules: [rule('', 'configmaps', { resourceNames: [name] })],
      });
      await enforce(c, 'mutating', {
        part: 'ignored',
        matchConstraints: only('ignored'),
        spec: { failurePolicy: 'Ignore', mutations: [broken, MARK] },
        probe: { path: c.at('configmaps'), body: configMap('ignored', { a: '' }) },
        isKnown: isMarked,
      });
      await create(c, 'ignored', 'configmaps', configMap('ignored', { a: '' }));
      await enforce(c, 'mutating', {
        part: 'params',
        matchConstraints: only('params'),
        spec: { paramKind: { apiVersion: 'v1', kind: 'LimitRange' }, mutations: [MARK] },
        binding: { paramRef: { name: 'none', parameterNotFoundAction: 'Deny' } },
        probe: { path: c.at('configmaps'), body: configMap('params') },
      });
      await create(c, 'params', 'configmaps', configMap('params'));
      await enforce(c, 'mutating', {
        part: 'condition',
        matchConstraints: only('condition'),
        spec: { matchConditions: [{ name: 'x', expression: "object.data.none == 'x'" }], mutations: [MARK] },
        probe: { path: c.at('configmaps'), body: configMap('condition', { a: '' }) },
      });
      await create(c, 'condition', 'configmaps', configMap('condition', { a: '' }));
    },
  },
  {
    id: 'mutate-subresources',
    name: 'a Scale can be changed on its way; a status too',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('deployments.apps/v1'), body: deployment('d', 1) });
      await enforce(c, 'mutating', {
        matchConstraints: {
          ...here(c),
          resourceRules: [rule('', 'configmaps'), rule('apps', 'deployments/scale')],
        },
        spec: {
          matchConditions: [{ name: 'scale', expression: "request.?subResource.orValue('') == 'scale'" }],
          mutations: [apply('Object{spec: Object.spec{replicas: 7}}')],
        },
        isKnown: () => true,
      });
      await enforce(c, 'mutating', { part: 'mark', spec: { mutations: [MARK] }, isKnown: isMarked });
      const path = c.at('deployments.apps/v1', 'd', 'scale');
      await c.request({ method: 'PATCH', path, headers: MERGE, body: { spec: { replicas: 2 } } });
    },
  },
];
