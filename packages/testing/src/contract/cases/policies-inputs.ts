import type { CaseContext } from '../case-context.ts';
import type { CaseDefinition } from '../contract-case.ts';
import { createSampleCrd } from './sample-crd.ts';
import { configMap, deployment, enforce, here, NO_PROBES, rule } from './policies-setup.ts';

/** What these expressions make of a request is the message that refuses it. */
async function shows(
  c: CaseContext,
  expressions: readonly string[],
  variables: readonly object[] = [],
): Promise<void> {
  await enforce(c, 'validating', {
    spec: {
      variables,
      validations: expressions
        .map((text, i) => ({
          expression: `object.data.?ask.orValue('') != '${i}'`,
          messageExpression: text,
        }))
        .concat(NO_PROBES as never),
    },
  });
  for (const [i, note] of expressions.entries())
    await c.request({
      note,
      method: 'POST',
      path: c.at('configmaps'),
      query: { dryRun: 'All', fieldManager: 'asker' },
      body: configMap('a', { ask: String(i) }, { labels: { 'a.b/c': 'd' } }),
    });
}

/** The same of conditions, which may use what message expressions may not. */
async function judges(
  c: CaseContext,
  conditions: readonly string[],
  as?: { user: string; groups: string[] },
): Promise<void> {
  await enforce(c, 'validating', {
    spec: {
      validations: conditions
        .map((text, i) => ({
          expression: `object.data.?ask.orValue('') != '${i}' || !(${text})`,
          message: 'true',
        }))
        .concat(NO_PROBES as never),
    },
  });
  for (const [i, note] of conditions.entries())
    await c.request({
      note,
      method: 'POST',
      path: c.at('configmaps'),
      query: { dryRun: 'All' },
      body: configMap('a', { ask: String(i) }),
      ...(as && { as }),
    });
}

export const policyInputCases: CaseDefinition[] = [
  {
    id: 'request',
    name: 'an expression sees who asks for what',
    run: (c) =>
      shows(c, [
        "request.operation + ' ' + request.name + ' ' + request.namespace + ' ' + string(request.dryRun)",
        "request.kind.group + '/' + request.kind.version + ' ' + request.kind.kind",
        "request.resource.group + '/' + request.resource.version + ' ' + request.resource.resource",
        "request.requestKind.kind + ' ' + request.requestResource.resource",
        'string(has(request.subResource)) + string(has(request.requestSubResource)) + request.subResource',
        "request.userInfo.username + ' ' + request.userInfo.groups.join(',')",
        'string(has(request.userInfo.uid)) + string(has(request.userInfo.extra)) + string(has(request.options))',
        "request.options.kind + ' ' + request.options.apiVersion + ' ' + request.options.fieldManager + ' ' + request.options.dryRun[0]",
      ]),
  },
  {
    id: 'object',
    name: 'an expression sees the object as it will be kept',
    run: (c) =>
      shows(c, [
        "object.apiVersion + ' ' + object.kind + ' ' + object.metadata.name + ' ' + object.metadata.namespace",
        'string(has(object.metadata.uid)) + string(has(object.metadata.creationTimestamp)) + string(has(object.metadata.managedFields)) + string(has(object.metadata.generation))',
        "object.metadata.labels['a.b/c'] + string(has(object.metadata.annotations)) + string(has(object.binaryData))",
        "object.metadata.managedFields[0].manager + ' ' + object.metadata.managedFields[0].operation",
        "namespaceObject.metadata.name + ' ' + namespaceObject.metadata.labels['kubernetes.io/metadata.name'] + ' ' + string(namespaceObject.status.phase)",
        'string(has(namespaceObject.metadata.annotations)) + string(oldObject == null) + string(type(object) == map)',
      ]),
  },
  {
    id: 'variables',
    name: 'variables are evaluated once they are used, in any expression of the policy, and may use earlier ones',
    run: (c) =>
      shows(
        c,
        [
          'variables.name + string(variables.twice)',
          'string(variables.broken)',
          'variables.nested.a + string(variables.list[1])',
          'string(has(variables.name))',
        ],
        [
          { name: 'name', expression: 'object.metadata.name' },
          { name: 'count', expression: 'size(object.data)' },
          { name: 'twice', expression: 'variables.count * 2' },
          { name: 'broken', expression: 'object.data.missing' },
          { name: 'nested', expression: "{'a': variables.name}" },
          { name: 'list', expression: '[1, 2, variables.count]' },
        ],
      ),
  },
  {
    id: 'variable-failures',
    name: 'a variable that cannot be evaluated fails the expressions that use it, and no others',
    run: async (c) => {
      await enforce(c, 'validating', {
        spec: {
          variables: [
            { name: 'broken', expression: 'object.data.missing' },
            { name: 'after', expression: 'variables.broken + "x"' },
          ],
          validations: [
            { expression: "object.data.ask != 'direct' || variables.broken == 'x'" },
            { expression: "object.data.ask != 'after' || variables.after == 'x'" },
            { expression: "object.data.ask != 'neither'", message: 'neither' },
          ],
        },
      });
      for (const ask of ['direct', 'after', 'neither', 'nothing'])
        await c.request({
          note: ask,
          method: 'POST',
          path: c.at('configmaps'),
          query: { dryRun: 'All' },
          body: configMap('a', { ask }),
        });
    },
  },
  {
    id: 'authorizer',
    name: 'an expression can ask what the caller may do',
    run: async (c) => {
      const user = { user: `${c.clusterName()}-user`, groups: ['system:authenticated'] };
      await c.setup({
        method: 'POST',
        path: c.at('roles.rbac.authorization.k8s.io/v1'),
        body: {
          metadata: { name: 'writer' },
          rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'bless'] }],
        },
      });
      await c.setup({
        method: 'POST',
        path: c.at('rolebindings.rbac.authorization.k8s.io/v1'),
        body: {
          metadata: { name: 'writer' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'writer' },
          subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user.user }],
        },
      });
      await judges(
        c,
        [
          "authorizer.requestResource.check('bless').allowed()",
          "authorizer.requestResource.check('curse').allowed()",
          `authorizer.group('').resource('configmaps').namespace('${c.namespace}').check('create').allowed()`,
          "authorizer.group('').resource('configmaps').check('create').allowed()",
          `authorizer.group('').resource('configmaps').subresource('x').namespace('${c.namespace}').name('a').check('create').allowed()`,
          "authorizer.path('/healthz').check('get').allowed()",
          "authorizer.path('/secret').check('get').allowed()",
          `authorizer.serviceAccount('${c.namespace}', 'default').group('').resource('configmaps').check('get').allowed()`,
          "authorizer.requestResource.check('curse').reason() == ''",
          "authorizer.requestResource.check('curse').errored() || authorizer.requestResource.check('curse').error() != ''",
          "authorizer.path('').check('get').allowed()",
          "authorizer.group('').resource(' ').check('get').allowed()",
          "authorizer.serviceAccount('A B', 'c').path('/x').check('get').allowed()",
          "authorizer.group('').resource('pods').labelSelector('a=b').fieldSelector('x=y').check('list').allowed()",
        ],
        user,
      );
    },
  },
  {
    id: 'custom-objects',
    name: 'custom resources are judged like any others',
    run: async (c) => {
      const spec = {
        type: 'object',
        properties: {
          size: { type: 'integer' },
          price: { type: 'number' },
          'a-b': { type: 'string' },
          tags: { type: 'array', items: { type: 'string' } },
          any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      };
      const widgets = await createSampleCrd(c, spec);
      await enforce(c, 'validating', {
        matchConstraints: {
          ...here(c),
          resourceRules: [rule(widgets.group, 'widgets'), rule(widgets.group, 'widgets/status')],
        },
        spec: {
          validations: [
            NO_PROBES,
            {
              expression: '!has(object.spec.size) || object.spec.size < 5',
              messageExpression: "'size ' + string(object.spec.size)",
            },
            {
              expression: '!has(object.spec.price) || object.spec.price < 2.5',
              messageExpression: "'price ' + string(object.spec.price)",
            },
            { expression: "!('a-b' in object.spec)", message: 'a-b' },
            {
              expression: "!has(object.spec.tags) || object.spec.tags.all(t, t.startsWith('x'))",
              messageExpression: "object.spec.tags.filter(t, !t.startsWith('x')).join(',')",
            },
            { expression: '!has(object.spec.any) || object.spec.any.deep.er[0].n == 1', message: 'deep' },
            { expression: '!has(request.subResource)', message: 'status' },
          ],
        },
        probe: { path: widgets.path(), body: widgets.object('probe', { spec: {} }) },
      });
      const specs = [
        { size: 4, price: 2, tags: ['x', 'xy'], any: { deep: { er: [{ n: 1 }] } } },
        { size: 5 },
        { price: 2.5 },
        { price: 3 },
        { 'a-b': 'c' },
        { tags: ['x', 'y', 'z'] },
        { any: { deep: {} } },
        { any: { deep: { er: [] } } },
      ];
      for (const one of specs)
        await c.request({
          note: JSON.stringify(one),
          method: 'POST',
          path: widgets.path(),
          query: { dryRun: 'All' },
          body: widgets.object('a', { spec: one }),
        });
    },
  },
  {
    id: 'typed-objects',
    name: 'built-in kinds are seen with their defaults, numbers as numbers and times as texts',
    run: async (c) => {
      await enforce(c, 'validating', {
        matchConstraints: { ...here(c), resourceRules: [rule('apps', 'deployments')] },
        spec: {
          validations: [
            NO_PROBES,
            {
              expression: "object.metadata.name != 'defaults'",
              messageExpression:
                "object.spec.strategy.type + ' ' + string(object.spec.revisionHistoryLimit) + ' ' + string(object.spec.strategy.rollingUpdate.maxSurge) + ' ' + object.spec.template.spec.containers[0].imagePullPolicy",
            },
            {
              expression: "object.metadata.name != 'status'",
              messageExpression: 'string(has(object.status)) + string(has(object.metadata.generation))',
            },
            {
              expression: 'object.spec.replicas < 5',
              messageExpression: "'has ' + string(object.spec.replicas)",
            },
            {
              expression: "object.spec.template.spec.containers.all(c, c.image.matches('^app:'))",
              messageExpression:
                "object.spec.template.spec.containers.map(c, c.name + '=' + c.image).join(',')",
            },
            {
              expression:
                "object.spec.template.spec.containers.all(c, !has(c.resources.limits) || quantity(c.resources.limits.memory).isLessThan(quantity('1Gi')))",
              message: 'memory',
            },
          ],
        },
        probe: { path: c.at('deployments.apps/v1'), body: deployment('probe', 1) },
      });
      const post = (body: object) =>
        c.request({ method: 'POST', path: c.at('deployments.apps/v1'), query: { dryRun: 'All' }, body });
      await post(deployment('defaults', 1));
      await post(deployment('status', 1));
      await post(deployment('many', 7));
      const template = (container: object) => ({
        template: {
          metadata: { labels: { app: 'd' } },
          spec: { containers: [{ name: 'c', image: 'app:1', ...container }] },
        },
      });
      await post(deployment('d', 1, template({ image: 'other:1' })));
      await post(deployment('d', 1, template({ resources: { limits: { memory: '2Gi' } } })));
    },
  },
];
