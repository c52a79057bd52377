import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import type { Caller } from '../contract-target.ts';
import type { Json } from '../transcript.ts';
import { grant, grantEverywhere, personOf, untilAllowed, userSubject } from './rbac-grants.ts';

const AUTHORIZATION = '/apis/authorization.k8s.io/v1';
const listPods = [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }];

const review = (kind: string, spec: object) => ({ apiVersion: 'authorization.k8s.io/v1', kind, spec });
const reviewPath = (kind: string) => `${AUTHORIZATION}/${kind.toLowerCase()}s`;

async function ask(c: CaseContext, kind: string, spec: object, as: Caller = 'admin'): Promise<void> {
  await c.request({ method: 'POST', path: reviewPath(kind), body: review(kind, spec), as });
}

/** Rules come in no order that is promised: sorted by their text. */
function sortedRules(bytes: Buffer): Json {
  const { status } = JSON.parse(bytes.toString()) as {
    status: { incomplete: boolean; resourceRules: Json[]; nonResourceRules: Json[] };
  };
  const sorted = (rules: Json[]) =>
    rules.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return {
    incomplete: status.incomplete,
    resourceRules: sorted(status.resourceRules),
    nonResourceRules: sorted(status.nonResourceRules),
  };
}

export const rbacReviewCases = contractCases('rbac', [
  {
    id: 'self-access-review',
    name: 'anyone may ask what he may do; the answer names the binding that allows it',
    run: async (c) => {
      const as = personOf(c);
      await grant(c, userSubject(as), listPods);
      await untilAllowed(c, { path: c.at('pods'), as });
      const kind = 'SelfSubjectAccessReview';
      const resourceAttributes = { namespace: c.namespace, verb: 'list', resource: 'pods' };
      await ask(c, kind, { resourceAttributes }, as);
      await ask(c, kind, { resourceAttributes: { ...resourceAttributes, verb: 'delete' } }, as);
      await ask(c, kind, { resourceAttributes: { ...resourceAttributes, namespace: '' } }, as);
      await ask(c, kind, { resourceAttributes: { ...resourceAttributes, subresource: 'log' } }, as);
      await ask(c, kind, { nonResourceAttributes: { path: '/api', verb: 'get' } }, as);
      await ask(c, kind, { nonResourceAttributes: { path: '/metrics', verb: 'get' } }, as);
      await ask(c, kind, { resourceAttributes });
      await ask(c, kind, { resourceAttributes }, 'anonymous');
    },
  },
  {
    id: 'access-review-refused',
    name: 'a review about nothing, or about two things, is refused',
    run: async (c) => {
      const resourceAttributes = { verb: 'get', resource: 'pods' };
      const nonResourceAttributes = { verb: 'get', path: '/x' };
      await ask(c, 'SelfSubjectAccessReview', {});
      await ask(c, 'SelfSubjectAccessReview', { resourceAttributes, nonResourceAttributes });
      await ask(c, 'SubjectAccessReview', { resourceAttributes });
      await ask(c, 'SubjectAccessReview', { user: 'x' });
      const named = { ...review('SelfSubjectAccessReview', { resourceAttributes }), metadata: { name: 'x' } };
      await c.request({ method: 'POST', path: reviewPath('SelfSubjectAccessReview'), body: named });
      await c.request({ path: reviewPath('SelfSubjectAccessReview') });
      await c.request({ path: `${reviewPath('SelfSubjectAccessReview')}/x` });
    },
  },
  {
    id: 'access-review',
    name: 'who may create reviews asks for others: by user, groups, names and selectors',
    run: async (c) => {
      const as = personOf(c);
      await grant(c, userSubject(as), [
        ...listPods,
        { apiGroups: [''], resources: ['secrets'], verbs: ['get'], resourceNames: ['mine'] },
      ]);
      await untilAllowed(c, { path: c.at('pods'), as });
      const kind = 'SubjectAccessReview';
      const pods = { namespace: c.namespace, verb: 'list', resource: 'pods' };
      await ask(c, kind, { user: as.user, resourceAttributes: pods });
      await ask(c, kind, { user: 'another', resourceAttributes: pods });
      await ask(c, kind, { groups: ['system:masters'], resourceAttributes: pods });
      const secret = { namespace: c.namespace, verb: 'get', resource: 'secrets' };
      await ask(c, kind, { user: as.user, resourceAttributes: { ...secret, name: 'mine' } });
      await ask(c, kind, { user: as.user, resourceAttributes: { ...secret, name: 'other' } });
      const selected = {
        ...pods,
        labelSelector: { rawSelector: 'a=b' },
        fieldSelector: { rawSelector: 'x=y' },
      };
      await ask(c, kind, { user: as.user, resourceAttributes: selected });
      const both = { rawSelector: 'a=b', requirements: [{ key: 'a', operator: 'Exists' }] };
      await ask(c, kind, { user: as.user, resourceAttributes: { ...pods, labelSelector: both } });
      await ask(c, kind, { user: as.user, resourceAttributes: pods }, as);
      const named = { extra: { scope: ['a'] }, uid: 'u', groups: ['g'], user: 'another' };
      await ask(c, kind, { ...named, nonResourceAttributes: { path: '/version', verb: 'get' } });
    },
  },
  {
    id: 'local-access-review',
    name: 'a local review asks within its namespace only',
    run: async (c) => {
      const as = personOf(c);
      await grant(c, userSubject(as), listPods);
      await untilAllowed(c, { path: c.at('pods'), as });
      const path = c.at('localsubjectaccessreviews.authorization.k8s.io/v1');
      const local = (namespace: string | undefined, attributes: object) => ({
        ...review('LocalSubjectAccessReview', { user: as.user, ...attributes }),
        metadata: { namespace },
      });
      const resourceAttributes = { namespace: c.namespace, verb: 'list', resource: 'pods' };
      await c.request({ method: 'POST', path, body: local(c.namespace, { resourceAttributes }) });
      await c.request({ method: 'POST', path, body: local(undefined, { resourceAttributes }) });
      const elsewhere = { resourceAttributes: { ...resourceAttributes, namespace: 'default' } };
      await c.request({ method: 'POST', path, body: local(c.namespace, elsewhere) });
      const url = { nonResourceAttributes: { path: '/x', verb: 'get' } };
      await c.request({ method: 'POST', path, body: local(c.namespace, url) });
      await c.request({ method: 'POST', path, body: local('default', { resourceAttributes }) });
    },
  },
  {
    id: 'rules-review',
    name: 'the rules of a user in a namespace are those of every role bound to him, and of everyone’s',
    run: async (c) => {
      const as = personOf(c);
      await grant(c, userSubject(as), listPods);
      await grantEverywhere(c, userSubject(as), [
        { apiGroups: [''], resources: ['nodes'], verbs: ['get'], resourceNames: ['n'] },
        { nonResourceURLs: ['/metrics'], verbs: ['get'] },
      ]);
      await untilAllowed(c, { path: c.at('pods'), as });
      await untilAllowed(c, { path: '/metrics', as });
      const kind = 'SelfSubjectRulesReview';
      const path = reviewPath(kind);
      const body = (namespace: string) => review(kind, { namespace });
      await c.request({ method: 'POST', path, body: body(c.namespace), as, facts: sortedRules });
      await c.request({ method: 'POST', path, body: body('default'), as, facts: sortedRules });
      await c.request({ method: 'POST', path, body: body(c.namespace), facts: sortedRules });
      await c.request({ method: 'POST', path, body: body('') });
    },
  },
]);

interface RoleList {
  readonly items: readonly {
    readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Json };
    readonly [part: string]: unknown;
  }[];
}

/** By name, since what is reviewed is each role and not their metadata. */
const byName =
  (...parts: readonly string[]) =>
  (bytes: Buffer): Json =>
    Object.fromEntries(
      (JSON.parse(bytes.toString()) as RoleList).items.map((item) => [
        [item.metadata.namespace, item.metadata.name].filter(Boolean).join('/'),
        Object.fromEntries(parts.filter((part) => part in item).map((part) => [part, item[part] as Json])),
      ]),
    );

/** A resource that only the part of this name brings: view's, edit's, admin's. */
const PARTS = {
  view: ['bindings'],
  edit: ['bindings', 'pods/exec'],
  admin: ['bindings', 'pods/exec', 'localsubjectaccessreviews'],
};

const DEFAULTS = { labelSelector: 'kubernetes.io/bootstrapping=rbac-defaults' };

export const rbacDefaultCases = contractCases('rbac', [
  {
    id: 'default-cluster-roles',
    name: 'the roles that every cluster begins with, and their rules',
    run: async (c) => {
      const path = '/apis/rbac.authorization.k8s.io/v1';
      // Of the aggregated ones the rules are the controllers' to fill.
      const facts = (bytes: Buffer) => {
        const roles = byName('rules', 'aggregationRule')(bytes) as Record<string, Record<string, Json>>;
        for (const role of Object.values(roles)) if ('aggregationRule' in role) delete role['rules'];
        return roles;
      };
      await c.request({ path: `${path}/clusterroles`, query: DEFAULTS, facts });
      await c.request({
        path: `${path}/clusterrolebindings`,
        query: DEFAULTS,
        facts: byName('roleRef', 'subjects'),
      });
      await c.request({ path: `${path}/roles`, query: DEFAULTS, facts: byName('rules') });
      await c.request({
        path: `${path}/rolebindings`,
        query: DEFAULTS,
        facts: byName('roleRef', 'subjects'),
      });
      for (const name of ['cluster-admin', 'system:discovery'])
        await c.request({ path: `${path}/clusterroles/${name}` });
    },
  },
  {
    id: 'default-user-roles',
    name: 'admin, edit and view are put together from their parts',
    needs: ['controllers'],
    run: async (c) => {
      const facts = (bytes: Buffer) => {
        const { rules } = JSON.parse(bytes.toString()) as { rules: Json[] };
        return rules.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      };
      // Edit is made of view, and admin of edit: each is whole when it has something of the last part.
      for (const [name, parts] of Object.entries(PARTS)) {
        const path = `/apis/rbac.authorization.k8s.io/v1/clusterroles/${name}`;
        await c.eventually({ path, facts }, ({ body }) =>
          parts.every((part) => JSON.stringify(body).includes(`"${part}"`)),
        );
      }
    },
  },
]);
