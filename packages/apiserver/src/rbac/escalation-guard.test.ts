import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { ApiError } from '../errors/api-error.ts';
import { guardEscalation, type GrantingWrite } from './escalation-guard.ts';
import type { PolicyRule } from './policy-rule.ts';
import { binding, person, role, TestWorld } from './test-world.ts';

const RBAC = 'rbac.authorization.k8s.io';
const jane = person('jane');
const readPods = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const everything: PolicyRule[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  { nonResourceURLs: ['*'], verbs: ['*'] },
];
const may = (verb: string, resource: string, ...resourceNames: string[]): PolicyRule => ({
  apiGroups: [RBAC],
  resources: [resource],
  verbs: [verb],
  resourceNames,
});

async function worldWhereJaneHas(rules: readonly PolicyRule[]): Promise<TestWorld> {
  const world = await TestWorld.open();
  await world.grant({ kind: 'User', name: 'jane' }, rules);
  await world.put(role('reader', [readPods]), role('reader', [readPods], 'team'));
  return world;
}

function write(object: KubeObject, rest: Partial<GrantingWrite> = {}): GrantingWrite {
  const resource = `${object.kind.toLowerCase()}s`;
  const { namespace } = object.metadata;
  return { user: jane, resource, name: undefined, namespace, object, old: undefined, ...rest };
}

async function refusal(held: readonly PolicyRule[], asked: GrantingWrite): Promise<string> {
  const world = await worldWhereJaneHas(held);
  try {
    guardEscalation(world.rbac, asked);
    return '';
  } catch (error) {
    return (error as ApiError).status.message ?? '';
  }
}

const subject = { kind: 'User', name: 'john' };
const bindReader = binding('reader', subject, { namespace: 'team' });
const labelled = { ...role('r', [readPods]), metadata: { name: 'r', labels: { a: 'b' } } };
const owned = { ...role('r', [readPods]), metadata: { name: 'r', finalizers: ['example.com/x'] } };
const aggregated = { ...role('r', []), aggregationRule: { clusterRoleSelectors: [{}] } };

const allowed: readonly { name: string; held: PolicyRule[]; asked: GrantingWrite }[] = [
  { name: 'a role with rights that its author has', held: [readPods], asked: write(role('r', [readPods])) },
  {
    name: 'a role, by who may escalate roles',
    held: [may('escalate', 'clusterroles')],
    asked: write(role('r', everything)),
  },
  {
    name: 'an update of a role, by who may escalate that one',
    held: [may('escalate', 'clusterroles', 'r')],
    asked: write(role('r', everything), { name: 'r', old: role('r', []) }),
  },
  {
    name: 'a role, by a superuser',
    held: [],
    asked: write(role('r', everything), { user: person('root', 'system:masters') }),
  },
  {
    name: 'an update of nothing but finalizers',
    held: [],
    asked: write(owned, { name: 'r', old: role('r', [readPods]) }),
  },
  { name: 'a binding of a role with rights that its author has', held: [readPods], asked: write(bindReader) },
  {
    name: 'a binding, by who may bind that role',
    held: [may('bind', 'roles', 'reader')],
    asked: write(bindReader),
  },
  { name: 'an aggregated role, by who may do everything', held: everything, asked: write(aggregated) },
  {
    name: 'anything that grants nothing',
    held: [],
    asked: write({ ...role('x', everything), kind: 'ConfigMap' }),
  },
];
for (const { name, held, asked } of allowed)
  test(`allowed is ${name}`, async () => assert.equal(await refusal(held, asked), ''));

test('lists that are null are empty', async () => {
  const rule = { apiGroups: null, resources: ['pods'], verbs: null } as unknown as PolicyRule;
  const unbound = { ...bindReader, roleRef: undefined };
  assert.equal(await refusal([], write(role('r', [rule]))), '');
  assert.equal(await refusal([], write({ ...role('r', []), rules: null })), '');
  assert.equal(await refusal([], write(unbound)), 'unsupported role reference kind: ""');
});

const heading = 'is attempting to grant RBAC permissions not currently held:';
const who = 'user "jane" (groups=["system:authenticated"])';
const podsMissing = `${who} ${heading}\n{APIGroups:[""], Resources:["pods"], Verbs:["get"]}`;

const refused: readonly { name: string; held: PolicyRule[]; asked: GrantingWrite; message: string }[] = [
  {
    name: 'a role with rights that its author has not',
    held: [],
    asked: write(role('r', [readPods])),
    message: `clusterroles.${RBAC} "r" is forbidden: ${podsMissing}`,
  },
  {
    name: 'a role without a name yet',
    held: [],
    asked: write(role('', [readPods], 'team')),
    message: `roles.${RBAC} is forbidden: ${podsMissing}`,
  },
  {
    name: 'a label on a role with rights that its author has not',
    held: [],
    asked: write(labelled, { name: 'r', old: role('r', [readPods]) }),
    message: `clusterroles.${RBAC} "r" is forbidden: ${podsMissing}`,
  },
  {
    name: 'a new role, by who may escalate another',
    held: [may('escalate', 'clusterroles', 'r')],
    asked: write(role('r', [readPods])),
    message: `clusterroles.${RBAC} "r" is forbidden: ${podsMissing}`,
  },
  {
    name: 'a binding of a role with rights that its author has not',
    held: [may('bind', 'roles', 'other')],
    asked: write(bindReader),
    message: `rolebindings.${RBAC} "reader" is forbidden: ${podsMissing}`,
  },
  {
    name: 'a binding of a role that is not there',
    held: [],
    asked: write(binding('b', subject, { namespace: 'team', role: 'norole' })),
    message: `rolebindings.${RBAC} "norole" not found`,
  },
  {
    name: 'a binding of something else',
    held: [],
    asked: write(binding('b', subject, { namespace: 'team', roleKind: 'Foo' })),
    message: 'unsupported role reference kind: "Foo"',
  },
  {
    name: 'an aggregated role',
    held: [readPods],
    asked: write(aggregated),
    message: `clusterroles.${RBAC} "r" is forbidden: must have cluster-admin privileges to use the aggregationRule`,
  },
  {
    name: 'an update that ends the aggregation of a role',
    held: [],
    asked: write(role('r', []), { name: 'r', old: aggregated }),
    message: `clusterroles.${RBAC} "r" is forbidden: must have cluster-admin privileges to use the aggregationRule`,
  },
];
for (const { name, held, asked, message } of refused)
  test(`refused is ${name}`, async () => assert.equal(await refusal(held, asked), message));

test('a refusal lists verbs by resource, URLs one by one, and roles that could not be found', async () => {
  const world = await TestWorld.open([]);
  await world.put(binding('gone', { kind: 'User', name: 'jane' }));
  const rule = {
    apiGroups: ['', 'apps'],
    resources: ['x'],
    verbs: ['get', 'list'],
    resourceNames: ['n', 'm'],
  };
  const urls = { nonResourceURLs: ['/a'], verbs: ['get', 'post'] };
  const asked = write(role('many', [rule, urls]), { user: person('jane', 'a', 'b"c') });
  const lines = [
    `clusterroles.${RBAC} "many" is forbidden: user "jane" (groups=["a" "b\\"c" "system:authenticated"]) ${heading}`,
    '{APIGroups:[""], Resources:["x"], ResourceNames:["m"], Verbs:["get" "list"]}',
    '{APIGroups:[""], Resources:["x"], ResourceNames:["n"], Verbs:["get" "list"]}',
    '{APIGroups:["apps"], Resources:["x"], ResourceNames:["m"], Verbs:["get" "list"]}',
    '{APIGroups:["apps"], Resources:["x"], ResourceNames:["n"], Verbs:["get" "list"]}',
    '{NonResourceURLs:["/a"], Verbs:["get"]}',
    `{NonResourceURLs:["/a"], Verbs:["post"]}; resolution errors: [clusterroles.${RBAC} "gone" not found]`,
  ];
  assert.throws(() => guardEscalation(world.rbac, asked), { message: lines.join('\n') });
});
