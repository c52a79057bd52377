import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { KubeObject, Status } from '@banyan/api';
import { httpsExchange, startCluster, type Cluster } from '@banyan/testing';
import { ApiError } from '../errors/api-error.ts';
import type { UserInfo } from '../serving/user-info.ts';
import { reviewAccess } from './access-review.ts';
import { guardEscalation } from './escalation-guard.ts';
import type { PolicyRule, Subject } from './policy-rule.ts';
import { binding, person, role, TestWorld } from './test-world.ts';

/** Enough for every kind of rule, binding and question to come up many times. */
const [ROLES, QUESTIONS] = [60, 400];
const SEED = 20260101;
const NAMESPACES = ['default', 'kube-public'];

const some = (...words: string[]) => fc.subarray(words, { minLength: 1, maxLength: 2 });
const anyRule: fc.Arbitrary<PolicyRule> = fc.record(
  {
    verbs: some('get', 'list', 'delete', '*'),
    apiGroups: some('', 'apps', '*'),
    resources: some('pods', 'pods/log', '*/log', '*/scale', 'deployments', '*'),
    resourceNames: some('a', 'b'),
  },
  { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
);
const anyUrlRule: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: some('get', 'post', '*'),
  nonResourceURLs: some('/a', '/a/*', '/a/b', '/c*', '*'),
});
const anySubject: fc.Arbitrary<Subject> = fc.oneof(
  fc.record({
    kind: fc.constant('User'),
    name: fc.constantFrom('jane', 'john', 'system:serviceaccount:default:robot'),
  }),
  fc.record({
    kind: fc.constant('Group'),
    name: fc.constantFrom('g1', 'g2', 'system:serviceaccounts:default'),
  }),
  fc.record({
    kind: fc.constant('ServiceAccount'),
    name: fc.constantFrom('robot', 'other'),
    namespace: fc.constantFrom(...NAMESPACES),
  }),
);

interface Grant {
  readonly rule: PolicyRule;
  readonly subject: Subject;
  readonly scope: 'cluster' | 'namespace' | 'cluster role in namespace';
  readonly namespace: string;
  readonly roleExists: boolean;
}
const anyGrant: fc.Arbitrary<Grant> = fc.record({
  rule: fc.oneof({ arbitrary: anyRule, weight: 3 }, { arbitrary: anyUrlRule, weight: 1 }),
  subject: anySubject,
  scope: fc.constantFrom('cluster', 'namespace', 'cluster role in namespace'),
  namespace: fc.constantFrom(...NAMESPACES),
  roleExists: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
});
const anyQuestion = fc.record({
  user: fc.constantFrom(
    'jane',
    'john',
    'nobody',
    'system:serviceaccount:default:robot',
    'system:serviceaccount:kube-public:other',
  ),
  groups: fc.subarray(['g1', 'g2', 'system:serviceaccounts:default', 'system:authenticated']),
  attributes: fc.oneof(
    fc.record({
      resourceAttributes: fc.record({
        verb: fc.constantFrom('get', 'list', 'delete', 'use'),
        group: fc.constantFrom('', 'apps', 'other'),
        resource: fc.constantFrom('pods', 'deployments', 'others'),
        subresource: fc.constantFrom('', 'log', 'scale'),
        namespace: fc.constantFrom('', ...NAMESPACES),
        name: fc.constantFrom('', 'a', 'b', 'c'),
      }),
    }),
    fc.record({
      nonResourceAttributes: fc.record({
        verb: fc.constantFrom('get', 'post', 'put'),
        path: fc.constantFrom('/a', '/a/', '/a/b', '/a/b/c', '/c', '/cd', '/version', '/d'),
      }),
    }),
  ),
});

function objectsOf({ rule, subject, scope, namespace, roleExists }: Grant, i: number): KubeObject[] {
  const name = `random-${i}`;
  const isUrlRule = rule.nonResourceURLs !== undefined;
  const isCluster = scope !== 'namespace' || isUrlRule;
  const place = scope === 'cluster' ? {} : { namespace, roleKind: isCluster ? 'ClusterRole' : 'Role' };
  const made = role(name, [rule], isCluster ? '' : namespace);
  return [...(roleExists ? [made] : []), binding(name, subject, place)];
}

/** What a person holds, and the role that he writes. */
const anyWrite = fc.record({
  held: fc.array(fc.oneof(anyRule, anyUrlRule), { maxLength: 3 }),
  granted: fc.array(fc.oneof(anyRule, anyUrlRule), { minLength: 1, maxLength: 2 }),
});
const WRITES = 60;
const writeRoles: PolicyRule = {
  apiGroups: ['rbac.authorization.k8s.io'],
  resources: ['clusterroles'],
  verbs: ['create'],
};

let cluster: Cluster;
before(async () => (cluster = await startCluster({ name: 'rbac' })));
after(() => cluster.stop());

async function create(object: KubeObject): Promise<void> {
  const { namespace } = object.metadata;
  const resource = `${object.kind.toLowerCase()}s`;
  const path = namespace === undefined ? resource : `namespaces/${namespace}/${resource}`;
  const subjects = (object['subjects'] as Subject[] | undefined)?.map((subject) => ({
    ...subject,
    ...(subject.kind !== 'ServiceAccount' && { apiGroup: 'rbac.authorization.k8s.io' }),
  }));
  const body = { ...object, ...(subjects && { subjects }) };
  await cluster.json('POST', `/apis/rbac.authorization.k8s.io/v1/${path}`, body);
}

async function ask(spec: object): Promise<{ allowed: boolean; reason?: string }> {
  const body = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec };
  const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
  const { status } = await cluster.json<{ status: { allowed: boolean } }>('POST', path, body);
  return status;
}

test('random questions about random roles are answered as the real server answers them', async () => {
  const grants = fc.sample(anyGrant, { numRuns: ROLES, seed: SEED });
  const objects = grants.flatMap(objectsOf);
  const world = await TestWorld.open();
  for (const object of objects) await create(object);
  await world.put(...objects);
  // The last to be created is known when those before it are, in its table; one of each is asked for.
  const last = [
    role('last', [{ verbs: ['get'], apiGroups: ['x'], resources: ['x'] }], 'default'),
    role('last', [{ verbs: ['get'], apiGroups: ['y'], resources: ['y'] }]),
  ];
  const bound = [
    binding('last', { kind: 'User', name: 'last' }, { namespace: 'default' }),
    binding('last', { kind: 'User', name: 'last' }),
  ];
  for (const object of [...last, ...bound]) await create(object);
  for (const word of ['x', 'y'])
    await cluster.until('the last role is known', async () => {
      const resourceAttributes = { verb: 'get', group: word, resource: word, namespace: 'default' };
      return (await ask({ user: 'last', resourceAttributes })).allowed;
    });
  let allowed = 0;
  for (const { user, groups, attributes } of fc.sample(anyQuestion, { numRuns: QUESTIONS, seed: SEED })) {
    const spec = { user, groups, ...attributes };
    const body = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', metadata: {}, spec };
    const ours = reviewAccess(world.rbac, body)['status'] as { allowed: boolean; reason?: string };
    const real = await ask(spec);
    assert.equal(ours.allowed, real.allowed, JSON.stringify(spec));
    // Which of several bindings is named, and in which order missing roles are, is not promised.
    const words = ({ reason = '' }) => reason.split(/[[\], ]+/).toSorted();
    if (!real.allowed) assert.deepEqual(words(ours), words(real), JSON.stringify(spec));
    allowed += real.allowed ? 1 : 0;
  }
  assert.ok(allowed > QUESTIONS / 10 && allowed < QUESTIONS * 0.9, `${allowed} were allowed`);
});

test('random roles are refused as the real server refuses them, with the same list of what is missing', async () => {
  const world = await TestWorld.open();
  const writes = fc.sample(anyWrite, { numRuns: WRITES, seed: SEED });
  for (const [i, { held }] of writes.entries()) {
    const objects = [
      role(`held-${i}`, [writeRoles, ...held]),
      binding(`held-${i}`, { kind: 'User', name: `author-${i}` }),
    ];
    for (const object of objects) await create(object);
    await world.put(...objects);
  }
  const path = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
  await cluster.until('the last author is known', async () => {
    const resourceAttributes = {
      verb: 'create',
      group: 'rbac.authorization.k8s.io',
      resource: 'clusterroles',
    };
    return (await ask({ user: `author-${WRITES - 1}`, resourceAttributes })).allowed;
  });
  let refused = 0;
  for (const [i, { granted }] of writes.entries()) {
    const object = role(`granted-${i}`, granted);
    const response = await httpsExchange(cluster.peer(`author-${i}`), {
      method: 'POST',
      path: `${path}?dryRun=All`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(object),
    });
    const real = JSON.parse(response.body.toString()) as KubeObject | Status;
    const user = person(`author-${i}`);
    assert.deepEqual(refusalOf(world, user, object), response.status === 201 ? undefined : real);
    refused += response.status === 201 ? 0 : 1;
  }
  assert.ok(refused > WRITES / 10 && refused < WRITES * 0.95, `${refused} were refused`);
});

function refusalOf({ rbac }: TestWorld, user: UserInfo, object: KubeObject): Status | undefined {
  try {
    const write = { user, resource: 'clusterroles', name: undefined, namespace: undefined };
    guardEscalation(rbac, { ...write, object, old: undefined });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}
