import type { CaseDefinition } from '../contract-case.ts';
import { configMap, deployment, enforce, here, MERGE, rule } from './policies-setup.ts';

const NEVER = { expression: 'false', messageExpression: "request.resource.resource + ' ' + request.name" };

export const policyMatchCases: CaseDefinition[] = [
  {
    id: 'match-rules',
    name: 'rules name groups, versions, resources, scopes and names; exclusions and selectors take away',
    run: async (c) => {
      await enforce(c, 'validating', {
        matchConstraints: {
          ...here(c),
          objectSelector: { matchExpressions: [{ key: 'free', operator: 'DoesNotExist' }] },
          resourceRules: [
            rule('', ['configmaps', 'secrets'], { resourceNames: ['probe', 'named'] }),
            rule('apps', '*', { scope: 'Namespaced' }),
            rule('', 'serviceaccounts', { scope: 'Cluster' }),
            rule('batch', '*', { apiVersions: ['v2'] }),
          ],
          excludeResourceRules: [
            rule('apps', 'replicasets'),
            rule('', 'secrets', { operations: ['CREATE'] }),
          ],
        },
        spec: { validations: [NEVER] },
      });
      const query = { dryRun: 'All' };
      const post = (note: string, resource: string, body: object) =>
        c.request({ note, method: 'POST', path: c.at(resource), body, query });
      await post('named', 'configmaps', configMap('named'));
      await post('named otherwise', 'configmaps', configMap('other'));
      await post('named, and selected away', 'configmaps', configMap('named', {}, { labels: { free: '' } }));
      await post('excluded', 'secrets', { metadata: { name: 'named' } });
      await post('any of a group', 'deployments.apps/v1', deployment('d', 1));
      await post('excluded of a group', 'replicasets.apps/v1', {
        ...deployment('r', 1),
        kind: 'ReplicaSet',
      });
      await post('of another scope', 'serviceaccounts', { metadata: { name: 'a' } });
      await post('of another version', 'jobs.batch/v1', {
        metadata: { name: 'j' },
        spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } } },
      });
    },
  },
  {
    id: 'match-binding',
    name: 'a binding narrows what its policy is about',
    run: async (c) => {
      await enforce(c, 'validating', {
        matchConstraints: { resourceRules: [rule('', ['configmaps', 'secrets'])] },
        spec: { validations: [NEVER] },
        binding: { matchResources: { ...here(c), objectSelector: { matchLabels: { judged: 'yes' } } } },
        probe: { path: c.at('configmaps'), body: configMap('probe', {}, { labels: { judged: 'yes' } }) },
      });
      const labels = { judged: 'yes' };
      const query = { dryRun: 'All' };
      const path = c.at('secrets');
      await c.request({ method: 'POST', path, query, body: { metadata: { name: 'a', labels } } });
      await c.request({ method: 'POST', path, query, body: { metadata: { name: 'a' } } });
    },
  },
  {
    id: 'match-conditions',
    name: 'match conditions that are false exempt a request; ones that fail do as the failure policy says',
    run: async (c) => {
      await enforce(c, 'validating', {
        part: 'fail',
        spec: {
          matchConditions: [
            { name: 'not-free', expression: "!('free' in object.data)" },
            {
              name: 'kind',
              expression: "object.data.?broken.orValue('') == '' || object.data.missing == 'x'",
            },
            {
              name: 'other',
              expression: "object.data.?broken.orValue('') != 'both' || object.data.absent == 'x'",
            },
          ],
          validations: [{ expression: 'false', message: 'asked' }],
        },
      });
      const query = { dryRun: 'All' };
      const post = (note: string, data: object) =>
        c.request({ note, method: 'POST', path: c.at('configmaps'), body: configMap('a', data), query });
      await post('exempt', { free: '' });
      await post('asked', {});
      await post('broken', { broken: 'yes' });
      await post('two broken', { broken: 'both' });
      await post('broken, and exempt', { broken: 'yes', free: '' });
    },
  },
  {
    id: 'match-equivalent',
    name: 'a rule for one version of a kind matches its others, unless it is to be exact',
    run: async (c) => {
      const autoscaler = (name: string) => ({
        metadata: { name },
        spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
      });
      const v2 = rule('autoscaling', 'horizontalpodautoscalers', { apiVersions: ['v2'] });
      await enforce(c, 'validating', {
        part: 'equivalent',
        matchConstraints: { ...here(c), resourceRules: [v2] },
        spec: {
          validations: [
            {
              expression: "object.metadata.name == 'free'",
              messageExpression:
                "object.apiVersion + ' ' + request.kind.version + ' ' + request.requestKind.version + ' ' + request.resource.version + ' ' + string(has(object.spec.metrics))",
            },
          ],
        },
        probe: { path: c.at('horizontalpodautoscalers.autoscaling/v2'), body: autoscaler('probe') },
      });
      const query = { dryRun: 'All' };
      const v1 = c.at('horizontalpodautoscalers.autoscaling/v1');
      await c.request({ note: 'v1', method: 'POST', path: v1, query, body: autoscaler('a') });
    },
  },
  {
    id: 'match-namespaces',
    name: 'namespaces are judged as objects, by their own labels',
    run: async (c) => {
      const name = c.clusterName('made');
      const judged = (rest: object = {}) => ({
        metadata: { name, labels: { judged: c.clusterName() }, ...rest },
      });
      await enforce(c, 'validating', {
        matchConstraints: {
          namespaceSelector: { matchLabels: { judged: c.clusterName() } },
          resourceRules: [rule('', 'namespaces', { scope: 'Cluster', operations: ['*'] })],
        },
        spec: {
          validations: [
            {
              expression: "request.operation != 'CREATE' || has(object.metadata.annotations)",
              messageExpression:
                "request.name + ' ' + request.namespace + ' ' + string(namespaceObject == null)",
            },
            { expression: "request.operation != 'DELETE'", message: 'stays' },
          ],
        },
        probe: { path: '/api/v1/namespaces', body: judged() },
      });
      const query = { dryRun: 'All' };
      await c.request({ method: 'POST', path: '/api/v1/namespaces', query, body: judged() });
      await c.request({
        method: 'POST',
        path: '/api/v1/namespaces',
        query,
        body: judged({ annotations: { a: 'b' } }),
      });
    },
  },
  {
    id: 'subresources',
    name: 'subresources are matched by their names, and bring their own kinds',
    run: async (c) => {
      const apps = '/apis/apps/v1';
      await c.setup({ method: 'POST', path: c.at('deployments.apps/v1'), body: deployment('d', 1) });
      const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'a', image: 'a' }] } };
      await c.setup({ method: 'POST', path: c.at('pods'), body: pod });
      const said = (text: string) => ({ expression: `!(${text})`, messageExpression: SEEN });
      await enforce(c, 'validating', {
        matchConstraints: {
          ...here(c),
          resourceRules: [
            rule('', 'configmaps'),
            rule('apps', ['deployments/scale', 'deployments/status'], { operations: ['*'] }),
            rule(
              '',
              [
                'pods/status',
                'pods/exec',
                'pods/proxy',
                'pods/eviction',
                'pods/binding',
                'serviceaccounts/token',
              ],
              {
                operations: ['*'],
              },
            ),
          ],
        },
        spec: {
          validations: [
            { expression: "request.kind.kind != 'ConfigMap'", message: 'a probe' },
            said("request.?subResource.orValue('') == 'scale' && object.spec.replicas > 1"),
            said("!(request.?subResource.orValue('') in ['', 'scale'])"),
          ],
        },
      });
      const one = `${apps}/namespaces/${c.namespace}/deployments/d`;
      const patch = (note: string, path: string, body: object) =>
        c.request({ note, method: 'PATCH', path, headers: MERGE, body });
      await patch('scale', `${one}/scale`, { spec: { replicas: 2 } });
      await patch('the object itself', one, { metadata: { labels: { a: 'b' } } });
      await patch('status', `${one}/status`, { status: { replicas: 3 } });
      await patch('status of a pod', c.at('pods', 'p', 'status'), { status: { reason: 'x' } });
      const post = (note: string, path: string, body?: object) =>
        c.request({ note, method: 'POST', path, ...(body && { body }) });
      await post('exec', `${c.at('pods', 'p', 'exec')}?command=ls&stdout=true`);
      await post('proxy', c.at('pods', 'p', 'proxy', 'some', 'where'));
      await post('eviction', c.at('pods', 'p', 'eviction'), { metadata: { name: 'p' } });
      const target = { apiVersion: 'v1', kind: 'Node', name: 'n' };
      await post('binding', c.at('pods', 'p', 'binding'), { metadata: { name: 'p' }, target });
      await post('token', c.at('serviceaccounts', 'default', 'token'), { spec: {} });
    },
  },
];

const SEEN =
  "request.operation + ' ' + request.resource.resource + '/' + request.subResource + ' ' + request.name + ' ' + request.kind.kind + ' ' + request.kind.group + '/' + request.kind.version + ' ' + (object == null ? 'null' : string(object.?kind.orValue('none')) + ' ' + object.?command.orValue([]).join(',') + ' ' + string(object.?stdout.orValue(false)) + ' ' + string(object.?tty.orValue('none'))) + ' ' + (oldObject == null ? 'null' : string(oldObject.?kind.orValue('none')))";
