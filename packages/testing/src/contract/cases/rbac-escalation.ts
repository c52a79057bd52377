import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import {
  BINDINGS,
  CLUSTER_BINDINGS,
  CLUSTER_ROLES,
  RBAC,
  ROLES,
  binding,
  clusterRole,
  grant,
  grantEverywhere,
  personOf,
  role,
  untilAllowed,
  userSubject,
  type Rule,
} from './rbac-grants.ts';

const MERGE = { 'content-type': 'application/merge-patch+json' };
const readPods: Rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const writePods: Rule = { apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['delete', 'get'] };
const manage = (...resources: string[]): Rule => ({
  apiGroups: [RBAC],
  resources,
  verbs: ['create', 'get', 'update', 'patch'],
});
const may = (verb: string, resource: string, ...resourceNames: string[]): Rule => ({
  apiGroups: [RBAC],
  resources: [resource],
  verbs: [verb],
  ...(resourceNames.length > 0 && { resourceNames }),
});

const self = { kind: 'User', apiGroup: RBAC, name: 'whoever' };

/** A person who may write roles and bindings in the case's namespace, and has these rights. */
async function manager(c: CaseContext, ...rules: Rule[]) {
  const as = personOf(c);
  await grant(c, userSubject(as), [manage('roles', 'rolebindings'), ...rules]);
  await untilAllowed(c, { path: c.at(ROLES, 'granted'), as });
  return as;
}

export const rbacEscalationCases = contractCases('rbac', [
  {
    id: 'escalate-role',
    name: 'nobody writes a role with rights that he has not; the refusal lists what is missing',
    run: async (c) => {
      const as = await manager(c, readPods);
      const path = c.at(ROLES);
      await c.request({ method: 'POST', path, body: role('fine', [readPods]), as });
      await c.request({ method: 'POST', path, body: role('more', [readPods, writePods]), as });
      const named: Rule = { ...writePods, resourceNames: ['x'] };
      await c.request({ method: 'POST', path, body: role('named', [named]), as });
      const all: Rule = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };
      await c.request({ method: 'POST', path, body: role('all', [all]), as });
      const patch = { method: 'PATCH', path: `${path}/fine`, headers: MERGE, as };
      await c.request({ ...patch, body: { rules: [writePods] } });
      await c.request({ ...patch, body: { metadata: { labels: { a: 'b' } } } });
    },
  },
  {
    id: 'escalate-verb',
    name: 'with the verb escalate a role may say more than its author can',
    run: async (c) => {
      const as = await manager(c, may('escalate', 'roles'));
      await c.request({ method: 'POST', path: c.at(ROLES), body: role('more', [writePods]), as });
    },
  },
  {
    id: 'escalate-binding',
    name: 'nobody binds a role with rights that he has not; the refusal lists what is missing',
    run: async (c) => {
      const as = await manager(c, readPods);
      await c.setup({ method: 'POST', path: c.at(ROLES), body: role('fine', [readPods]) });
      await c.setup({ method: 'POST', path: c.at(ROLES), body: role('more', [writePods]) });
      const bind = (name: string) =>
        c.request({
          method: 'POST',
          path: c.at(BINDINGS),
          body: binding({ role: { kind: 'Role', name }, subject: self }),
          as,
        });
      await c.until({ path: c.at(ROLES, 'more'), as }, ({ status }) => status === 200);
      await bind('fine');
      await bind('more');
      await bind('missing');
      const body = { subjects: [self, { ...self, name: 'another' }] };
      await c.request({ method: 'PATCH', path: c.at(BINDINGS, 'granted'), headers: MERGE, body, as });
    },
  },
  {
    id: 'bind-verb',
    name: 'with the verb bind any role may be bound, or the named ones',
    run: async (c) => {
      const as = await manager(c, may('bind', 'roles', 'more'));
      for (const name of ['more', 'other'])
        await c.setup({ method: 'POST', path: c.at(ROLES), body: role(name, [writePods]) });
      await c.until({ path: c.at(ROLES, 'other'), as }, ({ status }) => status === 200);
      for (const name of ['more', 'other']) {
        const body = binding({ role: { kind: 'Role', name }, subject: self });
        await c.request({ method: 'POST', path: c.at(BINDINGS), body, as });
      }
    },
  },
  {
    id: 'escalate-cluster',
    name: 'cluster roles and their bindings are guarded alike, URLs and aggregation included',
    run: async (c) => {
      const as = personOf(c);
      await grantEverywhere(c, userSubject(as), [manage('clusterroles', 'clusterrolebindings')]);
      const name = c.clusterName();
      await untilAllowed(c, { path: `${CLUSTER_ROLES}/${name}`, as });
      const post = (path: string, body: object) => c.request({ method: 'POST', path, body, as });
      await post(CLUSTER_ROLES, clusterRole(name, [readPods]));
      await post(CLUSTER_ROLES, clusterRole(name, [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }]));
      const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] };
      await post(CLUSTER_ROLES, clusterRole(name, [], { aggregationRule }));
      const admin = { kind: 'ClusterRole', name: 'cluster-admin' } as const;
      await post(CLUSTER_BINDINGS, binding({ name, kind: 'ClusterRoleBinding', role: admin, subject: self }));
    },
  },
]);
