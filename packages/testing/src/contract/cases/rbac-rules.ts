import { contractCases } from '../contract-case.ts';
import {
  BINDINGS,
  CLUSTER_ROLES,
  ROLES,
  binding,
  clusterRole,
  grant,
  grantEverywhere,
  personOf,
  untilAllowed,
  userSubject,
} from './rbac-grants.ts';

const configMap = (name: string) => ({ metadata: { name }, data: { a: 'b' } });
const MERGE = { 'content-type': 'application/merge-patch+json' };

export const rbacRuleCases = contractCases('rbac', [
  {
    id: 'role',
    name: 'a role in a namespace allows its verbs there, and no other verb, resource or namespace',
    run: async (c) => {
      const as = personOf(c);
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await grant(c, userSubject(as), [
        { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] },
      ]);
      await untilAllowed(c, { path: c.at('configmaps', 'a'), as });
      await c.request({ path: c.at('configmaps', 'a'), as });
      await c.request({ path: c.at('configmaps'), query: { watch: 'true' }, as });
      await c.request({ method: 'DELETE', path: c.at('configmaps', 'a'), as });
      await c.request({ path: c.at('secrets'), as });
      await c.request({ path: '/api/v1/namespaces/default/configmaps', as });
      await c.request({ path: '/api/v1/configmaps', as });
    },
  },
  {
    id: 'revoked',
    name: 'deleting a binding takes the right away',
    run: async (c) => {
      const as = personOf(c);
      const path = c.at('configmaps');
      await grant(c, userSubject(as), [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }]);
      await untilAllowed(c, { path, as });
      await c.setup({ method: 'DELETE', path: c.at(BINDINGS, 'granted') });
      await c.eventually({ path, as }, ({ status }) => status === 403);
    },
  },
  {
    id: 'role-missing',
    name: 'a binding to a role that is not there allows nothing, and the refusal names the role',
    run: async (c) => {
      const as = personOf(c);
      const name = c.clusterName('gone');
      for (const kind of ['Role', 'ClusterRole'] as const) {
        const role = { kind, name };
        const body = binding({ name: kind.toLowerCase(), role, subject: userSubject(as) });
        await c.setup({ method: 'POST', path: c.at(BINDINGS), body });
        const path = c.at('configmaps');
        await c.eventually<{ message: string }>({ path, as }, ({ body }) => body.message.includes(name));
        await c.setup({ method: 'DELETE', path: c.at(BINDINGS, kind.toLowerCase()) });
        await c.until<{ message: string }>({ path, as }, ({ body }) => !body.message.includes(name));
      }
    },
  },
  {
    id: 'resource-names',
    name: 'a rule with names allows these objects, and lists only by exactly their name',
    run: async (c) => {
      const as = personOf(c);
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('mine') });
      await grant(c, userSubject(as), [
        {
          apiGroups: [''],
          resources: ['configmaps'],
          verbs: ['get', 'list', 'create', 'patch', 'deletecollection'],
          resourceNames: ['mine'],
        },
      ]);
      await untilAllowed(c, { path: c.at('configmaps', 'mine'), as });
      await c.request({ path: c.at('configmaps', 'mine'), as });
      await c.request({ path: c.at('configmaps', 'other'), as });
      await c.request({ path: c.at('configmaps'), as });
      await c.request({ path: c.at('configmaps'), query: { fieldSelector: 'metadata.name=mine' }, as });
      await c.request({ path: c.at('configmaps'), query: { fieldSelector: 'metadata.name=other' }, as });
      await c.request({ method: 'POST', path: c.at('configmaps'), body: configMap('mine'), as });
      const body = { data: { c: 'd' } };
      await c.request({ method: 'PATCH', path: c.at('configmaps', 'mine'), headers: MERGE, body, as });
      await c.request({ method: 'DELETE', path: c.at('configmaps'), as });
    },
  },
  {
    id: 'subresources-apart',
    name: 'a right on pods is none on their subresources; one on */scale is for every kind’s scale',
    run: async (c) => {
      const as = personOf(c);
      await grant(c, userSubject(as), [
        { apiGroups: [''], resources: ['pods'], verbs: ['*'] },
        { apiGroups: ['apps'], resources: ['*/scale'], verbs: ['get'] },
      ]);
      await untilAllowed(c, { path: c.at('pods', 'a'), as });
      await c.request({ path: c.at('pods', 'a'), as });
      await c.request({ path: c.at('pods', 'a', 'log'), as });
      await c.request({ path: c.at('pods', 'a', 'status'), as });
      await c.request({ path: c.at('deployments.apps/v1', 'a', 'scale'), as });
      await c.request({ path: c.at('statefulsets.apps/v1', 'a', 'scale'), as });
      await c.request({ path: c.at('deployments.apps/v1', 'a'), as });
    },
  },
  {
    id: 'wildcards',
    name: 'a star stands for every verb, group or resource, subresources included',
    run: async (c) => {
      const as = personOf(c);
      await grant(c, userSubject(as), [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]);
      await untilAllowed(c, { path: c.at('pods', 'a'), as });
      await c.request({ path: c.at('pods', 'a', 'log'), as });
      await c.request({ path: c.at('deployments.apps/v1', 'a', 'scale'), as });
      await c.request({ path: c.at('nosuchthings'), as });
      await c.request({ path: `/api/v1/namespaces/${c.namespace}`, as, facts: () => 'the namespace itself' });
      await c.request({ path: '/api/v1/nodes', as });
      await c.request({ path: '/metrics', as });
    },
  },
  {
    id: 'plain-paths',
    name: 'a rule for URLs allows a path, or all below it',
    run: async (c) => {
      const as = personOf(c);
      await grantEverywhere(c, userSubject(as), [
        { nonResourceURLs: ['/metrics', '/debug/*'], verbs: ['get'] },
      ]);
      await untilAllowed(c, { path: '/metrics', as });
      const facts = () => 'allowed';
      await c.request({ path: '/metrics', as, facts });
      await c.request({ path: '/metrics/slis', as, facts });
      await c.request({ path: '/debug/flags/v', as, facts });
      await c.request({ method: 'POST', path: '/metrics', as });
    },
  },
  {
    id: 'cluster-role-in-namespace',
    name: 'a ClusterRole bound in a namespace holds there alone',
    run: async (c) => {
      const as = personOf(c);
      const name = c.clusterName();
      const rules = [
        { apiGroups: [''], resources: ['configmaps', 'nodes'], verbs: ['list'] },
        { nonResourceURLs: ['/metrics'], verbs: ['get'] },
      ];
      await c.setup({ method: 'POST', path: CLUSTER_ROLES, body: clusterRole(name, rules) });
      const body = binding({ role: { kind: 'ClusterRole', name }, subject: userSubject(as) });
      await c.setup({ method: 'POST', path: c.at(BINDINGS), body });
      await untilAllowed(c, { path: c.at('configmaps'), as });
      await c.request({ path: c.at('configmaps'), query: { labelSelector: 'none=here' }, as });
      await c.request({ path: '/api/v1/configmaps', as });
      await c.request({ path: '/api/v1/nodes', as });
      await c.request({ path: '/metrics', as });
    },
  },
  {
    id: 'groups-and-accounts',
    name: 'groups and service accounts are subjects as users are, and so are all accounts of a namespace',
    run: async (c) => {
      const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }];
      const group = c.clusterName('group');
      await grant(c, { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: group }, rules);
      const path = c.at('configmaps');
      const query = { labelSelector: 'none=here' };
      const member = { user: 'someone', groups: [group] };
      await untilAllowed(c, { path, as: member });
      await c.request({ path, query, as: member });
      await c.request({ path, query, as: { user: group } });
      const tokenPath = c.at('serviceaccounts', 'default', 'token');
      const { status } = await c.setup<{ status: { token: string } }>({
        method: 'POST',
        path: tokenPath,
        body: {},
      });
      const account = { token: status.token };
      await c.request({ path, query, as: account });
      const subjects = [
        { kind: 'ServiceAccount', name: 'default', namespace: c.namespace },
        {
          kind: 'Group',
          apiGroup: 'rbac.authorization.k8s.io',
          name: `system:serviceaccounts:${c.namespace}`,
        },
      ];
      for (const [index, subject] of subjects.entries()) {
        const body = binding({ name: `b${index}`, role: { kind: 'Role', name: 'granted' }, subject });
        await c.setup({ method: 'POST', path: c.at(BINDINGS), body });
        await untilAllowed(c, { path, as: account });
        await c.request({ path, query, as: account });
        await c.setup({ method: 'DELETE', path: c.at(BINDINGS, `b${index}`) });
        await c.until({ path, as: account }, ({ status }) => status === 403);
      }
    },
  },
  {
    id: 'role-lifecycle',
    name: 'a role is listed, its rules replaced, its binding kept when it is deleted',
    run: async (c) => {
      const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
      await grant(c, { kind: 'User', name: 'x', apiGroup: 'rbac.authorization.k8s.io' }, rules);
      await c.request({ path: c.at(ROLES) });
      await c.request({ path: c.at(BINDINGS) });
      const body = { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }] };
      await c.request({ method: 'PATCH', path: c.at(ROLES, 'granted'), headers: MERGE, body });
      await c.request({ method: 'DELETE', path: c.at(ROLES, 'granted') });
      await c.request({ path: c.at(BINDINGS, 'granted') });
    },
  },
  {
    id: 'aggregated-role',
    name: 'an aggregated ClusterRole gets the rules of those that its selector finds, and follows them',
    needs: ['controllers'],
    run: async (c) => {
      const label = { [`${c.clusterName()}.contract.banyan.dev`]: 'true' };
      const verb = (name: string) => [{ apiGroups: [''], resources: ['pods'], verbs: [name] }];
      const source = (name: string, rules: ReturnType<typeof verb>) =>
        clusterRole(c.clusterName(name), rules, { metadata: { name: c.clusterName(name), labels: label } });
      await c.setup({ method: 'POST', path: CLUSTER_ROLES, body: source('a', verb('get')) });
      const aggregationRule = { clusterRoleSelectors: [{ matchLabels: label }] };
      const path = `${CLUSTER_ROLES}/${c.clusterName()}`;
      const body = clusterRole(c.clusterName(), [], { aggregationRule });
      await c.request({ method: 'POST', path: CLUSTER_ROLES, body });
      type Role = { rules: readonly object[] | null };
      const count = (n: number) => (response: { body: Role }) => response.body.rules?.length === n;
      await c.eventually<Role>({ path }, count(1));
      await c.setup({ method: 'POST', path: CLUSTER_ROLES, body: source('b', verb('list')) });
      await c.eventually<Role>({ path }, count(2));
      await c.setup({ method: 'PATCH', path, headers: MERGE, body: { rules: [] } });
      await c.eventually<Role>({ path }, count(2));
      await c.setup({ method: 'DELETE', path: `${CLUSTER_ROLES}/${c.clusterName('a')}` });
      await c.eventually<Role>({ path }, count(1));
    },
  },
]);
