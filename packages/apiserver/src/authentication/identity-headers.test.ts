import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIdentityHeader } from './identity-headers.ts';

const table: Readonly<Record<string, boolean>> = {
  authorization: true,
  Authorization: true,
  'Impersonate-User': true,
  'impersonate-extra-acme.com%2fp': true,
  'X-Remote-User': true,
  'x-remote-extra-scopes': true,
  accept: false,
  'x-forwarded-for': false,
};
for (const [name, isOne] of Object.entries(table))
  test(`${name} ${isOne ? 'says' : 'does not say'} who asks`, () =>
    assert.equal(isIdentityHeader(name), isOne));
