import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizationOf, showsSecret } from './peer-secret.ts';

const CASES = [
  ['the only secret', 'Bearer one', ['one'], true],
  ['the second of two, during a rotation', 'Bearer two', ['one', 'two'], true],
  ['another', 'Bearer three', ['one', 'two'], false],
  ['a part of it', 'Bearer on', ['one'], false],
  ['more than it', 'Bearer onee', ['one'], false],
  ['no header', undefined, ['one'], false],
  ['another scheme', 'Basic one', ['one'], false],
  ['nothing, where no secret is known', 'Bearer ', [], false],
  ['nothing, where the secret is empty', 'Bearer ', [''], false],
] as const;

for (const [what, header, secrets, expected] of CASES) {
  test(`${what}: ${expected ? 'taken' : 'not taken'}`, () =>
    assert.equal(showsSecret(header, secrets), expected));
}

test('what a peer shows is what the other takes', () => {
  assert.equal(showsSecret(authorizationOf('s3cret'), ['s3cret']), true);
});
