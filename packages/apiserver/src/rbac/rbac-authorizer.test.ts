import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserInfo } from '../serving/user-info.ts';
import type { AccessRequest } from './access-request.ts';
import { binding, person, role, TestWorld } from './test-world.ts';

const list = (resource: string, namespace = ''): AccessRequest => ({
  type: 'resource',
  verb: 'list',
  group: '',
  resource,
  subresource: '',
  namespace,
  name: '',
});
const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }];
const jane = person('jane');
const robot: UserInfo = {
  name: 'system:serviceaccount:team:robot',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:team', 'system:authenticated'],
  extra: {},
};
const may = (world: TestWorld, user: UserInfo, access: AccessRequest) =>
  world.rbac.authorize(user, access).allowed;

test('whoever is in system:masters may do everything, and no reason is given', async () => {
  const world = await TestWorld.open([]);
  const decision = world.rbac.authorize(person('root', 'system:masters'), list('secrets'));
  assert.deepEqual({ ...decision }, { allowed: true, reason: '' });
});

test('a role in a namespace holds there alone', async () => {
  const world = await TestWorld.open();
  await world.grant({ kind: 'User', name: 'jane' }, rules, 'team');
  assert.equal(may(world, jane, list('configmaps', 'team')), true);
  assert.equal(may(world, jane, list('configmaps', 'other')), false);
  assert.equal(may(world, jane, list('configmaps')), false);
  assert.equal(may(world, person('john'), list('configmaps', 'team')), false);
});

test('a cluster role bound everywhere holds in every namespace and outside of them', async () => {
  const world = await TestWorld.open();
  await world.grant({ kind: 'User', name: 'jane' }, rules);
  for (const namespace of ['', 'team', 'other'])
    assert.equal(may(world, jane, list('configmaps', namespace)), true);
});

test('a cluster role bound in a namespace holds there, and its URLs nowhere', async () => {
  const world = await TestWorld.open();
  const metrics = { nonResourceURLs: ['/metrics'], verbs: ['get'] };
  const subject = { kind: 'User', name: 'jane' };
  await world.put(role('reader', [...rules, metrics]));
  await world.put(binding('reader', subject, { namespace: 'team', roleKind: 'ClusterRole' }));
  assert.equal(may(world, jane, list('configmaps', 'team')), true);
  assert.equal(may(world, jane, list('configmaps')), false);
  assert.equal(may(world, jane, { type: 'path', verb: 'get', path: '/metrics' }), false);
});

const reasons: readonly {
  name: string;
  subject: { kind: string; name: string; namespace?: string };
  whom: string;
}[] = [
  { name: 'a user', subject: { kind: 'User', name: robot.name }, whom: `User "${robot.name}"` },
  {
    name: 'a group',
    subject: { kind: 'Group', name: 'system:serviceaccounts:team' },
    whom: 'Group "system:serviceaccounts:team"',
  },
  {
    name: 'a service account of the same namespace',
    subject: { kind: 'ServiceAccount', name: 'robot' },
    whom: 'ServiceAccount "robot/team"',
  },
  {
    name: 'a service account of a named namespace',
    subject: { kind: 'ServiceAccount', name: 'robot', namespace: 'team' },
    whom: 'ServiceAccount "robot/team"',
  },
];
for (const { name, subject, whom } of reasons)
  test(`${name} can be bound, and the reason names the binding, the role and whom it binds`, async () => {
    const world = await TestWorld.open([]);
    await world.put(role('reader', rules, 'team'), role('reader', rules));
    await world.put(
      binding('b', [{ kind: 'User', name: 'somebody' }, subject], { namespace: 'team', role: 'reader' }),
    );
    const { allowed, reason } = world.rbac.authorize(robot, list('configmaps', 'team'));
    assert.equal(allowed, true);
    assert.equal(reason, `RBAC: allowed by RoleBinding "b/team" of Role "reader" to ${whom}`);
  });

test('a service account without a namespace is nobody to a binding that is in none', async () => {
  const world = await TestWorld.open([]);
  await world.grant({ kind: 'ServiceAccount', name: 'robot' }, rules);
  assert.equal(may(world, robot, list('configmaps', 'team')), false);
  await world.grant({ kind: 'ServiceAccount', name: 'robot', namespace: 'team' }, rules);
  const { reason } = world.rbac.authorize(robot, list('configmaps'));
  const whom = 'ServiceAccount "robot/team"';
  assert.equal(reason, `RBAC: allowed by ClusterRoleBinding "granted" of ClusterRole "granted" to ${whom}`);
});

test('a write of a role or binding counts at once', async () => {
  const world = await TestWorld.open([]);
  const access = list('configmaps', 'team');
  const subject = { kind: 'User', name: 'jane' };
  const steps: readonly [string, () => Promise<void>, boolean][] = [
    ['a binding without its role', () => world.put(binding('a', subject, { namespace: 'team' })), false],
    ['the role comes', () => world.put(role('a', rules, 'team')), true],
    ['the role says less', () => world.put(role('a', [], 'team')), false],
    ['the role says more', () => world.put(role('a', rules, 'team')), true],
    ['the role goes', () => world.remove(role('a', [], 'team')), false],
    ['and comes back', () => world.put(role('a', rules, 'team')), true],
    [
      'another is bound',
      () => world.put(binding('a', { kind: 'User', name: 'john' }, { namespace: 'team' })),
      false,
    ],
    [
      'a group is bound',
      () => world.put(binding('a', { kind: 'Group', name: 'system:authenticated' }, { namespace: 'team' })),
      true,
    ],
    ['the binding goes', () => world.remove(binding('a', [], { namespace: 'team' })), false],
  ];
  for (const [what, step, allowed] of steps) {
    await step();
    assert.equal(may(world, jane, access), allowed, what);
  }
});

test('a refusal names the bound roles that are not there', async () => {
  const world = await TestWorld.open([]);
  const subject = { kind: 'User', name: 'jane' };
  const access = list('configmaps', 'team');
  await world.put(binding('a', subject, { namespace: 'team', role: 'gone' }));
  const one = 'role.rbac.authorization.k8s.io "gone" not found';
  assert.equal(world.rbac.authorize(jane, access).reason, `RBAC: ${one}`);
  await world.put(binding('b', subject, { role: 'lost' }));
  const two = 'clusterrole.rbac.authorization.k8s.io "lost" not found';
  assert.equal(world.rbac.authorize(jane, access).reason, `RBAC: [${two}, ${one}]`);
  assert.equal(world.rbac.authorize(jane, list('pods')).reason, `RBAC: ${two}`);
});

test('the rules of a user are those of every binding, once, however many of its subjects he is', async () => {
  const world = await TestWorld.open([]);
  const subjects = [
    { kind: 'User', name: 'jane' },
    { kind: 'Group', name: 'system:authenticated' },
  ];
  await world.put(role('a', rules), binding('a', subjects));
  await world.put(role('b', rules, 'team'), binding('b', subjects, { namespace: 'team' }));
  assert.deepEqual(world.rbac.rulesFor(jane, '').rules, rules);
  assert.deepEqual(world.rbac.rulesFor(jane, 'team').rules, [...rules, ...rules]);
});

test('what is closed no longer follows the store', async () => {
  const world = await TestWorld.open([]);
  world.rbac.close();
  await world.grant({ kind: 'User', name: 'jane' }, rules);
  assert.equal(may(world, jane, list('configmaps')), false);
});
