import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccessRequest } from '../rbac/access-request.ts';
import type { PolicyRule } from '../rbac/policy-rule.ts';
import { person, TestWorld } from '../rbac/test-world.ts';
import type { UserInfo } from '../serving/user-info.ts';
import type { HeaderValues } from './header-values.ts';
import { Impersonation } from './impersonation.ts';

const ACCESS: AccessRequest = {
  type: 'resource',
  verb: 'list',
  group: '',
  resource: 'pods',
  subresource: '',
  namespace: 'team',
  name: '',
};
const admin = person('admin', 'system:masters');
const jane = person('jane');
const may = (verb: string, group: string, resource: string, ...resourceNames: string[]): PolicyRule => ({
  apiGroups: [group],
  resources: [resource],
  verbs: [verb],
  resourceNames,
});
const AUTH = 'authentication.k8s.io';

async function become(user: UserInfo, headers: HeaderValues, rules: PolicyRule[] = [], access = ACCESS) {
  const world = await TestWorld.open();
  await world.grant({ kind: 'User', name: user.name }, rules);
  return new Impersonation(world.rbac).impersonate(headers, user, access);
}

const as = (user: string, rest: HeaderValues = {}): HeaderValues => ({ 'impersonate-user': [user], ...rest });

const become_: readonly { name: string; headers: HeaderValues; is: UserInfo }[] = [
  { name: 'nobody asks to be another', headers: {}, is: admin },
  { name: 'a user', headers: as('john'), is: person('john') },
  {
    name: 'a user with groups',
    headers: as('john', { 'impersonate-group': ['a', 'b'] }),
    is: person('john', 'a', 'b'),
  },
  {
    name: 'a superuser',
    headers: as('john', { 'impersonate-group': ['system:masters'] }),
    is: person('john', 'system:masters'),
  },
  {
    name: 'a user who says that he did not log in',
    headers: as('john', { 'impersonate-group': ['system:unauthenticated'] }),
    is: { name: 'john', groups: ['system:unauthenticated'], extra: {} },
  },
  {
    name: 'a user with uid and extras',
    headers: as('john', { 'impersonate-uid': ['42'], 'impersonate-extra-acme.com%2fp': ['x', 'y'] }),
    is: { ...person('john'), uid: '42', extra: { 'acme.com/p': ['x', 'y'] } },
  },
  {
    name: 'nobody in particular',
    headers: as('system:anonymous'),
    is: { name: 'system:anonymous', groups: ['system:unauthenticated'], extra: {} },
  },
  {
    name: 'a service account, whose groups are known',
    headers: as('system:serviceaccount:team:robot'),
    is: person('system:serviceaccount:team:robot', 'system:serviceaccounts', 'system:serviceaccounts:team'),
  },
  {
    name: 'a node, whose groups are known',
    headers: as('system:node:n1'),
    is: person('system:node:n1', 'system:nodes'),
  },
];
for (const { name, headers, is } of become_)
  test(`who may do everything may be: ${name}`, async () =>
    assert.deepEqual(await become(admin, headers), is));

test('groups, uids and extras of nobody are refused', async () => {
  const headers = {
    'impersonate-group': ['a', 'b'],
    'impersonate-extra-x': ['1', '2'],
    'impersonate-extra-a': ['3'],
    'impersonate-uid': ['u'],
  };
  const printed =
    '&user.DefaultInfo{Name:"", UID:"u", Groups:[]string{"a", "b"}, Extra:map[string][]string{"a":[]string{"3"}, "x":[]string{"1", "2"}}}';
  const message = `requested ${printed} without impersonating a user name`;
  await assert.rejects(become(admin, headers), { code: 400, message });
});

const refusedUser = (what: string, name: string) =>
  `${what} "${name}" is forbidden: User "jane" cannot impersonate resource`;
const onUser =
  'pods is forbidden: User "jane" cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "team"';
const here = 'in API group "authentication.k8s.io" at the cluster scope';

const refused: readonly { name: string; headers: HeaderValues; rules?: PolicyRule[]; message: string }[] = [
  { name: 'a user', headers: as('john'), message: onUser },
  {
    name: 'a service account',
    headers: as('system:serviceaccount:team:robot'),
    message: onUser.replace('user-info', 'serviceaccount'),
  },
  { name: 'a node', headers: as('system:node:n1'), message: onUser.replace('user-info', 'arbitrary-node') },
  {
    name: 'a service account with other groups, for which there is the old way alone',
    headers: as('system:serviceaccount:team:robot', { 'impersonate-group': ['g'] }),
    message: `${refusedUser('serviceaccounts', 'robot')} "serviceaccounts" in API group "" in the namespace "team"`,
  },
  {
    name: 'a user, when only the request is allowed',
    headers: as('john'),
    rules: [may('impersonate-on:user-info:list', '', 'pods')],
    message: `users.${AUTH} "john" is forbidden: User "jane" cannot impersonate:user-info resource "users" ${here}`,
  },
  {
    name: 'a superuser, the new way',
    headers: as('john', { 'impersonate-group': ['system:masters'] }),
    rules: [may('impersonate-on:user-info:list', '', 'pods'), may('impersonate:user-info', AUTH, '*')],
    message: `groups.${AUTH} "system:masters" is forbidden: User "jane" cannot impersonate:user-info resource "groups" ${here}: impersonating the system:masters group is not allowed`,
  },
  {
    name: 'a key of extras without a domain, the new way',
    headers: as('john', { 'impersonate-extra-scopes': ['a'] }),
    rules: [may('impersonate-on:user-info:list', '', 'pods'), may('impersonate:user-info', AUTH, '*')],
    message: `userextras.${AUTH} is forbidden: User "jane" cannot impersonate:user-info resource "userextras" ${here}: impersonating an invalid key in extra is not allowed: extra.key: Invalid value: "scopes": must be a domain-prefixed path (such as "acme.io/foo")`,
  },
];
for (const { name, headers, rules, message } of refused)
  test(`who may not be ${name}, is told what was refused`, () =>
    assert.rejects(become(jane, headers, rules), { code: 403, message }));

const allowed: readonly { name: string; headers: HeaderValues; rules: PolicyRule[] }[] = [
  { name: 'a user, the old way', headers: as('john'), rules: [may('impersonate', '', 'users', 'john')] },
  {
    name: 'a user with groups, uid and extras, the old way',
    headers: as('john', {
      'impersonate-group': ['g'],
      'impersonate-uid': ['u'],
      'impersonate-extra-scopes': ['s'],
    }),
    rules: [
      may('impersonate', '', 'users', 'john'),
      may('impersonate', '', 'groups', 'g'),
      may('impersonate', AUTH, 'uids', 'u'),
      may('impersonate', AUTH, 'userextras/scopes', 's'),
    ],
  },
  {
    name: 'a user with a group for one kind of request, the new way',
    headers: as('john', { 'impersonate-group': ['g'] }),
    rules: [
      may('impersonate-on:user-info:list', '', 'pods'),
      may('impersonate:user-info', AUTH, 'users', 'john'),
      may('impersonate:user-info', AUTH, 'groups', 'g'),
    ],
  },
  {
    name: 'a service account, the new way',
    headers: as('system:serviceaccount:team:robot'),
    rules: [
      may('impersonate-on:serviceaccount:list', '', 'pods'),
      may('impersonate:serviceaccount', AUTH, 'serviceaccounts', 'robot'),
    ],
  },
  {
    name: 'a node, the new way',
    headers: as('system:node:n1'),
    rules: [
      may('impersonate-on:arbitrary-node:list', '', 'pods'),
      may('impersonate:arbitrary-node', AUTH, 'nodes', 'n1'),
    ],
  },
];
for (const { name, headers, rules } of allowed) {
  test(`who has the rights for it may be ${name}`, async () => {
    const { name: became } = await become(jane, headers, rules);
    assert.equal(became, headers['impersonate-user']?.[0]);
  });
  test(`every one of these rights is needed to be ${name}`, async () => {
    for (const left of rules)
      await assert.rejects(
        become(
          jane,
          headers,
          rules.filter((rule) => rule !== left),
        ),
        { code: 403 },
      );
  });
}

test('the account of a pod may be the pod’s own node, if it may be that of any', async () => {
  const name = 'system:serviceaccount:team:robot';
  const extra = { 'authentication.kubernetes.io/node-name': ['n1'] };
  const robot: UserInfo = { name, groups: [], extra };
  const rules = [
    may('impersonate-on:associated-node:list', '', 'pods'),
    may('impersonate:associated-node', AUTH, 'nodes', '*'),
  ];
  assert.deepEqual(
    await become(robot, as('system:node:n1'), rules),
    person('system:node:n1', 'system:nodes'),
  );
  await assert.rejects(become(robot, as('system:node:n2'), rules), { code: 403 });
});

test('what worked before is tried first, and its refusal told', async () => {
  const world = await TestWorld.open();
  await world.grant({ kind: 'User', name: 'jane' }, [may('impersonate', '', 'users', 'john')]);
  const impersonation = new Impersonation(world.rbac);
  const attempt = (user: string) => impersonation.impersonate(as(user), jane, ACCESS);
  assert.throws(() => attempt('other'), { message: onUser });
  assert.equal(attempt('john').name, 'john');
  const message = `${refusedUser('users', 'other')} "users" in API group "" at the cluster scope`;
  assert.throws(() => attempt('other'), { message });
});
