import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NameClaims } from './name-claims.ts';

test("a name that is being given away is one cluster's until it lets go", () => {
  const claims = new NameClaims();
  assert.equal(claims.claim('one', 'a'), true);
  assert.equal(claims.claim('one', 'a'), true);
  assert.equal(claims.claim('one', 'b'), false);
  claims.release('one', 'b');
  assert.equal(claims.claim('one', 'b'), false);
  claims.release('one', 'a');
  assert.equal(claims.claim('one', 'b'), true);
  assert.equal(claims.claim('two', 'a'), true);
});
