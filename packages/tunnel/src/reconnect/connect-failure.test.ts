import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedPauseMs, isCredentialRefusal } from './connect-failure.ts';

test('an answer of 401 or 403 is about credentials, whoever tells of it', () => {
  assert.equal(isCredentialRefusal({ httpStatus: 401 }), true);
  assert.equal(isCredentialRefusal({ statusCode: 403 }), true);
  for (const other of [undefined, null, 'no', new Error('no'), { httpStatus: 503 }])
    assert.equal(isCredentialRefusal(other), false);
});

test('a pause is what the answer asks for, if that makes sense', () => {
  assert.equal(askedPauseMs({ httpStatus: 503, retryAfterMs: 2_000 }), 2_000);
  for (const other of [undefined, new Error('no'), { retryAfterMs: -1 }, { retryAfterMs: 'soon' }])
    assert.equal(askedPauseMs(other), 0);
});
