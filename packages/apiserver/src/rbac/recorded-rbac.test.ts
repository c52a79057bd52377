import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { KubeObject, Status } from '@banyan/api';
import { readTranscripts, type RecordedExchange } from '@banyan/testing/contract';
import { applyMergePatch } from '@banyan/patch';
import { withCreatorsFields } from '../authentication/creators-fields.ts';
import { serviceAccountGroups, serviceAccountUser } from '../authentication/identity.ts';
import { decodeObject } from '../decoding/decode-object.ts';
import { ApiError } from '../errors/api-error.ts';
import { parseRequestInfo, type ResourceRequestInfo } from '../serving/request-info.ts';
import type { UserInfo } from '../serving/user-info.ts';
import { accessOf } from './access-request.ts';
import { reviewAccess, reviewLocalAccess, reviewOwnAccess } from './access-review.ts';
import { guardEscalation } from './escalation-guard.ts';
import { accessForbidden } from './forbidden.ts';
import type { PolicyRule } from './policy-rule.ts';
import { reviewOwnRules } from './rules-review.ts';
import { binding, person, role, TestWorld } from './test-world.ts';

const RBAC = 'rbac.authorization.k8s.io';
const NOW = new Date('2026-01-01T00:00:00Z');

interface Grants {
  readonly here?: readonly PolicyRule[];
  readonly everywhere?: readonly PolicyRule[];
  readonly objects?: (namespace: string) => readonly KubeObject[];
}

const core = (resources: string, verbs: string, ...resourceNames: string[]): PolicyRule => ({
  apiGroups: [''],
  resources: resources.split(' '),
  verbs: verbs.split(' '),
  ...(resourceNames.length > 0 && { resourceNames }),
});
const manage = (...resources: string[]): PolicyRule => ({
  apiGroups: [RBAC],
  resources,
  verbs: ['create', 'get', 'update', 'patch'],
});
const roleRight = (verb: string, ...resourceNames: string[]): PolicyRule => ({
  apiGroups: [RBAC],
  resources: ['roles'],
  verbs: [verb],
  ...(resourceNames.length > 0 && { resourceNames }),
});
const writePods = core('pods pods/log', 'delete get');
const manager = manage('roles', 'rolebindings');

/** What the cases set up unrecorded: what the case's own person may do in its namespace, and everywhere. */
const CASES: Readonly<Record<string, Grants>> = {
  role: { here: [core('configmaps', 'get list')] },
  revoked: {},
  'resource-names': { here: [core('configmaps', 'get list create patch deletecollection', 'mine')] },
  'subresources-apart': {
    here: [core('pods', '*'), { apiGroups: ['apps'], resources: ['*/scale'], verbs: ['get'] }],
  },
  wildcards: { here: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] },
  'plain-paths': { everywhere: [{ nonResourceURLs: ['/metrics', '/debug/*'], verbs: ['get'] }] },
  'cluster-role-in-namespace': {
    objects: (namespace) => [
      role(namespace, [core('configmaps nodes', 'list'), { nonResourceURLs: ['/metrics'], verbs: ['get'] }]),
      binding(
        namespace,
        { kind: 'User', name: `${namespace}-person` },
        { namespace, roleKind: 'ClusterRole' },
      ),
    ],
  },
  'forbidden-user': {},
  'forbidden-anonymous': {},
  'forbidden-service-account': {},
  'forbidden-before-found': {},
  'allowed-for-all': {},
  'escalate-role': { here: [manager, core('pods', 'get')] },
  'escalate-verb': { here: [manager, roleRight('escalate')] },
  'escalate-binding': {
    here: [manager, core('pods', 'get')],
    objects: (namespace) => [
      role('fine', [core('pods', 'get')], namespace),
      role('more', [writePods], namespace),
    ],
  },
  'bind-verb': {
    here: [manager, roleRight('bind', 'more')],
    objects: (namespace) => ['more', 'other'].map((name) => role(name, [writePods], namespace)),
  },
  'escalate-cluster': { everywhere: [manage('clusterroles', 'clusterrolebindings')] },
  'self-access-review': { here: [core('pods', 'list')] },
  'access-review': { here: [core('pods', 'list'), core('secrets', 'get', 'mine')] },
  'access-review-refused': {},
  'local-access-review': { here: [core('pods', 'list')] },
  'rules-review': {
    here: [core('pods', 'list')],
    everywhere: [core('nodes', 'get', 'n'), { nonResourceURLs: ['/metrics'], verbs: ['get'] }],
  },
};

const transcripts = readTranscripts();

for (const [id, grants] of Object.entries(CASES)) {
  const namespace = `rbac-${id}`;
  describe(`the recorded case ${id}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await TestWorld.open();
      const subject = { kind: 'User', name: `${namespace}-person` };
      if (grants.here) await world.grant(subject, grants.here, namespace);
      if (grants.everywhere) await world.grant(subject, grants.everywhere);
      await world.put(...(grants.objects?.(namespace) ?? []));
    });
    for (const [i, exchange] of (transcripts.get(`rbac/${id}`)?.exchanges ?? []).entries()) {
      const { method, path } = exchange.request;
      test(`#${i + 1} ${method} ${path} is answered the same`, async () => {
        const [answer, expected] = [await answerTo(world, exchange, namespace), expectedAnswer(exchange)];
        assert.deepEqual(answer, expected);
      });
    }
  });
}

/** What the functions of this folder have to say of a request: a refusal, a review's answer, or that it may go on. */
async function answerTo(world: TestWorld, exchange: RecordedExchange, namespace: string): Promise<unknown> {
  const { request } = exchange;
  const user = callerOf(request.as, namespace);
  const query = new URLSearchParams((request.query ?? {}) as Record<string, string>);
  const info = parseRequestInfo(request.method, request.path, query);
  const access = accessOf(info, query);
  const decision = world.rbac.authorize(user, access);
  if (!decision.allowed) return accessForbidden(user, access, decision.reason).status;
  if (info.type === 'path' || request.body === undefined) return 'goes on';
  try {
    const isReview = info.group === 'authorization.k8s.io';
    return isReview
      ? reviewed(world, info, user, request.body)
      : await guarded(world, info, user, request.body);
  } catch (error) {
    if (error instanceof ApiError) return masked(error.status);
    throw error;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  selfsubjectaccessreviews: 'SelfSubjectAccessReview',
  subjectaccessreviews: 'SubjectAccessReview',
  localsubjectaccessreviews: 'LocalSubjectAccessReview',
  selfsubjectrulesreviews: 'SelfSubjectRulesReview',
};

function reviewed({ rbac }: TestWorld, info: ResourceRequestInfo, user: UserInfo, json: unknown): unknown {
  const kind = KINDS[info.resource] ?? '';
  const expected = { group: info.group, version: info.version, kind };
  const bytes = Buffer.from(JSON.stringify(json));
  const { object } = decodeObject(bytes, { mediaType: 'json', expected, fieldValidation: 'Strict' });
  const body = withCreatorsFields(object, { fieldManager: 'contract-suite', now: NOW });
  switch (kind) {
    case 'SelfSubjectAccessReview':
      return masked(reviewOwnAccess(rbac, body, user));
    case 'SubjectAccessReview':
      return masked(reviewAccess(rbac, body));
    case 'LocalSubjectAccessReview':
      return masked(reviewLocalAccess(rbac, body, info.namespace ?? ''));
    default:
      return sortedRules(reviewOwnRules(rbac, object, user)['status'] as Rules);
  }
}

async function guarded(world: TestWorld, info: ResourceRequestInfo, user: UserInfo, json: unknown) {
  const { resource, name, namespace } = info;
  const key = namespace === undefined ? name : `${namespace}/${name}`;
  const old = name === undefined ? undefined : world.store.table(resource).get(key ?? '')?.object;
  const object = (old === undefined ? json : applyMergePatch(old as never, json as never)) as KubeObject;
  guardEscalation(world.rbac, { user, resource, name, namespace, object, old });
  if (resource.startsWith('role')) {
    const metadata = { ...object.metadata, ...(namespace !== undefined && { namespace }) };
    await world.put({ ...object, metadata });
  }
  return 'goes on';
}

function expectedAnswer({ request, response }: RecordedExchange): unknown {
  const body = response.body as KubeObject | Status | undefined;
  const isRefusal = response.status === 403 || (body?.kind === 'Status' && request.method === 'POST');
  const isReview = request.path.includes('/authorization.k8s.io/') && request.method === 'POST';
  if (isReview && response.facts !== undefined) return response.facts;
  return isRefusal || isReview ? body : 'goes on';
}

/** Who a caller is once logged in: see the row auth for that. */
function callerOf(as: unknown, namespace: string): UserInfo {
  if (as === undefined) return person('admin', 'system:masters');
  if (as === 'anonymous') return { name: 'system:anonymous', groups: ['system:unauthenticated'], extra: {} };
  const { user, groups = [] } = as as { user?: string; groups?: string[] };
  if (user === undefined)
    return person(serviceAccountUser(namespace, 'default'), ...serviceAccountGroups(namespace));
  return person(user, ...groups);
}

function masked(value: object): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(NOW.toISOString().replace('.000', ''), '<time>'));
}

interface Rules {
  readonly incomplete: boolean;
  readonly resourceRules: readonly object[];
  readonly nonResourceRules: readonly object[];
}

function sortedRules({ incomplete, resourceRules, nonResourceRules }: Rules): object {
  const sorted = (rules: readonly object[]) =>
    rules.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { incomplete, resourceRules: sorted(resourceRules), nonResourceRules: sorted(nonResourceRules) };
}
