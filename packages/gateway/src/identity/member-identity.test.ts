import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiError } from '@banyan/apiserver';
import { memberIdentity } from './member-identity.ts';

const ROWS: readonly [name: string, groups: string[], user: string, own: string[]][] = [
  ['jane', ['devs', 'system:authenticated'], 'jane', ['devs']],
  ['jane', ['devs', 'devs'], 'jane', ['devs']],
  ['admin', ['system:masters'], 'admin', []],
  ['system:serviceaccount:a:b', ['system:serviceaccounts'], 'banyan:system:serviceaccount:a:b', []],
  ['system:node:n', ['system:nodes'], 'banyan:system:node:n', []],
  // Whoever is named as one of ours is not: he gets the prefix like the others.
  ['banyan:system:node:n', ['banyan:member-admins'], 'banyan:banyan:system:node:n', []],
  ['jäne', ['größe'], 'jÃ¤ne', ['grÃ¶Ã\x9fe']],
];

for (const [name, groups, user, own] of ROWS)
  test(`${name} of ${groups.join(', ')} is ${user} in a member`, () => {
    assert.deepEqual(memberIdentity({ name, groups, extra: {} }, false), {
      user,
      groups: [...own, 'system:authenticated'],
    });
  });

test('who administers the member is in the group of those', () => {
  const { groups } = memberIdentity({ name: 'jane', groups: [], extra: {} }, true);
  assert.deepEqual(groups, ['system:authenticated', 'banyan:member-admins']);
});

test('a name that no header can carry is refused', () => {
  const user = { name: 'jane\r\nimpersonate-group: x', groups: [], extra: {} };
  assert.throws(
    () => memberIdentity(user, false),
    (error: ApiError) => error.code === 400,
  );
});
