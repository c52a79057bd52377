import type { CaseContext } from '../case-context.ts';
import type { CaseDefinition } from '../contract-case.ts';
import { createSampleCrd } from './sample-crd.ts';
import { configMap, enforce, here, MERGE, rule } from './policies-setup.ts';

/**
 * The real server stops to follow a built-in kind when the last policy that has it for its parameters goes, and never
 * begins again, unless something else follows it: only one case may look for config maps, the others look in vain.
 */
const CONFIG_MAPS = { apiVersion: 'v1', kind: 'ConfigMap' };
const NO_SUCH = { apiVersion: 'v1', kind: 'LimitRange' };
const secret = (name: string, size = 0) => ({
  metadata: { name },
  stringData: Object.fromEntries(Array.from({ length: size }, (_, i) => [`k${i}`, 'v'])),
});

const SECRETS = (c: CaseContext) => ({ ...here(c), resourceRules: [rule('', 'secrets')] });
const create = (c: CaseContext, note: string, body: object) =>
  c.request({ note, method: 'POST', path: c.at('secrets'), query: { dryRun: 'All' }, body });

/** At most as many keys as the parameter says. */
const AT_MOST = {
  expression: '!has(object.data) || object.data.size() <= int(params.data.max)',
  messageExpression:
    "'more than ' + params.data.max + ' of ' + params.metadata.name + ' ' + params.kind + ' ' + params.apiVersion",
};

export const policyParamCases: CaseDefinition[] = [
  {
    id: 'params-by-name',
    name: 'a parameter is found by name, in the namespace of the object or the one that is named; it may change',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('limits', { max: '1' }) });
      await enforce(c, 'validating', {
        matchConstraints: SECRETS(c),
        spec: { paramKind: CONFIG_MAPS, validations: [AT_MOST] },
        binding: { paramRef: { name: 'limits', parameterNotFoundAction: 'Deny' } },
        probe: { path: c.at('secrets'), body: secret('probe', 9) },
      });
      await create(c, 'few', secret('a', 1));
      await create(c, 'many', secret('a', 2));
      await c.setup({
        method: 'PATCH',
        path: c.at('configmaps', 'limits'),
        headers: MERGE,
        body: { data: { max: '2' } },
      });
      await c.until(
        { method: 'POST', path: c.at('secrets'), query: { dryRun: 'All' }, body: secret('a', 2) },
        ({ status }) => status === 201,
      );
      await create(c, 'many for the new limit', secret('a', 3));
      await c.setup({ method: 'DELETE', path: c.at('configmaps', 'limits') });
      await c.until(
        { method: 'POST', path: c.at('secrets'), query: { dryRun: 'All' }, body: secret('a', 1) },
        ({ status }) => status !== 201,
      );
      await create(c, 'without the parameter', secret('a', 1));
    },
  },
  {
    id: 'params-allowed-to-miss',
    name: 'a binding whose parameter is missing may be passed over',
    run: async (c) => {
      const paramKind = NO_SUCH;
      await enforce(c, 'validating', {
        part: 'allowed',
        matchConstraints: SECRETS(c),
        spec: { paramKind, validations: [{ expression: 'false', message: 'asked' }] },
        binding: { paramRef: { name: 'none', parameterNotFoundAction: 'Allow' } },
        isKnown: () => true,
      });
      await enforce(c, 'validating', {
        part: 'bare',
        matchConstraints: SECRETS(c),
        spec: {
          paramKind,
          validations: [
            { expression: "object.metadata.name != 'probe' && params == null", message: 'without' },
          ],
        },
        probe: { path: c.at('secrets'), body: secret('probe') },
      });
      await create(c, 'nothing refuses it', secret('a'));
    },
  },
  {
    id: 'params-by-selector',
    name: 'each parameter that is selected is asked about',
    run: async (c) => {
      const widgets = await createSampleCrd(c);
      for (const [name, max] of [
        ['one', 1],
        ['three', 3],
      ] as const) {
        const metadata = { name, labels: { limits: 'yes' } };
        await c.setup({
          method: 'POST',
          path: widgets.path(),
          body: widgets.object(name, { metadata, spec: { max } }),
        });
      }
      await enforce(c, 'validating', {
        matchConstraints: SECRETS(c),
        spec: {
          paramKind: { apiVersion: widgets.apiVersion, kind: widgets.kind },
          validations: [
            {
              expression: '!has(object.data) || object.data.size() <= params.spec.max',
              messageExpression: "'more than ' + string(params.spec.max) + ' of ' + params.metadata.name",
            },
          ],
        },
        binding: {
          paramRef: { selector: { matchLabels: { limits: 'yes' } }, parameterNotFoundAction: 'Deny' },
        },
        probe: { path: c.at('secrets'), body: secret('probe', 9) },
      });
      const fits = { method: 'POST', path: c.at('secrets'), query: { dryRun: 'All' }, body: secret('a', 1) };
      await c.until(fits, ({ status }) => status === 201);
      await create(c, 'few', secret('a', 1));
      await create(c, 'too many for one', secret('a', 2));
    },
  },
  {
    id: 'params-selected-none',
    name: 'a selector that finds nothing denies, if it is to',
    run: async (c) => {
      await enforce(c, 'validating', {
        matchConstraints: SECRETS(c),
        spec: { paramKind: NO_SUCH, validations: [AT_MOST] },
        binding: { paramRef: { selector: { matchLabels: { no: 'such' } }, parameterNotFoundAction: 'Deny' } },
        probe: { path: c.at('secrets'), body: secret('probe') },
      });
      await create(c, 'none', secret('a'));
    },
  },
  {
    id: 'params-ignored',
    name: 'where failures are ignored, a missing parameter is too',
    run: async (c) => {
      await enforce(c, 'validating', {
        matchConstraints: SECRETS(c),
        spec: { failurePolicy: 'Ignore', paramKind: NO_SUCH, validations: [AT_MOST] },
        binding: { paramRef: { name: 'none', parameterNotFoundAction: 'Deny' } },
        isKnown: () => true,
      });
      await create(c, 'let through', secret('a', 5));
    },
  },
  {
    id: 'params-unknown-kind',
    name: 'a kind of parameters that is not served denies everything',
    run: async (c) => {
      await enforce(c, 'validating', {
        matchConstraints: SECRETS(c),
        spec: {
          paramKind: { apiVersion: 'no.such.example/v1', kind: 'Nothing' },
          validations: [{ expression: 'true' }],
        },
        binding: { paramRef: { name: 'a', parameterNotFoundAction: 'Deny' } },
        probe: { path: c.at('secrets'), body: secret('probe') },
      });
      await create(c, 'unknown', secret('a'));
    },
  },
  {
    id: 'params-of-the-cluster',
    name: 'a parameter without a namespace must not be given one; one with a namespace needs one',
    run: async (c) => {
      const name = c.clusterName('class');
      await c.setup({
        method: 'POST',
        path: '/apis/scheduling.k8s.io/v1/priorityclasses',
        body: { metadata: { name }, value: 3 },
      });
      const paramKind = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass' };
      const validations = [
        {
          expression: 'object.metadata.name.size() <= params.value',
          messageExpression: "'over ' + string(params.value)",
        },
      ];
      await enforce(c, 'validating', {
        part: 'right',
        matchConstraints: SECRETS(c),
        spec: { paramKind, validations },
        binding: { paramRef: { name, parameterNotFoundAction: 'Deny' } },
        probe: { path: c.at('secrets'), body: secret('probe') },
      });
      await create(c, 'short', secret('abc'));
      await create(c, 'long', secret('abcd'));
      await enforce(c, 'validating', {
        part: 'wrong',
        matchConstraints: { ...here(c), resourceRules: [rule('', 'configmaps')] },
        spec: { paramKind, validations },
        binding: { paramRef: { name, namespace: 'default', parameterNotFoundAction: 'Deny' } },
      });
      await c.request({
        note: 'with a namespace',
        method: 'POST',
        path: c.at('configmaps'),
        query: { dryRun: 'All' },
        body: configMap('abc'),
      });
    },
  },
  {
    id: 'params-custom',
    name: 'parameters may be custom resources',
    run: async (c) => {
      const widgets = await createSampleCrd(c);
      await c.setup({
        method: 'POST',
        path: widgets.path(),
        body: widgets.object('w', { spec: { max: 2 } }),
      });
      await enforce(c, 'validating', {
        matchConstraints: SECRETS(c),
        spec: {
          paramKind: { apiVersion: widgets.apiVersion, kind: widgets.kind },
          validations: [
            {
              expression: '!has(object.data) || object.data.size() <= params.spec.max',
              messageExpression: "params.kind + ' ' + string(params.spec.max)",
            },
          ],
        },
        binding: { paramRef: { name: 'w', parameterNotFoundAction: 'Deny' } },
        probe: { path: c.at('secrets'), body: secret('probe', 9) },
      });
      // The parameter itself is known a moment after the kind.
      const body = secret('a', 1);
      await c.until(
        { method: 'POST', path: c.at('secrets'), query: { dryRun: 'All' }, body },
        ({ status }) => status === 201,
      );
      await create(c, 'too many', secret('a', 3));
    },
  },
];
